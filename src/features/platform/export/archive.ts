import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Entry } from 'yauzl'
import { currentMigration } from '#core/database/migrate'
import { version } from '#core/runtime/version'
import { isUuid } from '#core/schema/scalars'
import {
  type ArchiveManifest,
  archiveFormat,
  checksumsFile,
  type FileChecksum,
  incompleteFile,
  manifestFile,
  missingFile,
} from './archive-format.ts'
import { exportedTables } from './exported-tables.ts'

/** The archive cannot be imported. The message is one line for the operator. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/**
 * Limits against malicious archives: entries, bytes of a row and of a small file, and the unpacked size as a multiple of the ZIP, but at
 * least a gigabyte. JSON rows compress to a twentieth, documents not at all.
 */
const archiveLimits = {
  entries: 5_000_000,
  row: 64 * 1024 ** 2,
  checksums: 256 * 1024 ** 2,
  manifest: 4 * 1024 ** 2,
  expansion: 100,
  expanded: 1024 ** 3,
}

/** An archive whose checksums were verified. */
export interface Archive {
  manifest: ArchiveManifest
  /** Files that were missing in the source's storage. */
  missing: readonly string[]
  listNames(folder: 'documents' | 'files'): string[]
  checksumOf(name: string): FileChecksum | undefined
  stream(name: string): Promise<Readable>
  /** The rows of a table as JSON text. */
  rows(table: string): AsyncGenerator<string>
  close(): void
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const knownName = new RegExp(
  String.raw`^(?:tables/[a-z_]+\.jsonl|documents/[0-9a-f]{64}\.(?:pdf|xml)|files/${uuid}/[^/]+)$`,
)
const single = [manifestFile, checksumsFile, missingFile]

/** Opens an archive and verifies its checksums. Throws ImportRefused if it is invalid, damaged or of a newer version. */
export async function openArchive(
  file: string,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<Archive> {
  const { openPromise } = await import('yauzl')
  const { size } = await stat(file).catch(() => {
    throw new ImportRefused(`There is no file ${file}.`)
  })
  const zip = await openPromise(file, { autoClose: false }).catch((error: Error) => {
    throw new ImportRefused(`${file} is no archive, or is damaged: ${error.message.replace(/\.*$/, '.')}`)
  })
  const entries = new Map<string, Entry>()
  const entryOf = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new ImportRefused(`The archive has no ${name}.`)
    return entry
  }
  const stream = (name: string) => zip.openReadStreamPromise(entryOf(name)).catch(damaged(name))
  const json = async <Value>(name: string, longest: number): Promise<Value> => {
    if (entryOf(name).uncompressedSize > longest) throw new ImportRefused(`${name} is too large.`)
    const bytes = await buffer(await stream(name)).catch(damaged(name))
    try {
      return JSON.parse(String(bytes)) as Value
    } catch {
      throw new ImportRefused(`${name} is no JSON.`)
    }
  }
  try {
    let expanded = 0
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (fileName === incompleteFile)
        throw new ImportRefused('The export broke off, and the archive is incomplete: export the organization again.')
      if (entries.size === archiveLimits.entries)
        throw new ImportRefused(`The archive has more than ${archiveLimits.entries} files.`)
      if (entries.has(fileName)) throw new ImportRefused(`The archive has ${fileName} twice.`)
      if (!single.includes(fileName) && !knownName.test(fileName))
        throw new ImportRefused(
          `The archive has a file ${JSON.stringify(fileName)}, which no export of an organization has.`,
        )
      if (entry.isEncrypted()) throw new ImportRefused(`${fileName} is encrypted.`)
      expanded += entry.uncompressedSize
      if (expanded > Math.max(archiveLimits.expanded, archiveLimits.expansion * size))
        throw new ImportRefused('The archive becomes too large for its size.')
      entries.set(fileName, entry)
    }
    const manifest = assertReadable(await json<ArchiveManifest>(manifestFile, archiveLimits.manifest))
    const { files } = await json<{ files?: Record<string, FileChecksum> }>(checksumsFile, archiveLimits.checksums)
    const checksums = new Map(Object.entries(files ?? {}))
    await assertUnchanged(entries, checksums, stream, onProgress)
    return {
      manifest,
      missing: entries.has(missingFile) ? await json<string[]>(missingFile, archiveLimits.checksums) : [],
      listNames: (folder) => [...entries.keys()].filter((name) => name.startsWith(`${folder}/`)),
      checksumOf: (name) => checksums.get(name),
      stream,
      rows: async function* (table) {
        const name = `tables/${table}.jsonl`
        yield* linesOf(name, await stream(name))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    if (error instanceof ImportRefused) throw error
    // Errors of the ZIP format, such as a path outside of it.
    throw new ImportRefused(`The archive is damaged: ${(error as Error).message}.`)
  }
}

/** Throws ImportRefused unless this version can read the archive. */
function assertReadable(manifest: ArchiveManifest): ArchiveManifest {
  const { format, version: by, migration, organization_id: organizationId, tables } = manifest ?? {}
  if (
    typeof format !== 'number' ||
    typeof by !== 'string' ||
    !isUuid(organizationId) ||
    organizationId !== organizationId.toLowerCase()
  )
    throw new ImportRefused(`${manifestFile} is not that of an export.`)
  if (format < archiveFormat)
    throw new ImportRefused(
      `The archive has format ${format}, which cannot be imported: export the organization again with Kontor ${version} or later.`,
    )
  if (format > archiveFormat || typeof migration !== 'string' || migration > currentMigration)
    throw new ImportRefused(
      `The archive was written by Kontor ${by} (format ${format}, ${migration}), which is newer than this one (${version}): import it with Kontor ${by} or later.`,
    )
  const wanted = Object.keys(exportedTables)
  const found = Object.keys(tables ?? {})
  // Older versions lack newer tables.
  const lacking = migration === currentMigration ? wanted.filter((table) => !found.includes(table)) : []
  const other = [...found.filter((table) => !wanted.includes(table)), ...lacking]
  if (other.length)
    throw new ImportRefused(`The tables of the archive are not those of an organization: ${other.join(', ')}.`)
  for (const [table, columns] of Object.entries(tables))
    if (!Array.isArray(columns)) throw new ImportRefused(`${manifestFile} has no columns of ${table}.`)
  return manifest
}

/** Throws ImportRefused unless all files match their checksums. */
async function assertUnchanged(
  entries: ReadonlyMap<string, Entry>,
  checksums: ReadonlyMap<string, FileChecksum>,
  stream: (name: string) => Promise<Readable>,
  onProgress: (done: number, all: number) => void,
) {
  for (const name of checksums.keys()) if (!entries.has(name)) throw new ImportRefused(`The archive lacks ${name}.`)
  let done = 0
  for (const name of entries.keys()) {
    if (name === checksumsFile) continue
    const checksum = checksums.get(name)
    if (!checksum) throw new ImportRefused(`The archive has a file ${name}, which its checksums do not know.`)
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const bytes of await stream(name)) {
        hash.update(bytes)
        size += bytes.length
      }
    } catch (error) {
      damaged(name)(error)
    }
    if (size !== checksum.size_bytes || hash.digest('hex') !== checksum.sha256)
      throw new ImportRefused(`${name} is not what was exported: the archive is damaged, or somebody has changed it.`)
    onProgress(++done, checksums.size)
  }
}

/** Splits text into lines, limited in length. */
async function* linesOf(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      yield String(Buffer.concat(parts))
      parts = []
      length = 0
      start = end + 1
    }
    parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > archiveLimits.row)
      throw new ImportRefused(`${name} has a row of more than ${archiveLimits.row / 1024 ** 2} MB.`)
  }
  if (length) throw new ImportRefused(`${name} ends within a row.`)
}

const damaged =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof ImportRefused) throw error
    throw new ImportRefused(`${name} is damaged: ${(error as Error).message}.`)
  }
