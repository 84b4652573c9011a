import type { Readable } from 'node:stream'
import sql, { join, raw } from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { invalidState } from '#core/errors/problem'
import { auditExport, type Exporter, exporterOf } from '#core/operation/audit-export'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { version } from '#core/runtime/version'
import { objectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { type ZipFile, zipOf } from '#core/storage/zip'
import { dayInBerlin } from '#core/time/clock'
import { pages, perPage, type Read, readerOf } from '#features/billing/accounting/pages'
import { archiveKey } from '#features/billing/issuing/archive'
import { type Asker, type ExportedTable, exportedTables } from './exported-tables.ts'
import { mailFailedExport } from './failed-export.mail.ts'

/** An export of all that an organization has, which may begin. */
export interface PreparedExport extends Asker, Exporter {}

export const prepareExport = (context: Context): PreparedExport => ({
  ...exporterOf(context),
  memberId: context.member.id,
})

/** The name of the ZIP. */
export const exportName = (now: Date) => `kontor_${dayInBerlin(now)}.zip`

/** Organizations of which an export is under way in this process. */
const underWay = new Set<string>()

/**
 * Has the audit log tell it, and answers a ZIP that is made while it is read: the rows of every table as JSON lines, which
 * PostgreSQL writes, the archived documents and the files. 409 while another one of the organization is under way.
 */
export async function beginExport(services: Services, prepared: PreparedExport): Promise<Readable> {
  const { organizationId } = prepared
  if (underWay.has(organizationId))
    throw invalidState({
      de: 'Ein Export dieser Organisation läuft schon.',
      en: 'An export of this organization is under way already.',
    })
  underWay.add(organizationId)
  try {
    await auditExport(services, prepared, 'organization.exported', {}, organizationId)
    const files = endWithFailure(filesOf(services, prepared), (failure) => reportFailure(services, prepared, failure))
    const zip = zipOf(files, services.clock.now())
    return zip.once('close', () => underWay.delete(organizationId))
  } catch (error) {
    underWay.delete(organizationId)
    throw error
  }
}

/** The file in which an export failed; null if it failed between two. */
interface ExportFailure {
  file: string | null
  error: unknown
}

/** A ZIP that is being sent cannot become an error response: the first failure ends it with `incomplete.json`. */
async function* endWithFailure(
  files: AsyncIterable<ZipFile>,
  report: (failure: ExportFailure) => Promise<void>,
): AsyncGenerator<ZipFile> {
  const failures: ExportFailure[] = []
  const guard = async function* (file: string, content: AsyncIterable<Uint8Array>) {
    try {
      yield* content
    } catch (error) {
      failures.push({ file, error })
    }
  }
  try {
    for await (const { content, ...file } of files) {
      yield { ...file, content: content instanceof Uint8Array ? content : guard(file.name, content) }
      if (failures.length) break
    }
  } catch (error) {
    failures.push({ file: null, error })
  }
  const [failure] = failures
  if (!failure) return
  await report(failure)
  yield { name: 'incomplete.json', content: json({ file: failure.file, ...incomplete }) }
}

const incomplete = {
  de: 'Der Export ist hier abgebrochen: Ab dieser Datei fehlt alles. Bitte starten Sie ihn neu.',
  en: 'The export failed here: everything from this file on is missing. Please start it again.',
}

async function reportFailure(
  services: Services,
  { organizationId, memberId, actor }: PreparedExport,
  { file, error }: ExportFailure,
): Promise<void> {
  services.log.error({ organization_id: organizationId, file, err: error }, 'export failed')
  await operateAsSystem(services, organizationId, (context) => mailFailedExport(context, memberId), actor).catch(
    (failed: unknown) =>
      services.log.error({ organization_id: organizationId, err: failed }, 'export failure not mailed'),
  )
}

async function* filesOf(
  { database, storage, clock }: Services,
  { organizationId, memberId }: PreparedExport,
): AsyncGenerator<ZipFile> {
  const read = readerOf(database, organizationId)
  const about = { format: 1, version, organization_id: organizationId, exported_at: clock.now().toISOString() }
  yield { name: 'kontor.json', content: json({ ...about, tables: Object.keys(exportedTables) }) }
  for (const [table, how] of Object.entries(exportedTables))
    yield { name: `tables/${table}.jsonl`, content: lines(read, { organizationId, memberId }, table, how) }
  const missing: string[] = []
  for await (const { key, name, isCompressed } of objects(read, organizationId)) {
    const content = await storage.get(key).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return null
      throw error
    })
    if (!content) missing.push(name)
    else
      try {
        yield { name, content, isCompressed }
      } finally {
        content.destroy()
      }
  }
  // What was deleted meanwhile, or is not where it belongs.
  if (missing.length) yield { name: 'missing.json', content: json(missing) }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

