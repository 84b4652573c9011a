import type { Attrs } from '@tiptap/pm/model'
import { QuoteType, Tokenizer } from 'htmlparser2'
import { escapeAddress, isSafeLink, mentionAddress, parseFileAddress, parseMentionAddress } from './addresses.ts'
import { type DocumentBuilder, nodeType } from './document-builder.ts'
import { normalizeCaption } from './inline.ts'
import { calloutKinds, richTextSchema } from './schema.ts'

// HTML to document. Elements without a counterpart are replaced by their content.

type Attributes = Record<string, string>

const marks: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}

/** Elements whose text is not visible. */
const hidden = new Set(['script', 'style', 'head', 'title', 'template', 'svg', 'math', 'iframe', 'object', 'noembed'])

/** Elements that can be dropped without a warning. */
const plain = new Set(
  (
    'html body p div span center section article header footer main nav aside figure figcaption picture hgroup ' +
    'tbody thead tfoot dl dt dd label wbr source colgroup col address'
  ).split(' '),
)

const blocks = new Set(
  (
    'html body p div center section article header footer main nav aside figure figcaption hgroup tbody thead tfoot ' +
    'dl dt dd address form fieldset caption'
  ).split(' '),
)

const void_ = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Appends a fragment of HTML, which may open elements that a later one closes. Text between inline fragments is Markdown. */
export function appendHtml(
  html: string,
  builder: DocumentBuilder,
  look: (address: string) => string,
  isInLine = false,
): void {
  let name = ''
  let attributes: Attributes = {}
  let key = ''
  let value = ''
  const line = builder.line ?? 1
  let [ends, counted] = [0, 0]
  /** Updates the line number. */
  const at = (place: number) => {
    for (; counted < place; counted++) if (html.charCodeAt(counted) === 10) ends += 1
    if (builder.line !== null) builder.line = line + ends
  }
  const opened = (selfClosing: boolean) => {
    const element = new Element(name, attributes, builder, look, isInLine)
    element.open()
    if (selfClosing || void_.has(name)) element.close()
  }
  const lowered = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        at(start)
        name = lowered(start, end)
        attributes = {}
      },
      onattribname(start, end) {
        key = lowered(start, end)
        value = ''
      },
      onattribdata(start, end) {
        value += html.slice(start, end)
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint)
      },
      onattribend(quote) {
        if (!Object.hasOwn(attributes, key)) attributes[key] = quote === QuoteType.NoValue ? '' : value
      },
      onopentagend: () => opened(false),
      onselfclosingtag: () => opened(true),
      onclosetag(start, end) {
        new Element(lowered(start, end), {}, builder, look).close()
      },
      ontext(start, end) {
        if (!builder.hidden) builder.flowing(html.slice(start, end))
      },
      ontextentity(codepoint) {
        const text = String.fromCodePoint(codepoint)
        if (builder.hidden) return
        if (/\s/.test(text) && codepoint < 128) builder.flowing(text)
        else builder.text(text)
      },
      oncdata() {},
      oncomment(start, end, endOffset) {
        const said = normalizeCaption(html.slice(start, end - endOffset))
        at(start)
        if (said && !builder.hidden) builder.warnings.add('comment', said, builder.line)
      },
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  at(html.length)
}

class Element {
  private readonly name: string
  private readonly attributes: Attributes
  private readonly builder: DocumentBuilder
  private readonly look: (address: string) => string
  private readonly isInLine: boolean

  constructor(
    name: string,
    attributes: Attributes,
    builder: DocumentBuilder,
    look: (address: string) => string,
    isInLine = false,
  ) {
    this.isInLine = isInLine
    this.name = name
    this.attributes = attributes
    this.builder = builder
    this.look = look
  }

