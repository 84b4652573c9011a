import type MarkdownIt from 'markdown-it'
import { boundLinkify } from '../../rich-text/bound-linkify.ts'

let parser: MarkdownIt | undefined

/** Converts Markdown to HTML. Line breaks are kept and HTML tags are escaped. */
export async function markdownToHtml(markdown: string): Promise<string> {
  if (!parser) {
    const { default: Parser } = await import('markdown-it')
    parser = new Parser({ linkify: true, breaks: true })
    boundLinkify(parser)
  }
  return parser.render(markdown).trim()
}

/** Converts HTML to Markdown that renders to the same HTML, as far as Markdown allows. */
export const htmlToMarkdown = (html: string): string =>
  serializeBlocks(new DOMParser().parseFromString(html, 'text/html').body).join('\n\n')

const markSigns: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', s: '~~', del: '~~' }

function serializeInline(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeMarkdown(node.textContent ?? '')
  if (!(node instanceof Element)) return ''
  const { localName: name } = node
  if (name === 'br') return '\n'
  if (name === 'code') return `\`${node.textContent ?? ''}\``
  const inner = serializeChildren(node)
  const mark = markSigns[name]
  if (mark && inner.trim()) return inner.replace(/\S(?:[\s\S]*\S)?/, (text) => mark + text + mark)
  const href = name === 'a' ? node.getAttribute('href') : null
  if (!href || href === node.textContent) return href ?? inner
  return `[${inner}](${href})`
}

const serializeChildren = (node: Node) => [...node.childNodes].map(serializeInline).join('')

const escapeMarkdown = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*]|~~|\](?=\()/g, '\\$&')

/** Escapes characters that would start a list or heading. */
const escapeLineStart = (text: string) =>
  text
    .trim()
    .replace(/\n /g, '\n')
    .replace(/^(#{1,6} |>|[-+] )/gm, '\\$1')
    .replace(/^(\d+)([.)] )/gm, '$1\\$2')

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

const serializeList = (list: Element, sign: (index: number) => string) =>
  [...list.children]
    .map((item, index) => sign(index) + indent(serializeBlocks(item).join('\n\n'), ' '.repeat(sign(index).length)))
    .join('\n')

function serializeTable(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => serializeChildren(cell).replaceAll('\n', ' ').replaceAll('|', '\\|').trim()),
  )
  const [head = [], ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others].join('\n')
}

const serializeHeading = (level: number) => (block: Element) =>
  `${'#'.repeat(level)} ${serializeChildren(block).trim()}`

const blockSerializers: Readonly<Record<string, (block: Element) => string>> = {
  p: (block) => escapeLineStart(serializeChildren(block)),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, serializeHeading(level)])),
  blockquote: (block) => `> ${indent(serializeBlocks(block).join('\n\n'), '> ')}`,
  ul: (block) => serializeList(block, () => '- '),
  ol: (block) => serializeList(block, (index) => `${index + 1}. `),
  pre: (block) => `\`\`\`\n${(block.textContent ?? '').replace(/\n$/, '')}\n\`\`\``,
  hr: () => '---',
  table: serializeTable,
}

function serializeBlocks(parent: Node): string[] {
  const blocks: string[] = []
  let text = ''
  const end = () => {
    if (text.trim()) blocks.push(escapeLineStart(text))
    text = ''
  }
  for (const node of parent.childNodes) {
    const write = node instanceof Element ? blockSerializers[node.localName] : undefined
    if (write) {
      end()
      blocks.push(write(node as Element))
    } else text += serializeInline(node)
  }
  end()
  return blocks
}
