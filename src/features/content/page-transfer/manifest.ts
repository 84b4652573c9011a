import { toNfc } from '#core/text/characters'

// The manifest of an export holds what Markdown and file names cannot: title, icon, order and template flag.

export const manifestPath = 'pages.json'

export interface ManifestPage {
  /** Path in the ZIP. */
  path: string
  title: string
  icon: string | null
  template: boolean
}

const format = 'kontor-pages-1'

/** Pages in order, and the folder of attached files. */
export const formatManifest = (pages: readonly ManifestPage[], files: string): string =>
  `${JSON.stringify({ format, files, pages }, null, 1)}\n`

interface Manifest {
  files: string
  pages: ReadonlyMap<string, ManifestPage & { position: number }>
}

/** Null if it is not ours or was edited beyond recognition. */
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
