import { combineProblems, invalidField } from '#core/errors/problem'
import { runIdempotent, versionEtag } from '#core/http/idempotency'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { sendResponse } from '#core/rest/routes'
import { limits } from '#core/schema/limits'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { fileInputSchema, type LoadedFile, withFileBytes } from '#features/content/files/route-file-input'
import { maxKnownTransactions, readKnownPayers, readKnownTransactions, readPayables } from './bank-import.reads.ts'
import { importStatements } from './import-statements.ts'
import type { RefusedFile } from './parse-statements.ts'
import { type ParsedStatements, statementLimits } from './statement.ts'

/** Path for browser uploads, which carry a signed URL instead of a token. */
export const statementUploadPath = '/payment-imports'

export const importPaymentsRoute: ByteRoute = {
  method: 'post',
  path: '/payments/import',
  signedPath: statementUploadPath,
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

const reader = threadModule<typeof import('./parse-statements.ts')>(import.meta.url, './parse-statements', {
  maxRunMs: 10_000,
})
const recognizer = threadModule<typeof import('./recognize-movements.ts')>(import.meta.url, './recognize-movements')
const matcher = threadModule<typeof import('./match-movements.ts')>(import.meta.url, './match-movements')

/** Parses, matches and recognizes in threads between operations, so that neither a connection nor a lock is held meanwhile. */
async function importFile(call: ByteCall) {
  const { read, matches, sha256, acceptsUnbalanced, organizationId } = await withFileBytes(
    call,
    statementLimits.bytes,
    (file) => readAndMatch(call, file),
  )
  for (;;) {
    const known = await recognize(call, organizationId, read)
    const answer = await call
      .operate('write', (context) =>
        runIdempotent(context, call.request, { sha256, acceptsUnbalanced }, async () => {
          const made = await importStatements(context, { parsed: read, matches, ...known })
          if (!made) throw new ConcurrentImport()
          const body = await context.services.represent('BankImport', made, context)
          return { status: 201, body: JSON.stringify(body), etag: versionEtag(body) }
        }),
      )
      // Each retry means that another import was stored, so the loop ends.
      .catch((error: unknown) => {
        if (!(error instanceof ConcurrentImport)) throw error
      })
    if (answer) return answer
  }
}

/** Rolls back if another import has stored transactions of the same days. */
class ConcurrentImport extends Error {
  override readonly name = 'ToldMeanwhile'
}

async function recognize(
  { operate, services }: ByteCall,
  organizationId: string,
  { statements, format }: ParsedStatements,
) {
  const known = await operate('read', (context) => readKnownTransactions(context, statements))
  if (known.length > maxKnownTransactions)
    throw unreadable({
      de: `von diesen Tagen sind mehr als ${maxKnownTransactions} Umsätze gleichen Betrags bekannt, bitte kürzere Zeiträume einlesen`,
      en: `more than ${maxKnownTransactions} transactions of the same amounts are known of these days, please import shorter periods`,
    })
  const recognized = await services.threads
    .run(organizationId, recognizer, 'recognizeMovements', { statements, format, known })
    .catch(refuseStoppedTask)
  return { recognized, knownCount: known.length }
}

async function readAndMatch({ operate, services }: ByteCall, { bytes, sha256, organizationId, fields }: LoadedFile) {
  const { threads } = services
  const acceptsUnbalanced = parseBoolean(fields.accept_unbalanced, 'acceptUnbalanced')
  const result = await threads.run(organizationId, reader, 'parseStatements', bytes).catch(refuseStoppedTask)
  const read = 'refused' in result ? acceptUnbalanced(result, acceptsUnbalanced) : result
  const movements = read.statements.flatMap((statement) => statement.movements)
  const ibans = [...new Set(movements.flatMap(({ iban }) => iban ?? []))]
  const known = await operate('read', async (context) => ({
    payables: await readPayables(context),
    accounts: await readKnownPayers(context, ibans),
  }))
  const matches = await threads
    .run(organizationId, matcher, 'matchMovements', { movements, ...known, maxBytes: limits.answerBytes })
    .catch(refuseStoppedTask)
  if ('refused' in matches) throw unreadable(matches.refused)
  return { read, matches, sha256, acceptsUnbalanced, organizationId }
}

/** Accepts a file whose balances disagree if the request allows it; else throws 422 naming the field that would. */
function acceptUnbalanced(
  { refused: { text, line }, unbalanced }: RefusedFile,
  acceptsUnbalanced: boolean,
): ParsedStatements {
  if (unbalanced && acceptsUnbalanced) return unbalanced
  const problem = unreadable(line === null ? text : { de: `Zeile ${line}: ${text.de}`, en: `line ${line}: ${text.en}` })
  throw (unbalanced && combineProblems([problem, invalidField('acceptUnbalanced', acceptUnbalancedHint)])) || problem
}

const acceptUnbalancedHint = {
  de: 'mit true wird die Datei trotzdem eingelesen',
  en: 'set it to true to import the file anyway',
}

/** Parses a boolean in JSON or form text. */
function parseBoolean(value: unknown, field: string): boolean {
  if (value === undefined || value === null || value === '') return false
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw invalidField(field, { de: 'muss true oder false sein', en: 'must be true or false' })
}

/** Throws 422 if the thread ran out of time or memory. */
function refuseStoppedTask(error: unknown): never {
  throw error instanceof TaskStopped
    ? unreadable({ de: 'zu groß oder zu verschachtelt', en: 'too large or too deeply nested' })
    : error
}

const unreadable = (text: { de: string; en: string }) =>
  invalidField('file', { de: `wird nicht gelesen: ${text.de}`, en: `is not read: ${text.en}` })
