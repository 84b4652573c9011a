import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Entry } from 'yauzl'
import { invalidField, Problem } from '#core/errors/problem'
import { receiveUpload } from '#core/storage/uploads'
import { toNfc } from '#core/text/characters'
import { isMarkdown } from './plan-import.ts'

/** Limits of one ZIP: entries, files, total bytes, and bytes per text file. */
const most = { entries: 20_000, files: 2_000, bytes: 200 * 1024 * 1024, markdown: 10 * 1024 * 1024, zips: 50 }
/** Characters per path and of all paths, and depth: every page is parsed with the list of paths. */
const longest = { path: 16_000, paths: 4_000_000, depth: 500 }

/** The files of a ZIP, read on demand. */
export interface ZipArchive {
  paths: string[]
  /** Duplicate paths; the last one is used. */
  repeated: ReadonlySet<string>
  text(path: string): Promise<{ text: string; isUnicode: boolean }>
  stream(path: string): Promise<Readable>
  close(): void
}

/** What was read so far, including nested ZIPs. */
interface Consumed {
  entries: number
  files: number
  bytes: number
  characters: number
  text: number
}

/** Opens a ZIP and, if it contains no Markdown, the ZIPs in it: Notion nests its exports. */
export async function openZip(file: string): Promise<ZipArchive> {
  const consumed: Consumed = { entries: 0, files: 0, bytes: 0, characters: 0, text: 0 }
  const outer = await openOne(file, consumed)
  const inner = outer.paths.filter((path) => /\.zip$/i.test(path))
  if (inner.length === 0 || outer.paths.some(isMarkdown)) return outer
  const folders: ZipArchive[] = []
  try {
    if (inner.length > most.zips)
      throw zipProblem(`es enthält mehr als ${most.zips} ZIPs`, `it has more than ${most.zips} ZIPs`)
    // Open files stay readable after they are unlinked.
    for (const path of inner.sort())
      folders.push(
        await receiveUpload(join(tmpdir(), 'kontor-import'), await outer.stream(path), (copy) =>
          openOne(copy, consumed),
        ),
      )
    return together(folders)
  } catch (error) {
    for (const folder of folders) folder.close()
    throw error instanceof Problem ? error : damaged(error)
  } finally {
    outer.close()
  }
}

function repeatedIn(paths: readonly string[]): string[] {
  const seen = new Set<string>()
  return paths.filter((path) => seen.size === seen.add(path).size)
}

/** Several ZIPs as one. */
function together(folders: readonly ZipArchive[]): ZipArchive {
  const holders = new Map(folders.flatMap((folder) => folder.paths.map((path) => [path, folder] as const)))
  const paths = folders.flatMap((folder) => folder.paths)
  const holderOf = (path: string) => holders.get(path) as ZipArchive
  return {
    paths: [...holders.keys()],
    repeated: new Set([...folders.flatMap(({ repeated }) => [...repeated]), ...repeatedIn(paths)]),
    text: (path) => holderOf(path).text(path),
    stream: (path) => holderOf(path).stream(path),
    close: () => {
      for (const folder of folders) folder.close()
    },
  }
}

/** Throws if a path leads out of the ZIP or the declared size is too large, and later if a file is larger than declared. */
async function openOne(file: string, consumed: Consumed): Promise<ZipArchive> {
  const { openPromise } = await import('yauzl')
  const entries = new Map<string, Entry>()
  const repeated = new Set<string>()
  const zip = await openPromise(file, { autoClose: false }).catch(damaged)
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (++consumed.entries > most.entries)
        throw zipProblem(
          `das ZIP hat mehr als ${most.entries} Einträge`,
          `the ZIP has more than ${most.entries} entries`,
        )
      // Folders, and files of operating systems.
      if (/\/$|^__MACOSX\/|(?:^|\/)(?:\.|Thumbs\.db$)/.test(fileName)) continue
      if (entry.isEncrypted()) throw zipProblem(`${fileName} ist verschlüsselt`, `${fileName} is encrypted`)
      consumed.bytes += entry.uncompressedSize
      consumed.characters += fileName.length
      if (
        fileName.length > longest.path ||
        consumed.characters > longest.paths ||
        fileName.split('/').length > longest.depth + 1
      )
        throw zipProblem(
          `seine Pfade sind zu lang, oder mehr als ${longest.depth} Ordner liegen ineinander`,
          `its paths are too long, or more than ${longest.depth} folders lie in each other`,
        )
      const path = toNfc(fileName)
      if (entries.has(path)) repeated.add(path)
      else consumed.files += 1
      entries.set(path, entry)
      if (consumed.bytes > most.bytes || consumed.files > most.files)
        throw zipProblem(
          `das ZIP enthält mehr als ${most.files} Dateien oder ${most.bytes / 1024 ** 2} MB`,
          `the ZIP has more than ${most.files} files or ${most.bytes / 1024 ** 2} MB`,
        )
    }
  } catch (error) {
    zip.close()
    throw error instanceof Problem ? error : damaged(error)
  }
  const stream = (path: string) => zip.openReadStreamPromise(entries.get(path) as Entry).catch(damaged)
  return {
    paths: [...entries.keys()],
    repeated,
    stream,
    close: () => zip.close(),
    async text(path) {
      consumed.text += entries.get(path)?.uncompressedSize ?? 0
      if (consumed.text > most.markdown)
        throw zipProblem(
          `es hat mehr als ${most.markdown / 1024 ** 2} MB Markdown`,
          `it has more than ${most.markdown / 1024 ** 2} MB of Markdown`,
        )
      return decoded(await buffer(await stream(path)).catch(damaged))
    },
  }
}

/** UTF-8, UTF-16 by its byte order mark, or Windows-1252. */
function decoded(bytes: Uint8Array): { text: string; isUnicode: boolean } {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (marked) return { text: new TextDecoder(marked).decode(bytes), isUnicode: true }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUnicode: true }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isUnicode: false }
  }
}

export const zipProblem = (de: string, en: string) =>
  invalidField('file', { de: `wird nicht eingelesen: ${de}`, en: `is not imported: ${en}` })

const damaged = (_: unknown): never => {
  throw zipProblem(
    'das ZIP ist beschädigt, oder ein Pfad führt aus ihm hinaus',
    'the ZIP is damaged, or a path leads out of it',
  )
}
