import { sanitizeFileName } from '#features/content/files/file-name'
import { UniqueNames } from '#features/content/shares/zip-names'

interface Branch {
  id: string
  title: string
  icon: string | null
  children: readonly Branch[]
}

export interface PageWithPath {
  id: string
  title: string
  icon: string | null
  path: string
}

/** Path length beyond which names are shortened, as a ZIP stores path lengths in 16 bits. */
const longFolder = 1_000
const shortName = 4

/** Assigns paths in the ZIP: `A.md` with children in the folder `A`, and a folder for attached files. */
export function assignPaths(tree: readonly Branch[]): { pages: PageWithPath[]; attached: string } {
  const pages: PageWithPath[] = []
  const folders = new UniqueNames()
  const waiting: [string, readonly Branch[]][] = [['', tree]]
  for (const [folder, branches] of waiting) {
    const names = new UniqueNames()
    const most = folder.length > longFolder ? shortName : undefined
    for (const { id, title, icon, children } of branches) {
      const name = names.take(`${Array.from(sanitizeFileName(title)).slice(0, most).join('') || '_'}.md`)
      const path = `${folder}${name}`
      pages.push({ id, title, icon, path })
      if (!folder) folders.take(name.slice(0, -3))
      if (children.length) waiting.push([`${path.slice(0, -3)}/`, children])
    }
  }
  return { pages, attached: `${folders.take('files')}/` }
}
