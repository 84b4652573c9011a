import { posix } from 'node:path'

/** A page to import: a Markdown file, or a folder without one. */
export interface PlannedPage {
  /** Null for a folder without a file. */
  path: string | null
  title: string
  /** The folder whose files are its children. */
  folder: string
  /** Index of the parent page. */
  parent: number | null
}

export const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path)
/** A folder's own page. */
const isIndex = (path: string) => /^(?:index|readme)\.\w+$/i.test(posix.basename(path))
const stem = (path: string) => posix.basename(path).replace(/\.(?:md|markdown)$/i, '')
/** Removes the id that Notion appends. The lookbehind avoids quadratic time on runs of blanks. */
const withoutId = (name: string) => name.replace(/(?<!\s)\s+[0-9a-f]{32}$/, '')

/**
 * Plans the pages of a folder, parents first: `A.md` and the folder `A` are one page, as are a folder and its `index.md` or
 * `README.md`. Null if there would be more than `most`.
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

/** Sorts siblings while keeping parents before their children. */
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

/** Notion names folders without the page id; if two pages share a name, both are kept. */
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
