import { posix } from 'node:path'

/** A page of an import: a file of Markdown, or a folder that only holds others. */
export interface PlannedPage {
  /** Of its file in the ZIP; none for a folder without one. */
  path: string | null
  title: string
  /** The folder whose pages lie under it. */
  folder: string
  /** Index of the page that it lies under. */
  parent: number | null
}

export const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path)
/** What a folder's own page is called, where it lies in the folder. */
const isIndex = (path: string) => /^(?:index|readme)\.\w+$/i.test(posix.basename(path))
const stem = (path: string) => posix.basename(path).replace(/\.(?:md|markdown)$/i, '')
/** A name without the id that Notion writes behind it; looked for from the first of some blanks alone, or many would be gone through again and again. */
const withoutId = (name: string) => name.replace(/(?<!\s)\s+[0-9a-f]{32}$/, '')

/**
 * The pages of a folder of Markdown, each after the one it lies under: `A.md` and the folder `A` beside it are one page with what
 * lies under it, and so are a folder and the `index.md` or `README.md` in it. None where they would be more than `most`.
 */
export function planImport(paths: readonly string[], most = Number.POSITIVE_INFINITY): PlannedPage[] | null {
  const files = paths.filter(isMarkdown).sort()
  const folders = new Set<string>()
  for (const path of files)
    for (let folder = posix.dirname(path); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder)) {
      folders.add(folder)
      if (folders.size > most) return null
    }
  const beside = new Map([
    ...besideWithoutId(files, folders),
    ...files.filter((path) => folders.has(withoutEnding(path))).map((path) => [withoutEnding(path), path] as const),
  ])
  const within = new Map(
    files.filter((path) => isIndex(path) && posix.dirname(path) !== '.').map((path) => [posix.dirname(path), path]),
  )
  const pages: PlannedPage[] = []
  const indexOf = new Map<string, number>()
  const put = (folder: string, path: string | null, title: string, parent: string) => {
    pages.push({ path, title, folder, parent: indexOf.get(parent) ?? null })
    return pages.length - 1
  }
  const taken = new Set<string>()
  for (const folder of [...folders].sort()) {
    const path = beside.get(folder) ?? within.get(folder) ?? null
    if (path) taken.add(path)
    indexOf.set(folder, put(folder, path, withoutId(posix.basename(folder)), posix.dirname(folder)))
  }
  for (const path of files) if (!taken.has(path)) put('', path, withoutId(stem(path)), posix.dirname(path))
  return pages.length > most ? null : pages
}

/** The pages with those under one page in another order, each still after the one that it lies under. */
export function sortSiblings(plan: readonly PlannedPage[], positionOf: (page: PlannedPage) => number): PlannedPage[] {
  const below = Map.groupBy(plan, ({ parent }) => (parent === null ? null : plan[parent]))
  const ordered: PlannedPage[] = []
  const put = (page: PlannedPage | null, parent: number | null) => {
    for (const next of (below.get(page) ?? []).toSorted((one, other) => positionOf(one) - positionOf(other)))
      put(next, ordered.push({ ...next, parent }) - 1)
  }
  put(null, null)
  return ordered
}

/** Folders of Notion, which it names without the id of their page; two pages of one name are left. */
function besideWithoutId(files: readonly string[], folders: ReadonlySet<string>): [folder: string, path: string][] {
  const named = Map.groupBy(
    files.filter((path) => withoutId(stem(path)) !== stem(path)),
    (path) => posix.join(posix.dirname(path), withoutId(stem(path))),
  )
  return [...named].flatMap(([folder, [path, ...others]]) =>
    path !== undefined && others.length === 0 && folders.has(folder) ? [[folder, path]] : [],
  )
}

const withoutEnding = (path: string) => posix.join(posix.dirname(path), stem(path))
