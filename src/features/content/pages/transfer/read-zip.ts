import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Entry } from 'yauzl'
import { invalid, Problem } from '#core/errors/problem'

/** What is read of one ZIP: entries of any kind, files, bytes of them together, and bytes of those that are read as text. */
const most = { entries: 20_000, files: 2_000, bytes: 200 * 1024 * 1024, markdown: 10 * 1024 * 1024 }
/** Characters of a path and of all together, and folders in each other: each page is read with the list of them. */
const longest = { path: 16_000, paths: 4_000_000, depth: 500 }

/** The files of a ZIP, each read when it is asked for. */
export interface ZipFolder {
  paths: string[]
  /** Paths that it has more than once: the last is read. */
  repeated: ReadonlySet<string>
  text(path: string): Promise<{ text: string; isUnicode: boolean }>
  stream(path: string): Promise<Readable>
  close(): void
}

/**
 * Looks into a ZIP: refused where a path leads out of it, where it says that it becomes too large, and later where a file becomes
 * larger than it says.
 */
export async function openZip(file: string): Promise<ZipFolder> {
  const { openPromise } = await import('yauzl')
  const entries = new Map<string, Entry>()
  let left = most.bytes
  let text = 0
  let characters = 0
  let count = 0
  const repeated = new Set<string>()
  const zip = await openPromise(file, { autoClose: false }).catch(damaged)
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (++count > most.entries)
        throw refused(`das ZIP hat mehr als ${most.entries} Einträge`, `the ZIP has more than ${most.entries} entries`)
      // Folders, and what operating systems add.
      if (/\/$|^__MACOSX\/|(?:^|\/)(?:\.|Thumbs\.db$)/.test(fileName)) continue
      if (entry.isEncrypted()) throw refused(`${fileName} ist verschlüsselt`, `${fileName} is encrypted`)
      left -= entry.uncompressedSize
      characters += fileName.length
      if (
        fileName.length > longest.path ||
        characters > longest.paths ||
        fileName.split('/').length > longest.depth + 1
      )
        throw refused(
          `seine Pfade sind zu lang, oder mehr als ${longest.depth} Ordner liegen ineinander`,
          `its paths are too long, or more than ${longest.depth} folders lie in each other`,
        )
      const path = fileName.normalize('NFC')
      if (entries.has(path)) repeated.add(path)
      entries.set(path, entry)
      if (left < 0 || entries.size > most.files)
        throw refused(
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
      text += entries.get(path)?.uncompressedSize ?? 0
      if (text > most.markdown)
        throw refused(
          `es hat mehr als ${most.markdown / 1024 ** 2} MB Markdown`,
          `it has more than ${most.markdown / 1024 ** 2} MB of Markdown`,
        )
      return decoded(await buffer(await stream(path)).catch(damaged))
    },
  }
}

/** UTF-8, UTF-16 that says so by its mark, or else what Windows wrote before. */
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

export const refused = (de: string, en: string) =>
  invalid('file', { de: `wird nicht eingelesen: ${de}`, en: `is not imported: ${en}` })

const damaged = (_: unknown): never => {
  throw refused(
    'das ZIP ist beschädigt, oder ein Pfad führt aus ihm hinaus',
    'the ZIP is damaged, or a path leads out of it',
  )
}
