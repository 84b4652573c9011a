import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as pipelined } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import sql, { join, raw } from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { currentMigration } from '#core/database/migrate'
import { select } from '#core/database/select'
import { invalidState } from '#core/errors/problem'
import { type Exporter, recordExport, toExporter } from '#core/operation/audit-export'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { version } from '#core/runtime/version'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { createZip, type ZipFile } from '#core/storage/zip'
import { toBerlinDate } from '#core/time/clock'
import { createRowReader, type ReadRows, readPages, rowsPerPage } from '#features/billing/accounting/read-pages'
import { archiveKey } from '#features/billing/issuing/archive'
import {
  type ArchiveManifest,
  archiveFormat,
  checksumsFile,
  type FileChecksum,
  incompleteFile,
  manifestFile,
  missingFile,
  schemaFileName,
} from './archive-format.ts'
import { type ExportedTable, type ExportRequester, exportedTables, omittedTables } from './exported-tables.ts'
import { mailFailedExport } from './failed-export.mail.ts'
import { exportedColumns, readTableColumns, type TableColumns } from './table-columns.ts'

export interface PreparedExport extends ExportRequester, Exporter {}

export const prepareExport = (context: Context): PreparedExport => ({
  ...toExporter(context),
  memberId: context.member.id,
})

export const prepareOperatorExport = (context: Context): PreparedExport => ({ ...toExporter(context), memberId: noId })

export const exportFileName = (now: Date) => `kontor_${toBerlinDate(now)}.zip`

/** Organizations that this process is exporting. */
const runningExports = new Set<string>()

/**
 * Records the export in the audit log and streams a ZIP: the rows of every table as JSON lines, archived documents and files. 409 during
 * another export of the organization. `onFailure` receives the error of an incomplete ZIP; by default the member is mailed.
 * `onSpooled` is called when the tables are read; until then little is sent.
 */
export async function streamExport(
  services: Services,
  prepared: PreparedExport,
  {
    onFailure = (failure) => reportFailure(services, prepared, failure),
    onSpooled = () => {},
  }: { onFailure?: (failure: ExportFailure) => Promise<void>; onSpooled?: () => void } = {},
): Promise<Readable> {
  const { organizationId } = prepared
  if (runningExports.has(organizationId))
    throw invalidState({
      de: 'Ein Export dieser Organisation läuft schon.',
      en: 'An export of this organization is under way already.',
    })
  runningExports.add(organizationId)
  try {
    await recordExport(services, prepared, 'organization.exported', {}, organizationId)
    const files = endWithFailure(createFiles(services, prepared, onSpooled), onFailure)
    const zip = createZip(files, services.clock.now())
    return zip.once('close', () => runningExports.delete(organizationId))
  } catch (error) {
    runningExports.delete(organizationId)
    throw error
  }
}

