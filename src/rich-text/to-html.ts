import type { Mark, Node } from '@tiptap/pm/model'
import { type AddressMap, addressResolver, isSafeLink, parsePageAddress } from './addresses.ts'
import { parseNode, type RichDocument } from './document.ts'
import { normalizeCaption, normalizeInline, replaceLineEnds, visibleChildren } from './inline.ts'

// Converts documents to safe HTML: no scripts, no styles, only checked addresses. `from-html.ts` reads it back.

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => escaped[one] ?? one)

type Attribute = string | number | boolean | null | undefined

function tag(name: string, attributes: Record<string, Attribute> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === null || value === undefined || value === false) return ''
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`
  })
  return `<${name}${written.join('')}>`
}

const element = (name: string, attributes: Record<string, Attribute>, content: string) =>
  `${tag(name, attributes)}${content}</${name}>`

/** `addresses` maps image and link targets. */
export const toHtml = (document: RichDocument, addresses: AddressMap = {}): string =>
  new HtmlWriter(addresses).blocks(parseNode(document))

/** HTML without line ends, for use in Markdown. */
export const nodeToHtml = (node: Node, addresses: AddressMap): string =>
  new HtmlWriter(addresses).block(node).replaceAll('\n', '&#10;')
export const inlineToHtml = (node: Node, addresses: AddressMap): string =>
  new HtmlWriter(addresses).words(node).replaceAll('\n', '&#10;')
/** A mention as HTML for use inside a Markdown link, which cannot contain links. */
export const mentionToHtml = (node: Node): string =>
  new HtmlWriter({}).word(node).replaceAll('\n', '&#10;').replaceAll('|', '&#124;')

const markTags: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code' }

class HtmlWriter {
  private readonly addresses: AddressMap

  constructor(addresses: AddressMap) {
    this.addresses = addresses
  }

  private look(address: string): string {
    const found = addressResolver(this.addresses)(address)
    return isSafeLink(found) ? found : ''
  }

  blocks(parent: Node): string {
    return visibleChildren(parent)
      .map((node) => this.block(node))
      .join('')
  }

  /** The content of an item or a cell; a single paragraph is written without `<p>`. */
  private item(parent: Node): string {
    const [first, ...rest] = visibleChildren(parent)
    if (first?.type.name !== 'paragraph' || rest.some(({ type }) => type.name === 'paragraph'))
      return this.blocks(parent)
    return this.words(first) + rest.map((node) => this.block(node)).join('')
  }

  block(node: Node): string {
    const { attrs } = node
    switch (node.type.name) {
      case 'paragraph':
        return element('p', {}, this.words(node))
      case 'heading':
        return element(`h${attrs.level}`, {}, this.words(node))
      case 'blockquote':
        return element('blockquote', {}, this.blocks(node))
      case 'callout':
        return element('div', { 'data-type': 'callout', 'data-kind': attrs.kind, role: 'note' }, this.blocks(node))
      case 'bulletList':
        return element('ul', {}, this.blocks(node))
      case 'orderedList':
        return element('ol', { start: attrs.start === 1 ? null : attrs.start }, this.blocks(node))
      case 'listItem':
        return element('li', {}, this.item(node))
      case 'taskList':
        return element('ul', { 'data-type': 'taskList' }, this.blocks(node))
      case 'taskItem': {
        const { checked } = attrs
        const [first, ...rest] = visibleChildren(node)
        const isLabelled = first?.type.name === 'paragraph'
        const box = `${tag('input', { type: 'checkbox', disabled: true, checked })} ${isLabelled ? this.words(first) : ''}`
        const others = isLabelled ? rest : visibleChildren(node)
        return element(
          'li',
          { 'data-type': 'taskItem', 'data-checked': String(checked) },
          element('label', {}, box) + others.map((child) => this.block(child)).join(''),
        )
      }
      case 'codeBlock': {
        const { language } = attrs
        // HTML ignores a line end right after the tag.
        return element('pre', { 'data-language': language }, `<code>${escapeHtml(node.textContent)}</code>`)
      }
      case 'frontMatter':
        return element('pre', { 'data-type': 'frontMatter' }, `<code>${escapeHtml(node.textContent)}</code>`)
      case 'horizontalRule':
        return '<hr>'
      case 'table':
        return element('table', {}, element('tbody', {}, this.blocks(node)))
      case 'tableRow':
        return element('tr', {}, this.blocks(node))
      case 'tableCell':
      case 'tableHeader': {
        const { colspan, rowspan, align } = attrs
        const spans = { colspan: colspan > 1 ? colspan : null, rowspan: rowspan > 1 ? rowspan : null }
        return element(node.type.name === 'tableCell' ? 'td' : 'th', { ...spans, align }, this.item(node))
      }
      case 'details':
        return element('details', {}, this.blocks(node))
      case 'detailsSummary':
        return element('summary', {}, this.words(node))
      case 'detailsContent':
        return this.blocks(node)
      default:
        throw new Error(`There is no HTML for ${node.type.name}.`)
    }
  }

  words(parent: Node): string {
    return normalizeInline(parent.content.content)
      .map((node) => node.marks.reduceRight((inner, mark) => this.marked(mark, inner), this.word(node)))
      .join('')
  }

  word(node: Node): string {
    const { attrs } = node
    switch (node.type.name) {
      case 'text':
        return escapeHtml(replaceLineEnds(node.text ?? ''))
      case 'hardBreak':
        return '<br>'
      case 'image': {
        const { alt, title, width, height } = attrs
        return tag('img', {
          src: this.look(attrs.src),
          alt: normalizeCaption(alt, 10_000) ?? '',
          title: normalizeCaption(title),
          width,
          height,
        })
      }
      case 'mention': {
        const label = normalizeCaption(attrs.label)
        return element(
          'span',
          { 'data-type': 'mention', 'data-id': attrs.id, 'data-label': label },
          escapeHtml(`@${label ?? ''}`),
        )
      }
      default:
        throw new Error(`There is no HTML for ${node.type.name}.`)
    }
  }

  private marked(mark: Mark, inner: string): string {
    const { name } = mark.type
    if (name !== 'link') return element(markTags[name] ?? 'span', {}, inner)
    const { href, title } = mark.attrs
    const rel = parsePageAddress(href) || href.startsWith('#') ? null : 'noopener noreferrer nofollow'
    return element('a', { href: this.look(href), title: normalizeCaption(title), rel }, inner)
  }
}
