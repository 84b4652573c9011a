import type { Mark, Node } from '@tiptap/pm/model'
import type { BlockContent, Html, ListItem, PhrasingContent, Root, RootContent, TableCell, TableRow } from 'mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { defaultHandlers, type Handle, type Options, type Unsafe, toMarkdown as write } from 'mdast-util-to-markdown'
import { type AddressMap, addressResolver, mentionAddress } from './addresses.ts'
import { parseNode, type RichDocument } from './document.ts'
import { frontMatterPattern } from './front-matter.ts'
import { normalizeCaption, normalizeInline, replaceLineEnds, visibleChildren } from './inline.ts'
import { inlineToHtml, mentionToHtml, nodeToHtml } from './to-html.ts'
import { type ConversionWarning, WarningCollector } from './warnings.ts'

/** Positions inside a link target or title. */
const inAddresses: NonNullable<Unsafe['notInConstruct']> = [
  'autolink',
  'destinationLiteral',
  'destinationRaw',
  'titleQuote',
  'titleApostrophe',
]

/** In a table cell GitHub and `fromMarkdown` drop one backslash before each pipe, even in code. */
const inlineCode: Handle = Object.assign(
  ((node, parent, state) => {
    const code = defaultHandlers.inlineCode(node, parent, state)
    return state.stack.includes('tableCell') ? code.replaceAll('|', '\\|') : code
  }) satisfies Handle,
  { peek: () => '`' },
)

const options: Options = {
  bullet: '-',
  rule: '_',
  fences: true,
  listItemIndent: 'one',
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
  handlers: { inlineCode },
  // A table in an item must be separated by a blank line.
  join: [(_, right) => (right.type === 'table' ? 1 : undefined)],
  unsafe: [
    // Prevents bare addresses that are no links from being recognized as links.
    {
      character: ':',
      before: '[ps]',
      after: '\\/\\/',
      inConstruct: 'phrasing',
      notInConstruct: inAddresses,
    },
    {
      character: ':',
      before: 'mailto',
      inConstruct: 'phrasing',
      notInConstruct: inAddresses,
    },
  ],
}

/** Converts a document to CommonMark with GFM, and HTML for the rest. `fromMarkdown` reads it back. */
export function toMarkdown(
  document: RichDocument,
  addresses: AddressMap = {},
): { text: string; warnings: ConversionWarning[] } {
  const node = parseNode(document)
  const writer = new Writer(addresses, JSON.stringify(document))
  const first = node.firstChild
  const front = first?.type.name === 'frontMatter' ? `---\n${first.textContent}\n---\n\n` : ''
  const isRead = frontMatterPattern.exec(front)?.[0] === front.slice(0, -1)
  const children = writer.blocks(isRead ? node.content.content.slice(1) : node.content.content)
  const text = write({ type: 'root', children } as Root, options)
  const { warnings, edge } = writer
  return { text: (isRead ? front : '') + (edge ? text.replaceAll(edge, '') : text), warnings: warnings.list }
}

/**
 * Whether `**` opens or closes emphasis depends on the adjacent character. Parsers look at code points, but the
 * serializer looks at UTF-16 units and takes emoji, which count as punctuation, for letters: `a**😀**` would not be
 * emphasis. While writing, a BMP character of the same class stands next to them.
 */
const symbols = /^(?=[\u{10000}-\u{10ffff}])(?=[\p{P}\p{S}])|(?<=[\u{10000}-\u{10ffff}])(?<=[\p{P}\p{S}])$/gu
const signs = Array.from({ length: 256 }, (_, index) => String.fromCharCode(0x2800 + index))

const html = (value: string): Html => ({ type: 'html', value })

class Writer {
  readonly warnings = new WarningCollector()
  /** A character that the document does not contain. */
  readonly edge: string
  private readonly addresses: AddressMap

  constructor(addresses: AddressMap, words: string) {
    this.addresses = addresses
    this.edge = signs.find((sign) => !words.includes(sign)) ?? ''
  }

  private look(address: string): string {
    return addressResolver(this.addresses)(address)
  }

  blocks(nodes: readonly Node[]): RootContent[] {
    return nodes.flatMap((node) => this.block(node))
  }

  private content(node: Node): BlockContent[] {
    return this.blocks(node.content.content) as BlockContent[]
  }

  private block(node: Node): RootContent[] {
    const { attrs } = node
    switch (node.type.name) {
      case 'paragraph': {
        const children = this.words(node, false)
        return children.length > 0 ? [{ type: 'paragraph', children }] : []
      }
      case 'heading':
        return [{ type: 'heading', depth: attrs.level, children: this.words(node, true) }]
      case 'blockquote':
        return [{ type: 'blockquote', children: this.content(node) }]
      case 'callout': {
        const marker = html(`[!${String(attrs.kind).toUpperCase()}]`)
        const [first, ...rest] = this.content(node)
        const children: BlockContent[] =
          first?.type === 'paragraph'
            ? [{ type: 'paragraph', children: [html(`${marker.value}\n`), ...first.children] }, ...rest]
            : [{ type: 'paragraph', children: [marker] }, ...(first ? [first] : []), ...rest]
        return [{ type: 'blockquote', children }]
      }
      case 'bulletList':
      case 'taskList':
      case 'orderedList': {
        const children = node.content.content.map((item) => this.item(item))
        const ordered = node.type.name === 'orderedList'
        return [{ type: 'list', ordered, start: ordered ? attrs.start : null, spread: false, children }]
      }
      case 'frontMatter':
        if (!node.textContent) return []
        this.warnings.add('front_matter')
        return [{ type: 'code', lang: 'yaml', value: node.textContent }]
      case 'codeBlock':
        return [{ type: 'code', lang: attrs.language, value: node.textContent }]
      case 'horizontalRule':
        return [{ type: 'thematicBreak' }]
      case 'table':
        return [this.table(node)]
      case 'details': {
        const [summary, content] = node.content.content
        const head = `<details>\n<summary>${summary ? inlineToHtml(summary, this.addresses) : ''}</summary>`
        return [html(head), ...(content ? this.content(content) : []), html('</details>')]
      }
      default:
        throw new Error(`There is no Markdown for ${node.type.name}.`)
    }
  }