interface Line {
  line: string
  /** Its key, as text. */
  place: string[]
}

/** What the database fills for a search (`searchable`). */
const searchColumns = ['search_name', 'search_text']

/** The rows of a table, each a line of JSON that the database has written. */
async function* lines(
  read: Read,
  { organizationId, memberId }: Asker,
  table: string,
  { key, without, instead, atOnce = perPage }: ExportedTable,
) {
  const columns = Object.entries(key)
  const owner = raw(table === 'organizations' ? 't.id' : 't.organization_id')
  const order = raw(columns.map(([column]) => `t.${column}`).join(', '))
  const place = raw(columns.map(([column]) => `t.${column}::text`).join(', '))
  const statement = (after: Line | undefined) => {
    const next = after && join(columns.map(([, type], index) => sql`${after.place[index]}::${raw(type)}`))
    const row = sql`to_jsonb(t) - ${[...without, ...searchColumns]}::text[]`
    return select`(${instead ? sql`${row} || ${instead({ organizationId, memberId })}` : row})::text as line, array[${place}] as place
        from ${raw(table)} t where ${owner} = ${organizationId}${next ? sql` and (${order}) > (${next})` : sql``}
        order by ${order} limit ${atOnce}`
  }
  for await (const rows of pages<Line>(read, statement, atOnce))
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
}

interface Stored {
  key: string
  name: string
  isCompressed: boolean
}

/** What lies in the storage: the archived documents by their hash, and the files by their id. */
async function* objects(read: Read, organizationId: string): AsyncGenerator<Stored> {
  const documents = pages<{ place: string[]; pdf: string; xml: string | null }>(read, (after) => {
    const [subject, kind, pdf] = after?.place ?? [noId, '', '']
    return select`array[d.subject_id::text, d.kind, d.pdf_sha256] as place, d.pdf_sha256 as pdf, d.xml_sha256 as xml
        from archived_documents d where d.organization_id = ${organizationId}
          and (d.subject_id, d.kind, d.pdf_sha256) > (${subject}::uuid, ${kind}, ${pdf})
        order by d.subject_id, d.kind, d.pdf_sha256 limit ${perPage}`
  })
  for await (const rows of documents)
    for (const { pdf, xml } of rows)
      for (const form of ['pdf', 'xml'] as const)
        if (form === 'pdf' || xml)
          yield {
            key: archiveKey(organizationId, pdf, form),
            name: `documents/${pdf}.${form}`,
            isCompressed: form === 'pdf',
          }
  const files = pages<{ id: string; name: string }>(
    read,
    (after) =>
      select`f.id, f.name from files f where f.organization_id = ${organizationId} and f.id > ${after?.id ?? noId}::uuid
          order by f.id limit ${perPage}`,
  )
  for await (const rows of files)
    for (const { id, name } of rows)
      yield { key: objectKey(organizationId, id), name: `files/${id}/${plain(name)}`, isCompressed: false }
}

/** A name that is one on every system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no file system takes
const plain = (name: string) => name.replaceAll(/[\u0000-\u001f"*/:<>?\\|]/g, '_').replace(/^\.+$/, '_')
