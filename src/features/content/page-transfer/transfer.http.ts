import { emptyStream, releaseOnClose } from '#core/http/large-responses'
import { enforceResponseDataRate } from '#core/http/response-data-rate'
import { recordExport } from '#core/operation/audit-export'
import type { ByteRoute } from '#core/rest/bytes'
import { sendResponse } from '#core/rest/routes'
import { createFairQueue } from '#core/runtime/fair-queue'
import { formatContentDisposition } from '#core/storage/storage'
import { fileInputSchema, withReceivedFile } from '#features/content/files/route-file-input'
import { pages } from '../pages/page.policy.ts'
import { exportPages } from './export-pages.ts'
import { importPages } from './import-pages.ts'

/** Concurrent exports per process, and per organization. */
const exports_ = createFairQueue({ maxConcurrent: 4, maxPerKey: 2, maxWaitMs: 10_000, maxWaitingPerKey: 20 })

const mostBytes = 50 * 1024 * 1024

const text = (description: string) => ({ type: 'string', description })
const uuid = (description: string) => ({ ...text(description), format: 'uuid' })
const nullable = (schema: { type: string }) => ({ ...schema, type: [schema.type, 'null'] })
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const listOf = (items: object, description: string) => ({ type: 'array', items, description })

export const importRoute: ByteRoute = {
  method: 'post',
  path: '/pages/import',
  may: pages.write,
  contentType: 'application/json',
  operationId: 'importPages',
  summary:
    'Makes pages of a folder of Markdown with its pictures, as a ZIP of at most 50 MB, 500 pages and 200 MB unpacked: all of them or none. The report says what was not understood.',
  answer: object({
    pages: listOf(
      object({
        id: uuid('Identifies the page.'),
        title: text('Title: the first heading of the file, else the name of the file or folder.'),
        parent_id: nullable(uuid('Page that this one lies under; null at the top.')),
        path: nullable(text('Path of the file in the ZIP; null for a folder without one.')),
      }),
      'The pages that were made, each after the one that it lies under.',
    ),
    files: { type: 'integer', description: 'Number of pictures and other files that pages show or link to.' },
    report: listOf(
      object({
        path: text('Path of the file in the ZIP.'),
        line: nullable({ type: 'integer', description: 'Line of the file where it is first, from 1.' } as {
          type: string
        }),
        kind: text('Kind of the remark, for programs.'),
        message: text('The remark in plain words.'),
      }),
      'What was not understood or not taken over.',
    ),
  }),
  ...fileInputSchema('The ZIP.', { parent_id: uuid('Page that they are put below; at the top unless sent.') }),
  async handle(call) {
    return sendResponse(call.reply, await withReceivedFile(call, mostBytes, (file) => importPages(call, file)))
  },
}

export const exportRoute: ByteRoute = {
  method: 'get',
  path: '/pages/export',
  may: pages.read,
  contentType: 'application/zip',
  operationId: 'exportPages',
  summary:
    'All pages, or one with those that lie under it, as a ZIP of Markdown, in folders as they lie in each other, with the pictures and other files that they show or link to.',
  refuses: ['validation_failed'],
  parameters: [
    {
      name: 'page_id',
      in: 'query',
      description: 'The page that is handed out, with those that lie under it; all unless sent.',
      schema: { type: 'string', format: 'uuid' },
    },
  ],
  async handle(call) {
    const { services, request, reply } = call
    const { exporter, pageId, files } = await exportPages(call)
    if (request.method !== 'HEAD') {
      releaseOnClose(reply, await exports_.acquire(exporter.organizationId))
      await recordExport(services, exporter, 'page.exported', {}, pageId)
      enforceResponseDataRate(reply)
    }
    reply.headers({
      'content-disposition': formatContentDisposition('pages.zip'),
      'cache-control': 'private, no-store',
    })
    reply.type('application/zip')
    return reply.send(request.method === 'HEAD' ? emptyStream() : files())
  },
}
