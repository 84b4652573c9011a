import { select } from '#core/database/select'
import { combineProblems, invalidField, missingEitherField, Problem, unknownReference } from '#core/errors/problem'
import { formatField, formatMessage } from '#core/errors/problem-response'
import type { Context } from '#core/operation/context'
import { validateArgument } from '#core/schema/validation'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import type { Bilingual } from '#core/text/language'
import { invalidLeitwegIdMessage } from '#core/text/leitweg-id'
import { foldAddress, listAddressForms } from '#core/text/mail-address'
import { snakeCase } from '#core/text/naming'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { File } from '#features/content/files/file.entity'
import { maxColumns } from '../../../client-csv/column-mapping.ts'
import { Client } from './client.entity.ts'
import { ImportClientInput, type ImportClientsInput, maxFileRows } from './client.inputs.ts'

/** An entry of an import that matches an existing client. */
export interface ExistingClient {
  /** Position of the entry, from 0. */
  index: number
  clientId: string
}

export enum ImportOutcome {
  created = 'created',
  known = 'known',
  invalid = 'invalid',
}

/** Entries by their position. */
type EntriesByIndex = Map<number, ImportClientInput>

/** Valid entries, and the errors of the others. */
interface ParsedImport {
  entries: EntriesByIndex
  problems: ReadonlyMap<number, readonly Problem[]>
}

/** Keys that identify a client, normalized for comparison. */
const matchKeys = {
  externalId: (text: string) => text,
  email: (text: string) => foldAddress(text).toLowerCase(),
  customerNumber: (text: string) => text,
} as const
const matchFields = Object.keys(matchKeys) as (keyof typeof matchKeys)[]

const duplicateMessage = { de: 'steht schon weiter oben', en: 'stands above already' }

const maxFileBytes = 2 * 1024 * 1024

/** A file of 2 MB full of quotation marks takes up to two seconds. */
const csvModule = threadModule<typeof import('./parse-client-file.ts')>(import.meta.url, './parse-client-file', {
  maxRunMs: 5_000,
})

export const previewClientImport = async (context: Context, input: ImportClientsInput): Promise<ExistingClient[]> =>
  findExistingClients(context, (await loadImport(context, input)).entries)

/** Creates the clients that do not exist yet; a dry run only returns the outcome. */
export async function importClients(context: Context, input: ImportClientsInput) {
  const { entries, problems } = await loadImport(context, input)
  const known = await findExistingClients(context, entries)
  const ids = new Map(known.map(({ index, clientId }) => [index, clientId]))
  const clients: Client[] = []
  const rows = Array.from({ length: entries.size + problems.size }, (_, index) => {
    const wrong = problems.get(index)
    if (wrong)
      return { index, outcome: ImportOutcome.invalid, clientId: null, errors: wrong.map(formatRowError(context)) }
    const clientId = ids.get(index)
    if (clientId) return { index, outcome: ImportOutcome.known, clientId, errors: [] }
    const entry = entries.get(index)
    if (!entry || input.dryRun) return { index, outcome: ImportOutcome.created, clientId: null, errors: [] }
    const client = context.create(Client, entry)
    context.record('client.created', client)
    clients.push(client)
    return { index, outcome: ImportOutcome.created, clientId: client.id, errors: [] }
  })
  return { clients, known, rows }
}

const formatRowError = (context: Context) => (flaw: Problem) => ({
  field: formatField(flaw, snakeCase),
  message: formatMessage(flaw, context.language, snakeCase),
})

/** 422 for invalid or duplicate entries of a list. Errors of a file are returned by row. */
async function loadImport(context: Context, { clients, fileId }: ImportClientsInput): Promise<ParsedImport> {
  if (clients && fileId)
    throw invalidField('fileId', { de: 'steht nicht neben clients', en: 'does not go with clients' })
  if (fileId) return loadFileImport(context, fileId)
  if (!clients) throw missingEitherField('clients', 'file_id')
  const entries = new Map(clients.entries())
  const problem = combineProblems(
    findEntryErrors(context, entries).map(([index, field, text]) => invalidField(`clients.${index}.${field}`, text)),
  )
  if (problem) throw problem
  return { entries, problems: new Map() }
}

