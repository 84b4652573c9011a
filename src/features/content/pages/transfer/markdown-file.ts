import { posix } from 'node:path'
import { cleanText, toNfc } from '#core/text/characters'
import { escapeAddress } from '#rich-text/addresses'
import type { DocumentNode, DocumentProblem, RichDocument } from '#rich-text/document'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toMarkdown } from '#rich-text/to-markdown'
import type { ConversionWarning } from '#rich-text/warnings'
import { toPageContent, type PageContent } from '../page-content.ts'
import { formatHeading } from './heading.ts'

// What threads do of an import and an export: one file of Markdown at a time.

export interface ImportedFile {
  /** The first heading as a whole, and without the emoji that it may begin with. */
  heading: string | null
  title: string | null
  icon: string | null
  content: PageContent
  /** The paths of the files in the ZIP that it shows or links to. */
  files: string[]
  /** What it links to in the ZIP and is not there. */
  missing: string[]
  /** Links as wikis write them, which stay text. */
  wikiLinks: string[]
}

/** Reads a file of Markdown, with its links to others of the ZIP; its first heading is its title. `targets` says what lies at a path. */
export function parseMarkdownFile({
  markdown,
  path,
  targets,
}: {
  markdown: string
  path: string
  targets: Readonly<Record<string, string>>
}): ImportedFile | { problems: readonly DocumentProblem[] } {
  const files = new Set<string>()
  const missing = new Set<string>()
  const look = (address: string): string => {
    if (/^[a-z][a-z0-9+.-]*:|^[/#?]/i.test(address)) return address
    const [, file = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
    const at = toNfc(posix.join(posix.dirname(path), decoded(file)))
    const target = targetAt(at)
    if (target === undefined) {
      if (file && missing.size < 100) missing.add(address)
      return address
    }
    return target.startsWith('/pages/') ? target + rest : target
  }
  const targetAt = (at: string): string | undefined => {
    const target = Object.hasOwn(targets, at) ? targets[at] : undefined
    if (target !== undefined && !target.startsWith('/pages/')) files.add(at)
    return target
  }
  const resolve = wikiResolver(path, Object.keys(targets))
  const resolveWikiLink = (target: string): string | undefined => {
    // A heading of the same page.
    if (target === '') return targets[path]
    const at = resolve(target)
    return at === undefined ? undefined : targetAt(at)
  }
  const read = fromMarkdown(cleanText(markdown), look, resolveWikiLink)
  if (!read.ok) return read
  const { document, warnings } = read
  const { heading, title, icon } = takeTitle(document)
  const content = toPageContent(document, warnings)
  // Of a picture that is not there it is said already.
  const shown = new Set(warnings.map(({ detail }) => detail))
  return {
    heading,
    title,
    icon,
    content,
    files: [...files],
    missing: [...missing].filter((each) => !shown.has(escapeAddress(each))),
    wikiLinks: wikiLinksOf(document),
  }
}

/**
 * Finds the path that a link in two brackets names, as Obsidian does: below the folder of its file, below the top, or
 * else the shortest that ends with it; `.md` may be left out, and case does not count.
 */
function wikiResolver(path: string, paths: readonly string[]): (target: string) => string | undefined {
  let byName: Map<string, string[]> | undefined
  const plain = (name: string) => toNfc(name).toLowerCase()
  const nameOf = (of: string) => plain(posix.basename(of))
  return (target) => {
    byName ??= Map.groupBy(
      paths.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1)),
      nameOf,
    )
    const wanted = plain(target.replace(/^\/+/, ''))
    for (const name of [`${wanted}.md`, `${wanted}.markdown`, wanted]) {
      const found = byName.get(posix.basename(name)) ?? []
      const beside = plain(posix.join(posix.dirname(path), name))
      const top = posix.join('.', name)
      const match =
        found.find((each) => plain(each) === beside) ??
        found.find((each) => plain(each) === top) ??
        found.find((each) => plain(each).endsWith(`/${top}`))
      if (match !== undefined) return match
    }
    return undefined
  }
}

function wikiLinksOf(node: DocumentNode, found: string[] = []): string[] {
  if (node.type === 'codeBlock' || node.marks?.some(({ type }) => type === 'code')) return found
  for (const [link] of (node.text ?? '').matchAll(/!?\[\[[^[\]]{1,200}\]\]/g)) if (found.length < 100) found.push(link)
  for (const child of node.content ?? []) wikiLinksOf(child, found)
  return found
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Takes the heading that a document begins with, for its title, and the emoji that stands before it. */
function takeTitle(document: RichDocument): Pick<ImportedFile, 'heading' | 'title' | 'icon'> {
  const { content = [] } = document
  const at = content[0]?.type === 'frontMatter' ? 1 : 0
  const heading = content[at]
  if (heading?.type !== 'heading' || heading.attrs?.level !== 1) return { heading: null, title: null, icon: null }
  const words = (heading.content ?? [])
    .map(({ text }) => text ?? ' ')
    .join('')
    .trim()
  const [, icon = null, title = words] = /^(\p{RGI_Emoji})\s*(.*)$/sv.exec(words) ?? []
  content.splice(at, 1)
  if (content.length === at) content.push({ type: 'paragraph' })
  return { heading: words || null, title: title || null, icon }
}

/** Writes a page as a file of Markdown that `readFile` reads; `addresses` says where pictures and other pages lie in the ZIP. */
export function formatMarkdownFile({
  document,
  title,
  icon,
  addresses,
}: {
  document: RichDocument
  title: string
  icon: string | null
  addresses: Readonly<Record<string, string>>
}): { text: string; warnings: ConversionWarning[] } {
  const words: DocumentNode = { type: 'text', text: formatHeading(title, icon) }
  const heading: DocumentNode = { type: 'heading', attrs: { level: 1 }, content: [words] }
  const { content = [] } = document
  const at = content[0]?.type === 'frontMatter' ? 1 : 0
  return toMarkdown({ ...document, content: content.toSpliced(at, 0, heading) }, (address) => {
    const [, start = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
    const target = Object.hasOwn(addresses, start) ? addresses[start] : undefined
    return target === undefined ? address : target + rest
  })
}
