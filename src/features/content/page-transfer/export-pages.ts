import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { select } from '#core/database/select'
import { type Exporter, toExporter } from '#core/operation/audit-export'
import { type ArgumentSource, parseArguments } from '#core/rest/arguments'
import type { ByteCall } from '#core/rest/bytes'
import { UUID } from '#core/schema/scalars'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { createZip, type ZipFile } from '#core/storage/zip'
import type { Language } from '#core/text/language'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { UniqueNames } from '#features/content/shares/zip-names'
import { fileAddress, pageAddress } from '#rich-text/addresses'
import type { RichDocument } from '#rich-text/document'
import { extractPageIds, extractFileIds as filesIn } from '#rich-text/extract'
import { type ContentWarning, warningMessage } from '../pages/content-warnings.ts'
import { readContents } from '../pages/page.reads.ts'
import { readPageTree } from '../pages/page-tree.ts'
import { assignPaths, type PageWithPath } from './assign-paths.ts'
import { formatManifest, manifestPath } from './manifest.ts'

const converter = threadModule<typeof import('./markdown-file.ts')>(import.meta.url, './markdown-file', {
  maxRunMs: 10_000,
})

type Branch = Awaited<ReturnType<typeof readPageTree>>[number]

const pageParameter: ArgumentSource = {
  name: 'page_id',
  in: 'query',
  type: UUID,
  description: undefined,
  extensions: {},
  defaultValue: undefined,
}

/**
 * Exports pages as `A.md` with its children in the folder `A`. The tree is read at once, contents one by one while the ZIP is
 * sent, each in its own transaction.
 */
export async function exportPages(
  call: ByteCall,
): Promise<{ exporter: Exporter; pageId: string | null; files: () => Readable }> {
  const { exporter, pageId, language, tree, templates } = await call.operate('read', async (context) => {
    const query = call.request.query as Record<string, unknown>
    const { page_id: sent } = parseArguments([pageParameter], { params: {}, query, body: {} })
    const pageId = (sent as string | undefined) ?? null
    const whole = await readPageTree(context)
    const tree = pageId ? branchOf(whole, pageId) : whole
    const marked = await context.query<{ id: string }>(
      select`id from pages where organization_id = ${context.organizationId} and template`,
    )
    const templates = new Set(marked.map(({ id }) => id))
    return { exporter: toExporter(context), pageId, language: context.language, tree, templates }
  })
  const { organizationId } = exporter
  const { pages, attached } = assignPaths(tree)
  const files = () =>
    createZip(filesOf(call, { organizationId, language, pages, attached, templates }), call.services.clock.now())
  return { exporter, pageId, files }
}

/** The subtree of a page; empty if it does not exist. */
function branchOf(tree: readonly Branch[], id: string): readonly Branch[] {
  for (let level = tree; level.length; level = level.flatMap(({ children }) => children)) {
    const found = level.find((branch) => branch.id === id)
    if (found) return [found]
  }
  return []
}

interface Export {
  organizationId: string
  language: Language
  pages: readonly PageWithPath[]
  /** The folder of attached files. */
  attached: string
  /** Ids of template pages. */
  templates: ReadonlySet<string>
}

const nowhere: ContentWarning = { kind: 'unknown_file', detail: '', line: null, count: 1 }

async function* filesOf(
  call: ByteCall,
  { organizationId, language, pages, attached, templates }: Export,
): AsyncGenerator<ZipFile> {
  const { operate, services } = call
  const pathOf = new Map(pages.map(({ id, path }) => [id, path]))
  const files = new Map<string, string>()
  const names = new UniqueNames()
  const report: string[] = []
  for (const { id, title, icon, path } of pages) {
    const read = await operate('read', async (context) => {
      const document = (await readContents(context, [id]))[0]?.content as RichDocument | undefined
      if (!document) return null
      const wanted = filesIn(document).filter((file) => !files.has(file))
      const found = await context.query<{ id: string; name: string }>(
        select`id, name from files where organization_id = ${organizationId} and id = any(${wanted}::uuid[])`,
      )
      return { document, found }
    })
    // Deleted meanwhile.
    if (!read) continue
    for (const file of read.found) files.set(file.id, `${attached}${names.take(file.name)}`)
    for (const file of filesIn(read.document))
      if (!files.has(file))
        report.push(`${path}: ${warningMessage({ ...nowhere, detail: fileAddress(file) })[language]}`)
    const relative = (target: string) =>
      posix.relative(posix.dirname(path), target).split('/').map(encodeURIComponent).join('/')
    const addresses = Object.fromEntries([
      ...extractPageIds(read.document).flatMap((page) => {
        const [address, target] = [pageAddress(page), pathOf.get(page)]
        return target ? [[address, relative(target)]] : []
      }),
      ...filesIn(read.document).flatMap((file) => {
        const target = files.get(file)
        return target ? [[fileAddress(file), relative(target)]] : []
      }),
    ])
    const input = { document: read.document, title, icon, addresses }
    try {
      const { text, warnings } = await services.threads.run(
        { organizationId, reader: 'transfer' },
        converter,
        'formatMarkdownFile',
        input,
      )
      for (const warning of warnings) report.push(`${path}: ${warningMessage(warning)[language]}`)
      yield { name: path, content: Buffer.from(text) }
    } catch (error) {
      if (!(error instanceof TaskStopped)) throw error
      report.push(`${path}: ${{ de: 'zu groß', en: 'too large' }[language]}`)
    }
  }
  for (const [file, name] of files) {
    try {
      const content = await services.storage.get(createObjectKey(organizationId, file))
      try {
        yield { name, content }
      } finally {
        content.destroy()
      }
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      report.push(name)
    }
  }
  const told = pages.map(({ id, title, icon, path }) => ({ path, title, icon, template: templates.has(id) }))
  if (told.length) yield { name: manifestPath, content: Buffer.from(formatManifest(told, attached)) }
  if (report.length) yield { name: 'REPORT.txt', content: Buffer.from(`${report.join('\r\n')}\r\n`) }
}