async function loadFileImport(context: Context, fileId: string): Promise<ParsedImport> {
  const rows = await loadFileRows(context, fileId)
  if (rows === 'no names') throw missingNameColumn()
  if (rows === 'too large') throw fileTooLarge()
  const entries: EntriesByIndex = new Map()
  const flaws = new Map<number, Problem[]>()
  for (const [index, row] of rows.entries()) {
    const entry = Object.assign(new ImportClientInput(), row)
    const problems = validateEntry(entry)
    if (problems.length) flaws.set(index, [...problems])
    else entries.set(index, entry)
  }
  for (const [index, field, text] of findEntryErrors(context, entries))
    flaws.set(index, [...(flaws.get(index) ?? []), invalidField(field, text)])
  for (const index of flaws.keys()) entries.delete(index)
  return { entries, problems: flaws }
}

async function loadFileRows(context: Context, fileId: string) {
  const { id, sizeBytes } = await context.readReferenced(File, fileId, 'fileId')
  if (sizeBytes > maxFileBytes) throw fileTooLarge()
  const key = createObjectKey(context.organizationId, id)
  return context.prepareOutside(`clients of ${id}`, async ({ storage, threads }) => {
    const bytes = await storage.read(key).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? unknownReference('fileId') : error
    })
    const input = { bytes, mostRows: maxFileRows }
    return threads.run(context.taskOwner, csvModule, 'parseClientFile', input).catch((error: unknown) => {
      throw error instanceof TaskStopped ? fileTooLarge() : error
    })
  })
}

const missingNameColumn = () =>
  invalidField('fileId', {
    de: 'ist keine CSV-Datei mit einer Spalte für Namen und Zeilen darunter',
    en: 'is not a CSV file with a column of names and rows below it',
  })

const fileTooLarge = () =>
  invalidField('fileId', {
    de: `hat mehr als ${maxFileRows} Zeilen, ${maxColumns} Spalten oder ${maxFileBytes / 1024 ** 2} MB: bitte die Datei teilen`,
    en: `has more than ${maxFileRows} rows, ${maxColumns} columns or ${maxFileBytes / 1024 ** 2} MB: split the file`,
  })

function validateEntry(entry: ImportClientInput): readonly Problem[] {
  try {
    validateArgument(entry)
    return []
  } catch (error) {
    if (error instanceof Problem) return error.all
    throw error
  }
}

async function findExistingClients(context: Context, entries: EntriesByIndex): Promise<ExistingClient[]> {
  const sought = (name: keyof typeof matchKeys) => [...entries.values()].flatMap((entry) => matchKey(entry, name) ?? [])
  const found = await context.query<Record<keyof typeof matchKeys, string | null> & { id: string }>(
    select`id, external_id as "externalId", email, customer_number as "customerNumber" from clients
        where organization_id = ${context.organizationId}
          and (external_id = any(${sought('externalId')}) or lower(email) = any(${sought('email').flatMap(listAddressForms)})
            or customer_number = any(${sought('customerNumber')}))
        order by created_at, id`,
  )
  const idOf = (name: keyof typeof matchKeys) =>
    new Map(
      found.toReversed().flatMap((client) => (client[name] ? [[matchKey(client, name), client.id] as const] : [])),
    )
  const ids = matchFields.map((name) => [name, idOf(name)] as const)
  return [...entries].flatMap(([index, entry]) => {
    const clientId = ids.flatMap(([name, known]) => known.get(matchKey(entry, name)) ?? [])[0]
    return clientId ? [{ index, clientId }] : []
  })
}

const matchKey = (entry: Partial<Record<keyof typeof matchKeys, string | null>>, name: keyof typeof matchKeys) => {
  const value = entry[name]
  return value ? matchKeys[name](value) : undefined
}

type EntryError = readonly [index: number, field: string, text: Bilingual]

const findEntryErrors = (context: Context, entries: EntriesByIndex): EntryError[] => [
  ...[...entries].flatMap(([index, entry]): EntryError[] =>
    context.draft(Client, entry).hasValidBuyerReference ? [] : [[index, 'buyerReference', invalidLeitwegIdMessage]],
  ),
  ...matchFields.flatMap((name) => {
    const seen = new Set<string>()
    return [...entries].flatMap(([index, entry]): EntryError[] => {
      const key = matchKey(entry, name)
      if (key === undefined) return []
      const isSecond = seen.has(key)
      seen.add(key)
      return isSecond ? [[index, name, duplicateMessage]] : []
    })
  }),
]
