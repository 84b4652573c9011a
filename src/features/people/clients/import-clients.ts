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
import { ImportClientInput, type ImportClientsInput, mostOfFile } from './client.inputs.ts'

/** The client that an entry of an import is already. */
export interface Known {
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
type Entries = Map<number, ImportClientInput>

/** What is to be imported, and what is wrong with what cannot be. */
interface Import {
  entries: Entries
  flaws: ReadonlyMap<number, readonly Problem[]>
}

/** By what an entry is known, each as it is compared. */
const keys = {
  externalId: (text: string) => text,
  email: (text: string) => foldAddress(text).toLowerCase(),
  customerNumber: (text: string) => text,
} as const
const names = Object.keys(keys) as (keyof typeof keys)[]

const twice = { de: 'steht schon weiter oben', en: 'stands above already' }

/** Bytes of a file. */
const mostBytes = 2 * 1024 * 1024

/** Milliseconds in which a file is read: one of 2 MB takes up to two seconds if it is full of quotation marks. */
const reader = threadModule<typeof import('./read-client-file.ts')>(import.meta.url, './read-client-file', {
  maxRunMs: 5_000,
})

/** What an import would find to be clients already. */
export const previewImport = async (context: Context, input: ImportClientsInput): Promise<Known[]> =>
  findKnown(context, (await readImport(context, input)).entries)

/** Creates those that are no clients yet; in a dry run, says what would become of each. */
export async function importClients(context: Context, input: ImportClientsInput) {
  const { entries, flaws } = await readImport(context, input)
  const known = await findKnown(context, entries)
  const ids = new Map(known.map(({ index, clientId }) => [index, clientId]))
  const clients: Client[] = []
  const rows = Array.from({ length: entries.size + flaws.size }, (_, index) => {
    const wrong = flaws.get(index)
    if (wrong) return { index, outcome: ImportOutcome.invalid, clientId: null, errors: wrong.map(flawIn(context)) }
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

const flawIn = (context: Context) => (flaw: Problem) => ({
  field: formatField(flaw, snakeCase),
  message: formatMessage(flaw, context.language, snakeCase),
})

/** @throws 422 for an entry of a list that cannot be a client, or has a key that another has; rows of a file say so themselves. */
async function readImport(context: Context, { clients, fileId }: ImportClientsInput): Promise<Import> {
  if (clients && fileId)
    throw invalidField('fileId', { de: 'steht nicht neben clients', en: 'does not go with clients' })
  if (fileId) return readFile(context, fileId)
  if (!clients) throw missingEitherField('clients', 'file_id')
  const entries = new Map(clients.entries())
  const problem = combineProblems(
    flawsAmong(context, entries).map(([index, field, text]) => invalidField(`clients.${index}.${field}`, text)),
  )
  if (problem) throw problem
  return { entries, flaws: new Map() }
}

async function readFile(context: Context, fileId: string): Promise<Import> {
  const rows = await rowsOf(context, fileId)
  if (rows === 'no names') throw noNames()
  if (rows === 'too large') throw tooLarge()
  const entries: Entries = new Map()
  const flaws = new Map<number, Problem[]>()
  for (const [index, row] of rows.entries()) {
    const entry = Object.assign(new ImportClientInput(), row)
    const problems = problemsOf(entry)
    if (problems.length) flaws.set(index, [...problems])
    else entries.set(index, entry)
  }
  for (const [index, field, text] of flawsAmong(context, entries))
    flaws.set(index, [...(flaws.get(index) ?? []), invalidField(field, text)])
  for (const index of flaws.keys()) entries.delete(index)
  return { entries, flaws }
}

async function rowsOf(context: Context, fileId: string) {
  const { id, sizeBytes } = await context.readReferenced(File, fileId, 'fileId')
  if (sizeBytes > mostBytes) throw tooLarge()
  const key = createObjectKey(context.organizationId, id)
  return context.prepareOutside(`clients of ${id}`, async ({ storage, threads }) => {
    const bytes = await storage.read(key).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? unknownReference('fileId') : error
    })
    const input = { bytes, mostRows: mostOfFile }
    return threads.run(context.taskOwner, reader, 'readClientFile', input).catch((error: unknown) => {
      throw error instanceof TaskStopped ? tooLarge() : error
    })
  })
}

const noNames = () =>
  invalidField('fileId', {
    de: 'ist keine CSV-Datei mit einer Spalte für Namen und Zeilen darunter',
    en: 'is not a CSV file with a column of names and rows below it',
  })

const tooLarge = () =>
  invalidField('fileId', {
    de: `hat mehr als ${mostOfFile} Zeilen, ${maxColumns} Spalten oder ${mostBytes / 1024 ** 2} MB: bitte die Datei teilen`,
    en: `has more than ${mostOfFile} rows, ${maxColumns} columns or ${mostBytes / 1024 ** 2} MB: split the file`,
  })

function problemsOf(entry: ImportClientInput): readonly Problem[] {
  try {
    validateArgument(entry)
    return []
  } catch (error) {
    if (error instanceof Problem) return error.all
    throw error
  }
}

async function findKnown(context: Context, entries: Entries): Promise<Known[]> {
  const sought = (name: keyof typeof keys) => [...entries.values()].flatMap((entry) => keyOf(entry, name) ?? [])
  const found = await context.query<Record<keyof typeof keys, string | null> & { id: string }>(
    select`id, external_id as "externalId", email, customer_number as "customerNumber" from clients
        where organization_id = ${context.organizationId}
          and (external_id = any(${sought('externalId')}) or lower(email) = any(${sought('email').flatMap(listAddressForms)})
            or customer_number = any(${sought('customerNumber')}))
        order by created_at, id`,
  )
  const idOf = (name: keyof typeof keys) =>
    new Map(found.toReversed().flatMap((client) => (client[name] ? [[keyOf(client, name), client.id] as const] : [])))
  const ids = names.map((name) => [name, idOf(name)] as const)
  return [...entries].flatMap(([index, entry]) => {
    const clientId = ids.flatMap(([name, known]) => known.get(keyOf(entry, name)) ?? [])[0]
    return clientId ? [{ index, clientId }] : []
  })
}

const keyOf = (entry: Partial<Record<keyof typeof keys, string | null>>, name: keyof typeof keys) => {
  const value = entry[name]
  return value ? keys[name](value) : undefined
}

type Flaw = readonly [index: number, field: string, text: Bilingual]

const flawsAmong = (context: Context, entries: Entries): Flaw[] => [
  ...[...entries].flatMap(([index, entry]): Flaw[] =>
    context.draft(Client, entry).hasBuyerReference ? [] : [[index, 'buyerReference', invalidLeitwegIdMessage]],
  ),
  ...names.flatMap((name) => {
    const seen = new Set<string>()
    return [...entries].flatMap(([index, entry]): Flaw[] => {
      const key = keyOf(entry, name)
      if (key === undefined) return []
      const isSecond = seen.has(key)
      seen.add(key)
      return isSecond ? [[index, name, twice]] : []
    })
  }),
]
