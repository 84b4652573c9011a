import { invalid } from '#core/errors/problem'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { snakeCase } from '#core/text/naming'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { readSentFile, takesFile } from '#features/content/files/sent-file'
import { billSchema } from './bill.schema.ts'
import type { Bill } from './bill.ts'

/** Where a browser posts its form, which has no token to send. */
export const ticketPath = '/received-bills'

const mostBytes = 20 * 1024 * 1024

export const readBillRoute: ByteRoute = {
  method: 'post',
  path: '/bills/read',
  signedPath: ticketPath,
  may: invoices.read,
  contentType: 'application/json',
  operationId: 'readBill',
  summary:
    'Reads a received e-invoice, and tells what of it does not agree: ZUGFeRD or Factur-X PDF, XRechnung, CII or UBL XML, at most 20 MB. Nothing is kept.',
  answer: billSchema,
  ...takesFile('The e-invoice, PDF or XML.'),
  async handle(call) {
    const { bill, language } = await readReceived(call)
    const findings = bill.findings.map(({ field, text }) => ({ field, message: text[language] }))
    return call.reply.type('application/json; charset=utf-8').send(JSON.stringify(spelled({ ...bill, findings })))
  },
}

const reader = threadModule<typeof import('./read-bill.ts')>(import.meta.url, './read-bill')

async function readReceived(call: ByteCall) {
  const read = await readSentFile(call, mostBytes, ({ bytes, organizationId }) =>
    call.services.threads.run(organizationId, reader, 'readBill', bytes).catch(tooMuch),
  )
  if ('refused' in read) throw unreadable(read.refused)
  return { bill: read as Bill, language: await call.operate('read', async ({ language }) => language) }
}

/** 422: what a thread could not read within its time and memory. */
function tooMuch(error: unknown): never {
  throw error instanceof TaskStopped
    ? unreadable({ de: 'zu groß oder zu verschachtelt', en: 'too large or too deeply nested' })
    : error
}

const unreadable = (text: { de: string; en: string }) =>
  invalid('file', { de: `wird nicht gelesen: ${text.de}`, en: `is not read: ${text.en}` })

/** The same with its names in snake_case. */
function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), spelled(part)]))
}
