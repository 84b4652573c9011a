import { toNfc } from '#core/text/characters'

// What an export says of its pages that Markdown and names of files cannot: title, icon, order and mark as a template.

/** Where it lies in the ZIP. */
export const manifestPath = 'pages.json'

export interface ManifestPage {
  /** Of its file in the ZIP. */
  path: string
  title: string
  icon: string | null
  template: boolean
}

const format = 'kontor-pages-1'

/** The pages in their order, and the folder of what they show, where nothing is a page. */
export const formatManifest = (pages: readonly ManifestPage[], files: string): string =>
  `${JSON.stringify({ format, files, pages }, null, 1)}\n`

interface Manifest {
  files: string
  pages: ReadonlyMap<string, ManifestPage & { position: number }>
}

/** What it says; nothing where it is none of ours, or was changed into something else. */
export function parseManifest(json: string): Manifest | null {
  try {
    const read = JSON.parse(json)
    if (read.format !== format || typeof read.files !== 'string' || !Array.isArray(read.pages)) return null
    const pages = (read.pages as unknown[]).filter(isTold)
    return {
      files: read.files,
      pages: new Map(pages.map((page, position) => [toNfc(page.path), { ...page, position }])),
    }
  } catch {
    return null
  }
}

function isTold(given: unknown): given is ManifestPage {
  const page = given as Partial<Record<keyof ManifestPage, unknown>> | null
  return (
    typeof page?.path === 'string' &&
    typeof page.title === 'string' &&
    (page.icon === null || typeof page.icon === 'string') &&
    typeof page.template === 'boolean'
  )
}
