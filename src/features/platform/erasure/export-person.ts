import type { Readable } from 'node:stream'
import sql, { join, raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import { type Exporter, recordExport, toExporter } from '#core/operation/audit-export'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { version } from '#core/runtime/version'
import { ObjectMissing } from '#core/storage/storage'
import { createZip, type ZipFile } from '#core/storage/zip'
import { createRowReader, type ReadRows, readPages, rowsPerPage } from '#features/billing/accounting/read-pages'
import { archiveKey } from '#features/billing/issuing/archive'
import { fromHolding } from './erasure-plan.ts'
import { type Holding, holdings, type Person, PersonKind } from './holdings.ts'
import { createInformation } from './information.ts'
import { findPerson } from './person.ts'
import { personalData } from './personal-data.ts'

export interface PreparedPersonalData extends Exporter {
  person: Person
  /** Information under Art. 15(1) GDPR, as Markdown. */
  information: string
}

const actions = {
  client: 'client.exported',
  guest: 'booking.exported',
  member: 'member.exported',
} as const

/** Credentials, and columns derived from exported ones. */
const withheld = [
  ...['hash', 'password_hash', 'sealed', 'sealed_password', 'sealed_secret', 'public_key', 'credential_id', 'key_id'],
  ...['link', 'link_hash', 'image', 'here', 'there', 'tokens', 'search_name', 'search_text', 'previous_hash'],
  ...['body_html', 'organization_id'],
]

export async function preparePersonalData(
  context: Context,
  kind: PersonKind,
  id: string,
): Promise<PreparedPersonalData> {
  const person = await findPerson(context, kind, id)
  return { ...toExporter(context), person, information: await createInformation(context, person) }
}

/** Records the export in the audit log and streams the ZIP. */
export async function streamPersonalData(services: Services, prepared: PreparedPersonalData): Promise<Readable> {
  const { kind, id } = prepared.person
  await recordExport(services, prepared, actions[kind], {}, id)
  return createZip(createFiles(services, prepared), services.clock.now())
}

async function* createFiles(
  { database, storage, clock }: Services,
  { person, information }: PreparedPersonalData,
): AsyncGenerator<ZipFile> {
  const read = createRowReader(database, person.organizationId)
  const tables = listExportedHoldings(person.kind)
  yield {
    name: 'kontor.json',
    content: toJson({
      ...{ format: 1, version, kind: person.kind, id: person.id, exported_at: clock.now().toISOString() },
      tables: tables.map(({ table }) => table),
    }),
  }
  yield { name: 'information.md', content: Buffer.from(information) }
  const documents: string[] = []
  for (const holding of tables) {
    yield { name: `${holding.table}.jsonl`, content: streamLines(read, person, holding) }
    if (holding.table === 'archived_documents') documents.push(...(await readPdfHashes(read, person, holding)))
  }
  for (const hash of new Set(documents)) {
    const content = await storage.get(archiveKey(person.organizationId, hash, 'pdf')).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return null
      throw error
    })
    if (content)
      try {
        yield { name: `documents/${hash}.pdf`, content, isCompressed: true }
      } finally {
        content.destroy()
      }
  }
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The holdings of a table combined, whatever their outcome, so that each row is exported once. */
interface ExportedHolding extends Pick<Holding, 'table' | 'hides'> {
  where: NonNullable<Holding['where']>
}

function listExportedHoldings(kind: PersonKind): ExportedHolding[] {
  const shown = holdings[kind].filter(({ isExported }) => isExported !== false)
  return [...Map.groupBy(shown, ({ table }) => table)].flatMap(([table, own]) => {
    const wheres = own.flatMap(({ where }) => where ?? [])
    if (!wheres.length) return []
    const where = (person: Person) =>
      join(
        wheres.map((one) => sql`(${one(person)})`),
        ' or ',
      )
    return [{ table, where, hides: own.flatMap(({ hides }) => hides ?? []) }]
  })
}

/** Rows as JSON lines written by the database, ordered by key. */
async function* streamLines(read: ReadRows, person: Person, exported: ExportedHolding) {
  const key = raw(personalData[exported.table]?.key ?? 't.id::text')
  const hidden = [...withheld, ...(exported.hides ?? [])]
  const rows = readPages<{ line: string; key: string }>(
    read,
    (after) =>
      select`(to_jsonb(t) - ${hidden}::text[])::text as line, ${key} as key ${fromHolding(exported, person)}
          and ${after ? sql`${key} > ${after.key}` : sql`true`} order by ${key} limit ${rowsPerPage}`,
  )
  for await (const page of rows) yield Buffer.from(page.map(({ line }) => `${line}\n`).join(''))
}

const readPdfHashes = async (read: ReadRows, person: Person, holding: ExportedHolding) =>
  (await read<{ hash: string }>(select`t.pdf_sha256 as hash ${fromHolding(holding, person)}`)).map(({ hash }) => hash)
