import type MarkdownIt from 'markdown-it'
import { boundLinkify } from '../../rich-text/bound-linkify.ts'

let parser: MarkdownIt | undefined

/** What somebody typed, as HTML: Markdown, each line a line; tags that are typed are text. */
export async function htmlOf(markdown: string): Promise<string> {
  if (!parser) {
    const { default: Parser } = await import('markdown-it')
    parser = new Parser({ linkify: true, breaks: true })
    boundLinkify(parser)
  }
  return parser.render(markdown).trim()
}

/** HTML as Markdown that becomes the same again, as far as Markdown goes. */
export const markdownOf = (html: string): string =>
  blocksOf(new DOMParser().parseFromString(html, 'text/html').body).join('\n\n')

const marks: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', s: '~~', del: '~~' }

function inline(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.textContent ?? '')
  if (!(node instanceof Element)) return ''
  const { localName: name } = node
  if (name === 'br') return '\n'
  if (name === 'code') return `\`${node.textContent ?? ''}\``
  const inner = inlineOf(node)
  const mark = marks[name]
  if (mark && inner.trim()) return inner.replace(/\S(?:[\s\S]*\S)?/, (text) => mark + text + mark)
  const href = name === 'a' ? node.getAttribute('href') : null
  if (!href || href === node.textContent) return href ?? inner
  return `[${inner}](${href})`
}

const inlineOf = (node: Node) => [...node.childNodes].map(inline).join('')

const escaped = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*]|~~|\](?=\()/g, '\\$&')

/** What would be a list or a heading at the beginning of a line is none. */
const line = (text: string) =>
  text
    .trim()
    .replace(/\n /g, '\n')
    .replace(/^(#{1,6} |>|[-+] )/gm, '\\$1')
    .replace(/^(\d+)([.)] )/gm, '$1\\$2')

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

const itemsOf = (list: Element, sign: (index: number) => string) =>
  [...list.children]
    .map((item, index) => sign(index) + indented(blocksOf(item).join('\n\n'), ' '.repeat(sign(index).length)))
    .join('\n')

function tableOf(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => inlineOf(cell).replaceAll('\n', ' ').replaceAll('|', '\\|').trim()),
  )
  const [head = [], ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others].join('\n')
}

const heading = (level: number) => (block: Element) => `${'#'.repeat(level)} ${inlineOf(block).trim()}`

const writers: Readonly<Record<string, (block: Element) => string>> = {
  p: (block) => line(inlineOf(block)),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)])),
  blockquote: (block) => `> ${indented(blocksOf(block).join('\n\n'), '> ')}`,
  ul: (block) => itemsOf(block, () => '- '),
  ol: (block) => itemsOf(block, (index) => `${index + 1}. `),
  pre: (block) => `\`\`\`\n${(block.textContent ?? '').replace(/\n$/, '')}\n\`\`\``,
  hr: () => '---',
  table: tableOf,
}

function blocksOf(parent: Node): string[] {
  const blocks: string[] = []
  let text = ''
  const end = () => {
    if (text.trim()) blocks.push(line(text))
    text = ''
  }
  for (const node of parent.childNodes) {
    const write = node instanceof Element ? writers[node.localName] : undefined
    if (write) {
      end()
      blocks.push(write(node as Element))
    } else text += inline(node)
  }
  end()
  return blocks
}
