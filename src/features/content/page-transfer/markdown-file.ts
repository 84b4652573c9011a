import { posix } from 'node:path'
import { cleanText, toNfc } from '#core/text/characters'
import { escapeAddress } from '#rich-text/addresses'
import type { DocumentNode, DocumentProblem, RichDocument } from '#rich-text/document'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toMarkdown } from '#rich-text/to-markdown'
import type { ConversionWarning } from '#rich-text/warnings'
import { type PageContent, toPageContent } from '../pages/page-content.ts'
import { formatHeading } from './heading.ts'

// Conversion of one Markdown file, in a thread.

export interface ImportedFile {
  /** The first heading, and without a leading emoji. */
  heading: string | null
  title: string | null
  icon: string | null
  content: PageContent
  /** Paths of referenced files in the ZIP. */
  files: string[]
  /** References that are not in the ZIP. */
  missing: string[]
  /** Unresolved wiki links, which stay text. */
  wikiLinks: string[]
}

/** Parses a Markdown file. `targets` maps paths in the ZIP to addresses; the first heading becomes the title. */
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
  // Missing images are already reported.
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
 * Resolves wiki links as Obsidian does: relative to the file's folder, then to the root, then the shortest path with that
 * ending. `.md` is optional and case is ignored.
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

/** Removes the first heading and returns it as title and icon. */
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

/** Formats a page as Markdown that `parseMarkdownFile` reads; `addresses` maps images and pages to paths in the ZIP. */
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
