import { combineProblems, invalidField } from '#core/errors/problem'
import { runIdempotent, versionEtag } from '#core/http/idempotency'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { sendResponse } from '#core/rest/routes'
import { limits } from '#core/schema/limits'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { fileInputSchema, type LoadedFile, withFileBytes } from '#features/content/files/received-file'
import { mostKnown, readAccounts, readKnown, readPayables } from './bank-import.reads.ts'
import { importStatements } from './import-statements.ts'
import type { Refused } from './read-statements.ts'
import { mostOfStatement, type Statements } from './statement.ts'

/** Where a browser posts its form, which has no token to send. */
export const ticketPath = '/payment-imports'

export const importRoute: ByteRoute = {
  method: 'post',
  path: '/payments/import',
  signedPath: ticketPath,
  may: invoices.write,
  contentType: 'application/json',
  operationId: 'importPayments',
  summary:
    'Reads bank statements and proposes which invoices their transactions pay: camt.052, camt.053, camt.054, MT940 or MT942, or a ZIP of such files; at most 20 MB and 5000 transactions, each with up to 50 invoices that it may pay, and 5 MB of what is shown of them.',
  creates: 'BankImport',
  ...fileInputSchema('The file of statements, as the bank gives it.', {
    accept_unbalanced: {
      type: 'boolean',
      description:
        'Import the file even if its balances or sums do not agree with its transactions, `false` unless sent; `warnings` names the difference.',
    },
  }),
  async handle(call) {
    return sendResponse(call.reply, await importFile(call))
  },
}

const reader = threadModule<typeof import('./read-statements.ts')>(import.meta.url, './read-statements', {
  maxRunMs: 10_000,
})
const recognizer = threadModule<typeof import('./same-transaction.ts')>(import.meta.url, './same-transaction')
const matcher = threadModule<typeof import('./match-movements.ts')>(import.meta.url, './match-movements')

/** Reads, matches and recognizes in threads, between operations: none waits for it with a connection or a lock. */
async function importFile(call: ByteCall) {
  const { read, matches, sha256, acceptsUnbalanced, organizationId } = await withFileBytes(
    call,
    mostOfStatement.bytes,
    (file) => readAndMatch(call, file),
  )
  for (;;) {
    const known = await recognize(call, organizationId, read)
    const answer = await call
      .operate('write', (context) =>
        runIdempotent(context, call.request, { sha256, acceptsUnbalanced }, async () => {
          const made = await importStatements(context, { read, matches, ...known })
          if (!made) throw new ToldMeanwhile()
          const body = await context.services.represent('BankImport', made, context)
          return { status: 201, body: JSON.stringify(body), etag: versionEtag(body) }
        }),
      )
      // Each time another import was kept, so that this ends.
      .catch((error: unknown) => {
        if (!(error instanceof ToldMeanwhile)) throw error
      })
    if (answer) return answer
  }
}

/** Undoes an operation whose file another one has told of before it. */
class ToldMeanwhile extends Error {
  override readonly name = 'ToldMeanwhile'
}

async function recognize({ operate, services }: ByteCall, organizationId: string, { statements, format }: Statements) {
  const known = await operate('read', (context) => readKnown(context, statements))
  if (known.length > mostKnown)
    throw unreadable({
      de: `von diesen Tagen sind mehr als ${mostKnown} Umsätze gleichen Betrags bekannt, bitte kürzere Zeiträume einlesen`,
      en: `more than ${mostKnown} transactions of the same amounts are known of these days, please import shorter periods`,
    })
  const recognized = await services.threads
    .run(organizationId, recognizer, 'recognizeMovements', { statements, format, known })
    .catch(tooMuch)
  return { recognized, knownThen: known.length }
}

async function readAndMatch({ operate, services }: ByteCall, { bytes, sha256, organizationId, fields }: LoadedFile) {
  const { threads } = services
  const acceptsUnbalanced = readFlag(fields.accept_unbalanced, 'acceptUnbalanced')
  const result = await threads.run(organizationId, reader, 'readStatements', bytes).catch(tooMuch)
  const read = 'refused' in result ? acceptUnbalanced(result, acceptsUnbalanced) : result
  const movements = read.statements.flatMap((statement) => statement.movements)
  const ibans = [...new Set(movements.flatMap(({ iban }) => iban ?? []))]
  const known = await operate('read', async (context) => ({
    payables: await readPayables(context),
    accounts: await readAccounts(context, ibans),
  }))
  const matches = await threads
    .run(organizationId, matcher, 'matchMovements', { movements, ...known, mostBytes: limits.answerBytes })
    .catch(tooMuch)
  if ('refused' in matches) throw unreadable(matches.refused)
  return { read, matches, sha256, acceptsUnbalanced, organizationId }
}

/** The statements of a file whose sums do not agree, if the request accepts that; else 422, naming the field that would. */
function acceptUnbalanced({ refused: { text, line }, unbalanced }: Refused, acceptsUnbalanced: boolean): Statements {
  if (unbalanced && acceptsUnbalanced) return unbalanced
  const problem = unreadable(line === null ? text : { de: `Zeile ${line}: ${text.de}`, en: `line ${line}: ${text.en}` })
  throw (unbalanced && combineProblems([problem, invalidField('acceptUnbalanced', acceptUnbalancedHint)])) || problem
}

const acceptUnbalancedHint = {
  de: 'mit true wird die Datei trotzdem eingelesen',
  en: 'set it to true to import the file anyway',
}

/** A boolean from JSON, or from a form field as text. */
function readFlag(value: unknown, field: string): boolean {
  if (value === undefined || value === null || value === '') return false
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw invalidField(field, { de: 'muss true oder false sein', en: 'must be true or false' })
}

/** 422: what a thread could not read within its time and memory. */
function tooMuch(error: unknown): never {
  throw error instanceof TaskStopped
    ? unreadable({ de: 'zu groß oder zu verschachtelt', en: 'too large or too deeply nested' })
    : error
}

const unreadable = (text: { de: string; en: string }) =>
  invalidField('file', { de: `wird nicht gelesen: ${text.de}`, en: `is not read: ${text.en}` })
