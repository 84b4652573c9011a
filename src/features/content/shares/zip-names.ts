import { toNfc } from '#core/text/characters'
import { sanitizeFileName } from '../files/file-name.ts'
import type { TreeFile, TreeFolder } from './shared-folder.ts'

/** Characters forbidden by Windows, and its device names. */
const refused = /[<>:"|?*]/g
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** UTF-8 bytes, so that paths of 50 levels fit the 16-bit length in a ZIP. */
const longest = 255

/** A name that all file systems accept. */
function toPortableName(given: string): string {
  const name = sanitizeFileName(given).replaceAll(refused, '_') || '_'
  return shortened(devices.test(name) ? `_${name}` : name, longest)
}

function shortened(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name
  const [, stem = name, ending = ''] = /^(.*?)(\.\w{1,10})?$/s.exec(name) ?? []
  const room = Buffer.from(stem).subarray(0, most - Buffer.byteLength(ending))
  // Drops an incomplete character.
  return new TextDecoder().decode(room, { stream: true }) + ending
}

/** Windows and macOS treat these names as equal. */
const folded = (name: string) => toNfc(name).toLowerCase()

/** Unique names within a folder: `Bild.png`, `Bild (2).png`. */
export class UniqueNames {
  readonly #taken = new Set<string>()
  readonly #next = new Map<string, number>()

  take(given: string): string {
    const name = toPortableName(given)
    const [, stem = name, ending = ''] = /^(.+?)(\.\w{1,10})?$/s.exec(name) ?? []
    let own = name
    let number = this.#next.get(folded(name)) ?? 1
    while (this.#taken.has(folded(own))) {
      number += 1
      const mark = ` (${number})`
      own = shortened(stem, longest - Buffer.byteLength(mark + ending)) + mark + ending
    }
    this.#next.set(folded(name), number)
    this.#taken.add(folded(own))
    return own
  }
}

/** A file or an empty folder; paths of folders end with `/`. */
export interface ZipPath {
  path: string
  file: TreeFile | null
}

/** Assigns unique paths below one folder. */
export function assignZipPaths({
  folders,
  files,
}: {
  folders: readonly TreeFolder[]
  files: readonly TreeFile[]
}): ZipPath[] {
  const names = new Map<string, UniqueNames>()
  const paths = new Map<string, string>()
  const filled = new Set<string>(files.map(({ folderId }) => folderId))
  const top = new UniqueNames()
  for (const { id, name, parentId } of folders) {
    const parent = parentId === null ? undefined : paths.get(parentId)
    if (parent !== undefined && parentId !== null) filled.add(parentId)
    const own = (parent === undefined ? top : (names.get(parentId as string) as UniqueNames)).take(name)
    paths.set(id, `${parent ?? ''}${own}/`)
    names.set(id, new UniqueNames())
  }
  const empty = folders.filter(({ id }) => !filled.has(id)).map(({ id }) => ({ path: paths.get(id) ?? '', file: null }))
  const full = files.map((file) => ({
    path: `${paths.get(file.folderId) ?? ''}${names.get(file.folderId)?.take(file.name) ?? file.name}`,
    file,
  }))
  return [...empty, ...full]
}