/** The file in which an export failed; null if it failed between two. */
export interface ExportFailure {
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
  yield { name: incompleteFile, content: toJson({ file: failure.file, ...incomplete }) }
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

async function* createFiles(
  services: Services,
  prepared: PreparedExport,
  onSpooled: () => void,
): AsyncGenerator<ZipFile> {
  const { database, storage, clock } = services
  const { organizationId } = prepared
  const read = createRowReader(database, organizationId)
  const columns = await readTableColumns(read)
  const checksums: Record<string, FileChecksum> = {}
  const manifest: ArchiveManifest = {
    format: archiveFormat,
    schema: schemaFileName(archiveFormat),
    version,
    migration: currentMigration,
    organization_id: organizationId,
    exported_at: clock.now().toISOString(),
    tables: Object.fromEntries(Object.keys(exportedTables).map((table) => [table, exportedColumns(columns, table)])),
    left_out: {
      tables: omittedTables,
      columns: Object.fromEntries(
        Object.entries(exportedTables).flatMap(([table, { omittedColumns }]) =>
          omittedColumns.length ? [[table, omittedColumns]] : [],
        ),
      ),
    },
    calendar_connections: await readConnectedMembers(read, organizationId),
  }
  yield checksummed(checksums, { name: manifestFile, content: toJson(manifest) })
  const folder = await mkdtemp(joinPath(tmpdir(), 'kontor-export-'))
  try {
    const spooled = await spoolTables(services, prepared, columns, folder)
    onSpooled()
    for (const { table, path } of spooled)
      yield checksummed(checksums, {
        name: `tables/${table}.jsonl`,
        content: pipeline(createReadStream(path), createGunzip(), () => {}),
      })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const missing: string[] = []
  for await (const { key, name, isCompressed } of streamObjects(read, organizationId)) {
    const content = await storage.get(key).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return null
      throw error
    })
    if (!content) missing.push(name)
    else
      try {
        yield checksummed(checksums, { name, content, isCompressed })
      } finally {
        content.destroy()
      }
  }
  // Files deleted meanwhile or missing in the storage.
  if (missing.length) yield checksummed(checksums, { name: missingFile, content: toJson(missing) })
  // Last, so that a truncated ZIP is recognized by its absence.
  yield { name: checksumsFile, content: toJson({ files: checksums }) }
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Adds the file's checksum once it was read. */
function checksummed(checksums: Record<string, FileChecksum>, { content, ...file }: ZipFile): ZipFile {
  const hash = createHash('sha256')
  let size = 0
  const measure = (bytes: Uint8Array) => {
    hash.update(bytes)
    size += bytes.length
    return bytes
  }
  const done = () => {
    checksums[file.name] = { sha256: hash.digest('hex'), size_bytes: size }
  }
  if (content instanceof Uint8Array) {
    measure(content)
    done()
    return { ...file, content }
  }
  return {
    ...file,
    content: (async function* () {
      for await (const bytes of content) yield measure(bytes)
      done()
    })(),
  }
}

/** Members with connected calendars. The connections are not exported. */
async function readConnectedMembers(read: ReadRows, organizationId: string): Promise<string[]> {
  const rows = await read<{ id: string }>(
    select`distinct c.user_id as id from calendar_connections c where c.organization_id = ${organizationId} order by 1`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Writes a snapshot of every table to compressed files, so that its transaction does not last as long as the download.
 */
const spoolTables = ({ database }: Services, asker: ExportRequester, columns: TableColumns, folder: string) =>
  database.snapshot(asker.organizationId, async (transaction) => {
    const spooled: { table: string; path: string }[] = []
    const read: ReadRows = (statement) => transaction.query(statement)
    for (const [table, how] of Object.entries(exportedTables)) {
      const path = joinPath(folder, `${table}.gz`)
      const rows = Readable.from(streamLines(read, asker, table, exportedColumns(columns, table), how))
      await pipelined(rows, createGzip({ level: 1 }), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      spooled.push({ table, path })
    }
    return spooled
  })

interface Line {
  line: string
  /** Primary key as text. */
  place: string[]
}

/** Rows as JSON lines written by the database. Line breaks in stored JSON are replaced by spaces. */
async function* streamLines(
  read: ReadRows,
  asker: ExportRequester,
  table: string,
  columns: readonly string[],
  { key, redact, batchSize = rowsPerPage }: ExportedTable,
) {
  const keys = Object.entries(key)
  const owner = raw(table === 'organizations' ? 'x.id' : 'x.organization_id')
  const order = (of: 'x' | 't') => raw(keys.map(([column]) => `${of}.${column}`).join(', '))
  const place = raw(keys.map(([column]) => `t.${column}::text`).join(', '))
  const listed = raw(columns.map((column) => `x."${column}"`).join(', '))
  const row = redact ? sql`to_jsonb(t) || ${redact(asker)}` : sql`row_to_json(t)`
  const statement = (after: Line | undefined) => {
    const next = after && join(keys.map(([, type], index) => sql`${after.place[index]}::${raw(type)}`))
    return select`replace((${row})::text, chr(10), ' ') as line, array[${place}] as place
        from (select ${listed} from ${raw(table)} x where ${owner} = ${asker.organizationId}${next ? sql` and (${order('x')}) > (${next})` : sql``}
          order by ${order('x')} limit ${batchSize}) t
        order by ${order('t')}`
  }
  for await (const rows of readPages<Line>(read, statement, batchSize))
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
}

interface Stored {
  key: string
  name: string
  isCompressed: boolean
}

/** Archived documents by hash, and files by id. */
async function* streamObjects(read: ReadRows, organizationId: string): AsyncGenerator<Stored> {
  const documents = readPages<{ place: string[]; pdf: string; xml: string | null }>(read, (after) => {
    const [subject, kind, pdf] = after?.place ?? [noId, '', '']
    return select`array[d.subject_id::text, d.kind, d.pdf_sha256] as place, d.pdf_sha256 as pdf, d.xml_sha256 as xml
        from archived_documents d where d.organization_id = ${organizationId}
          and (d.subject_id, d.kind, d.pdf_sha256) > (${subject}::uuid, ${kind}, ${pdf})
        order by d.subject_id, d.kind, d.pdf_sha256 limit ${rowsPerPage}`
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
  const files = readPages<{ id: string; name: string }>(
    read,
    (after) =>
      select`f.id, f.name from files f where f.organization_id = ${organizationId} and f.id > ${after?.id ?? noId}::uuid
          order by f.id limit ${rowsPerPage}`,
  )
  for await (const rows of files)
    for (const { id, name } of rows)
      yield {
        key: createObjectKey(organizationId, id),
        name: `files/${id}/${sanitizeFileName(name)}`,
        isCompressed: false,
      }
}

/** Makes a file name valid on every system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no file system takes
const sanitizeFileName = (name: string) => name.replaceAll(/[\u0000-\u001f"*/:<>?\\|]/g, '_').replace(/^\.+$/, '_')