  private item(node: Node): ListItem {
    const children = this.content(node)
    if (node.type.name === 'taskItem') {
      const box = html(node.attrs.checked ? '[x]' : '[ ]')
      const [first] = children
      if (first?.type === 'paragraph') first.children.unshift(html(`${box.value} `))
      else children.unshift({ type: 'paragraph', children: [box] })
    }
    return { type: 'listItem', spread: false, children }
  }

  /** A GFM table if every cell is one line and the first row is the head; otherwise HTML. */
  private table(node: Node): RootContent {
    const rows = node.content.content.map((row) => row.content.content)
    const isPlain =
      rows[0]?.length !== 0 &&
      rows.every((cells, index) =>
        cells.every((cell, column) => {
          const { colspan, rowspan, align } = cell.attrs
          if (align !== rows[0]?.[column]?.attrs.align) return false
          const lines = visibleChildren(cell)
          const single = lines.length === 0 || (lines.length === 1 && lines[0]?.type.name === 'paragraph')
          return single && colspan === 1 && rowspan === 1 && (cell.type.name === 'tableHeader') === (index === 0)
        }),
      ) &&
      rows.every((cells) => cells.length === rows[0]?.length)
    if (rows.some((cells) => cells.some((cell) => cell.attrs.colwidth))) this.warnings.add('layout', 'colwidth')
    if (!isPlain) return html(nodeToHtml(node, this.addresses))
    const children = rows.map((cells): TableRow => {
      const written = cells.map((cell): TableCell => {
        const [line] = visibleChildren(cell)
        return { type: 'tableCell', children: line ? this.words(line, true) : [] }
      })
      return { type: 'tableRow', children: written }
    })
    return { type: 'table', align: rows[0]?.map((cell) => cell.attrs.align) ?? [], children }
  }

  /** Inline content; on a single line, breaks are written as HTML. */
  private words(parent: Node, oneLine: boolean): PhrasingContent[] {
    const nodes = normalizeInline(parent.content.content)
    return this.phrases(nodes, 0, nodes.length, [], oneLine)
  }

  /** Inline content between two indexes, nested by common marks. */
  private phrases(
    nodes: readonly Node[],
    from: number,
    to: number,
    around: readonly Mark[],
    oneLine: boolean,
  ): PhrasingContent[] {
    const written: PhrasingContent[] = []
    for (let at = from; at < to; ) {
      const node = nodes[at] as Node
      const [mark, end] = longest(nodes, at, to, around)
      if (mark) {
        written.push(...this.marked(mark, this.phrases(nodes, at, end, [...around, mark], oneLine)))
        at = end
      } else {
        // Two breaks in a row would leave a backslash alone on a line.
        const isFirstOfMore = nodes[at + 1]?.type === node.type
        const isLinked = around.some(({ type }) => type.name === 'link')
        written.push(this.word(node, oneLine || isFirstOfMore, isLinked))
        at += 1
      }
    }
    return written
  }

  private marked(mark: Mark, children: PhrasingContent[]): PhrasingContent[] {
    switch (mark.type.name) {
      case 'bold':
        return [{ type: 'strong', children }]
      case 'italic':
        return [{ type: 'emphasis', children }]
      case 'strike':
        return [{ type: 'delete', children }]
      case 'underline':
        return [html('<u>'), ...children, html('</u>')]
      default: {
        const { href, title } = mark.attrs
        return [{ type: 'link', url: this.look(href), title: normalizeCaption(title), children: children as [] }]
      }
    }
  }

  private word(node: Node, oneLine: boolean, isLinked: boolean): PhrasingContent {
    const { attrs } = node
    switch (node.type.name) {
      case 'hardBreak':
        return oneLine ? html('<br>') : { type: 'break' }
      case 'image': {
        const { alt, title, width, height } = attrs
        const url = this.look(attrs.src)
        if (width !== null || height !== null) this.warnings.add('layout', 'image')
        return { type: 'image', url, alt: normalizeCaption(alt), title: normalizeCaption(title) }
      }
      case 'mention':
        if (isLinked) return html(mentionToHtml(node))
        return {
          type: 'link',
          url: mentionAddress(attrs.id),
          children: [{ type: 'text', value: `@${normalizeCaption(attrs.label) ?? ''}` }],
        }
      default: {
        const value = replaceLineEnds(node.text ?? '')
        return node.marks.some(({ type }) => type.name === 'code')
          ? { type: 'inlineCode', value }
          : { type: 'text', value: value.replace(symbols, this.edge) }
      }
    }
  }
}

/** The unwritten mark that extends furthest. */
function longest(
  nodes: readonly Node[],
  from: number,
  to: number,
  around: readonly Mark[],
): [Mark | undefined, number] {
  let best: Mark | undefined
  let furthest = from
  for (const mark of nodes[from]?.marks ?? []) {
    if (mark.type.name === 'code' || around.some((other) => other.eq(mark))) continue
    let end = from + 1
    while (end < to && mark.isInSet(nodes[end]?.marks ?? [])) end += 1
    if (end > furthest) [best, furthest] = [mark, end]
  }
  return [best, furthest]
}