  open() {
    const { name, attributes, builder } = this
    if (builder.hidden) return builder.openInline(name, 'html')
    if (hidden.has(name) && !this.isInLine) {
      builder.warnings.add('html_dropped', name, builder.line)
      return builder.openHidden(name)
    }
    if (builder.top.spec.code) return name === 'br' ? builder.text('\n') : builder.openInline(name, 'html')
    const mark = marks[name]
    if (mark) return builder.openInline(name, 'html', richTextSchema.mark(mark))
    const heading = /^h([1-6])$/.exec(name)
    if (heading) return this.block('heading', { level: Number(heading[1]) })
    switch (name) {
      case 'p':
        // `<p>` implicitly closes an open paragraph.
        builder.closeAny(['p'], ['div', 'td', 'th', 'li', 'blockquote', 'details'])
        return builder.open(name, 'html', null)
      case 'br':
        return builder.inline(nodeType('hardBreak').create())
      case 'hr':
        return builder.leaf(nodeType('horizontalRule').create())
      case 'img':
        return appendImage(builder, this.look(attributes.src ?? ''), attributes)
      case 'a':
        return this.link()
      case 'blockquote':
        return this.block('blockquote')
      case 'pre':
        return this.block('codeBlock', {
          language: attributes['data-language'] ?? /^language-(\S+)/.exec(attributes.class ?? '')?.[1] ?? null,
        })
      case 'ul':
        return this.block(attributes['data-type'] === 'taskList' ? 'taskList' : 'bulletList')
      case 'ol':
        return this.block('orderedList', { start: number(attributes.start, 1) })
      case 'li': {
        builder.closeAny(['li'], ['ul', 'ol'])
        if (attributes['data-type'] === 'taskItem')
          return this.block('taskItem', { checked: attributes['data-checked'] === 'true' })
        return this.block('listItem')
      }
      case 'input':
        if (attributes.type !== 'checkbox') builder.warnings.add('html_dropped', name, builder.line)
        return
      case 'table':
        return this.block('table')
      case 'tr':
        builder.closeAny(['tr'], ['table'])
        return this.block('tableRow')
      case 'td':
      case 'th':
        builder.closeAny(['td', 'th'], ['table', 'tr'])
        return this.block(name === 'td' ? 'tableCell' : 'tableHeader', {
          colspan: number(attributes.colspan, 1),
          rowspan: number(attributes.rowspan, 1),
          align:
            /text-align:\s*(left|center|right)/.exec(attributes.style ?? '')?.[1] ??
            attributes.align?.toLowerCase() ??
            null,
        })
      case 'details':
        return this.block('details')
      case 'summary':
        return this.block('detailsSummary')
      case 'span': {
        const id = parseMentionAddress(mentionAddress(attributes['data-id'] ?? ''))
        if (attributes['data-type'] !== 'mention' || !id) return builder.openInline(name, 'html')
        builder.inline(nodeType('mention').create({ id, label: normalizeCaption(attributes['data-label'], 200) }))
        return builder.openHidden(name)
      }
      case 'div':
        if (attributes['data-type'] === 'callout')
          return this.block('callout', { kind: oneOf(calloutKinds, attributes['data-kind']) ?? 'note' })
        return this.block(null)
      default:
        if (!plain.has(name)) builder.warnings.add(void_.has(name) ? 'html_dropped' : 'html', name, builder.line)
        if (void_.has(name)) return
        return blocks.has(name) ? this.block(null) : builder.openInline(name, 'html')
    }
  }

  close() {
    const { name, builder } = this
    if (name === 'br' || name === 'hr') return
    builder.close(name, 'html')
    if (blocks.has(name) && !builder.hidden && !builder.top.spec.code) builder.endHtmlLine()
  }

  private block(name: string | null, attrs: Attrs | null = null) {
    this.builder.open(this.name, 'html', name === null ? null : nodeType(name), attrs)
  }

  private link() {
    const { builder, attributes } = this
    const { href } = attributes
    if (href === undefined) {
      builder.warnings.add('html', 'a', builder.line)
      return builder.openInline('a', 'html')
    }
    builder.openInline('a', 'html', createLinkMark(builder, this.look(href), attributes.title))
  }
}

/** Undefined if the link target is not allowed. */
export function createLinkMark(builder: DocumentBuilder, address: string, title?: string | null) {
  const href = escapeAddress(address)
  if (href.length <= 4_000 && isSafeLink(href))
    return richTextSchema.mark('link', { href, title: normalizeCaption(title) })
  builder.warnings.add('link', address, builder.line)
}

/** Appends an image from our storage; other images become links. */
export function appendImage(builder: DocumentBuilder, address: string, { alt, title, width, height }: Attributes) {
  const src = escapeAddress(address)
  const said = normalizeCaption(alt, 10_000)
  if (parseFileAddress(src)) {
    const sizes = { width: number(width, null), height: number(height, null) }
    const attrs = {
      src,
      alt: said,
      title: normalizeCaption(title),
      ...sizes,
    }
    return builder.inline(nodeType('image').create(attrs))
  }
  const isLink = !builder.isLinked && src !== '' && src.length <= 4_000 && isSafeLink(src)
  builder.warnings.add(isLink ? 'image' : 'image_text', src, builder.line)
  const name = said ?? (/^data:/i.test(src) ? '' : src.split(/[?#]/)[0]?.split('/').at(-1) || src)
  builder.text(name, isLink ? [richTextSchema.mark('link', { href: src })] : [])
}

const number = <Fallback>(text: string | undefined, fallback: Fallback): number | Fallback =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback
const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value)
