import { invalidField } from '#core/errors/problem'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { limits } from '#core/schema/limits'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { fileInputSchema, withFileBytes } from '#features/content/files/route-file-input'
import { billSchema } from './bill.schema.ts'

/** Path for browser uploads, which carry a signed URL instead of a token. */
export const billUploadPath = '/received-bills'

const maxBytes = 20 * 1024 * 1024

export const readBillRoute: ByteRoute = {
  method: 'post',
  path: '/bills/read',
  signedPath: billUploadPath,
  may: invoices.read,
  contentType: 'application/json',
  operationId: 'readBill',
  summary:
    'Reads a received e-invoice, and tells what of it does not agree: ZUGFeRD or Factur-X PDF, XRechnung, CII or UBL XML, at most 20 MB and 10,000 lines. Nothing is kept.',
  answer: billSchema,
  ...fileInputSchema('The e-invoice, PDF or XML.'),
  async handle(call) {
    const json = await readUploadedBill(call)
    return call.reply.type('application/json; charset=utf-8').send(Buffer.from(json))
  },
}

/** Milliseconds after which a task is stopped, since others wait for the same threads. */
const maxRunMs = 10_000
const reader = threadModule<typeof import('./parse-bill.ts')>(import.meta.url, './parse-bill', { maxRunMs })

async function readUploadedBill(call: ByteCall): Promise<Uint8Array> {
  const read = await withFileBytes(call, maxBytes, async ({ bytes }) => {
    const { language, taskOwner } = await call.operate('read', async ({ language, taskOwner }) => ({
      language,
      taskOwner,
    }))
    const input = { bytes, language, most: limits.answerBytes }
    return call.services.threads.run(taskOwner, reader, 'parseBillFile', input).catch(refuseStoppedTask)
  })
  if ('refused' in read) throw unreadable(read.refused)
  return read.json
}

/** Throws 422 if the thread ran out of time or memory. */
function refuseStoppedTask(error: unknown): never {
  throw error instanceof TaskStopped
    ? unreadable({ de: 'zu groß oder zu verschachtelt', en: 'too large or too deeply nested' })
    : error
}

const unreadable = (text: { de: string; en: string }) =>
  invalidField('file', { de: `wird nicht gelesen: ${text.de}`, en: `is not read: ${text.en}` })
