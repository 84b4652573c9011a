import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MarkType, NodeSpec, NodeType } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { checkDocument, documentLimits } from '#rich-text/document'
import { repairDocument } from '#rich-text/repair-document'
import { richTextSchema } from '#rich-text/schema'

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length ? { marks } : {}) })
const paragraph = (...content: object[]) => ({ type: 'paragraph', ...(content.length ? { content } : {}) })
const doc = (...content: object[]) => ({ type: 'doc', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })
const id = '0192f7a4-1111-7000-8000-000000000001'

const problems = (json: unknown) => {
  const checked = checkDocument(json)
  return checked.ok ? [] : checked.problems.map(({ path }) => path)
}

test('a document with each of its types is taken as it is', () => {
  const cell = (type: string) => ({ type, attrs: { align: 'left' }, content: [paragraph(text('a'))] })
  const whole = doc(
    { type: 'frontMatter', content: [text('title: a')] },
    { type: 'heading', attrs: { level: 6 }, content: [text('h'), { type: 'hardBreak' }, text('i')] },
    paragraph(
      text('a', link(`/pages/${id}`), { type: 'bold' }, { type: 'code' }),
      { type: 'image', attrs: { src: `/storage/files/${id}`, alt: 'b' } },
      { type: 'mention', attrs: { id, label: 'Anna' } },
    ),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a'))] }] },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('a'))] }] },
    { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('a'))] }] },
    { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a\n\nb')] },
    { type: 'blockquote', content: [{ type: 'horizontalRule' }] },
    { type: 'callout', attrs: { kind: 'warning' }, content: [paragraph()] },
    {
      type: 'details',
      content: [
        { type: 'detailsSummary', content: [text('a')] },
        { type: 'detailsContent', content: [paragraph()] },
      ],
    },
    { type: 'table', content: [{ type: 'tableRow', content: [cell('tableHeader'), cell('tableCell')] }] },
  )
  const checked = checkDocument(whole)
  expect(checked).toMatchObject({ ok: true, document: whole })
  expect(checked.ok && checkDocument(checked.document)).toEqual(checked)
})

test('what is not on the schema is named with its place', () => {
  expect(problems(null)).toEqual([''])
  expect(problems(paragraph())).toEqual(['type'])
  expect(problems(doc())).toEqual([''])
  expect(problems(doc({ type: 'script' }))).toEqual(['content.0.type'])
  expect(problems(doc({ type: '__proto__' }))).toEqual(['content.0.type'])
  expect(problems(doc(paragraph(), text('a')))).toEqual(['content.1'])
  expect(problems(doc(paragraph(), { type: 'frontMatter' }))).toEqual(['content.1'])
  expect(problems(doc({ type: 'bulletList', content: [paragraph()] }))).toEqual(['content.0.content.0'])
  expect(problems(doc({ type: 'heading', attrs: { level: 99 } }))).toEqual(['content.0.attrs.level'])
  expect(problems(doc({ type: 'heading', attrs: { level: '1' } }))).toEqual(['content.0.attrs.level'])
  expect(problems(doc(paragraph(text(''))))).toEqual(['content.0.content.0.text'])
  expect(problems(doc(paragraph(text('a\0'))))).toEqual(['content.0.content.0.text'])
  expect(problems(doc(paragraph(text('\ud800'))))).toEqual(['content.0.content.0.text'])
  expect(problems(doc(paragraph(text('a', { type: 'blink' }))))).toEqual(['content.0.content.0.marks.0.type'])
  expect(problems(doc({ type: 'codeBlock', content: [text('a', { type: 'bold' })] }))).toEqual([
    'content.0.content.0.marks',
  ])
  expect(problems(doc({ type: 'callout', attrs: { kind: 'x" onclick="y' }, content: [paragraph()] }))).toEqual([
    'content.0.attrs.kind',
  ])
  expect(problems(doc(paragraph({ type: 'mention', attrs: { id: 'me' } })))).toEqual(['content.0.content.0.attrs.id'])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a/b',
  'http://[',
  null,
  7,
  undefined,
])('a link to %j is refused', (href) => {
  expect(problems(doc(paragraph(text('a', link(href)))))).toEqual(['content.0.content.0.marks.0.attrs.href'])
})

test.each(['https://a.b/c?d#e', 'mailto:a@b.c', 'tel:+49301234', '#part', 'other.md', '../a', `/pages/${id}`, ''])(
  'a link to %j is taken',
  (href) => expect(problems(doc(paragraph(text('a', link(href)))))).toEqual([]),
)

test.each([
  'https://a.b/c.png',
  'data:image/png;base64,AAAA',
  `/storage/files/${id}/../x`,
  `//storage/files/${id}`,
  null,
])('a picture at %j is refused: pictures are files of ours', (src) =>
  expect(problems(doc(paragraph({ type: 'image', attrs: { src } })))).toEqual(['content.0.content.0.attrs.src']),
)

test.each(['de', 'en'])('the guide lists every node and mark, what it holds and its attributes: %s', (language) => {
  const guide = readFileSync(join(projectRoot, 'assets', 'guide', language, 'pages.md'), 'utf8')
  const [, nodes = '', marks = ''] = guide.split(/^\| (?:node|mark|Knoten|Auszeichnung) \|.*\n/m)
  const listed = (table: string) =>
    [...table.matchAll(/^\| `(\w+)` \| (?:(?:holds|enthält) `([^`]+)`)?(.*)\|$/gm)].map(
      ([, name, content = '', rest = '']) => [
        name,
        content.replaceAll('\\|', '|'),
        [...rest.matchAll(/`(\w+)`:/g)].map(([, attribute]) => attribute),
      ],
    )
  const types = (of: Record<string, NodeType | MarkType>) =>
    Object.values(of).map(({ name, spec }) => [name, (spec as NodeSpec).content ?? '', Object.keys(spec.attrs ?? {})])
  expect(new Set(listed(nodes))).toEqual(new Set(types(richTextSchema.nodes)))
  expect(new Set(listed(marks))).toEqual(new Set(types(richTextSchema.marks)))
})

test('a document is bounded in depth and in nodes, whatever is sent', () => {
  let deep: object = paragraph(text('a'))
  for (let level = 0; level < 10_000; level++) deep = { type: 'blockquote', content: [deep] }
  const checked = checkDocument(doc(deep))
  expect(checked).toMatchObject({
    ok: false,
    problems: [
      {
        message: {
          de: `Das Dokument hat mehr als ${documentLimits.depth} Ebenen`,
          en: `The document has more than ${documentLimits.depth} levels`,
        },
      },
    ],
  })
  const wide = doc(...Array.from({ length: documentLimits.nodes }, () => paragraph()))
  expect(checkDocument(wide)).toMatchObject({
    ok: false,
    problems: [{ message: { en: expect.stringContaining(`${documentLimits.nodes} nodes`) } }],
  })
  const wrong = doc(...Array.from({ length: 1_000 }, () => ({ type: 'x' })))
  expect(problems(wrong)).toHaveLength(documentLimits.problems)
})

test('attributes that the schema does not have are left out', () => {
  const checked = checkDocument(doc({ ...paragraph(text('a')), attrs: { onclick: 'x' } }))
  expect(checked).toEqual({ ok: true, document: doc(paragraph(text('a'))) })
})

test('a tree whose nodes stand where they cannot is made to fit', () => {
  const front = { type: 'frontMatter', content: [text('a: b')] }
  const item = { type: 'listItem', content: [paragraph(text('item'))] }
  const summary = { type: 'detailsSummary', content: [text('more')] }
  for (const tree of [
    doc({ type: 'details', content: [item] }),
    doc({ type: 'details', content: [paragraph(text('a')), summary] }),
    doc({ type: 'details', content: [summary, summary] }),
    doc({ type: 'blockquote', content: [front] }),
    doc(paragraph(text('a')), front),
  ]) {
    const { document } = repairDocument(tree as never)
    expect(checkDocument(document)).toEqual({ ok: true, document })
    for (const [words] of JSON.stringify(tree).matchAll(/(?<="text":")[^"]+/g))
      expect(JSON.stringify(document)).toContain(words)
  }
})

test('a tree that others wrote is made to fit, and keeps its words', () => {
  const { document, warnings } = repairDocument(
    doc(
      { type: 'image', attrs: { src: `/storage/files/${id}` } },
      { type: 'listItem', content: [text('item')] },
      { type: 'heading', attrs: { level: 77 }, content: [text('head', link('javascript:x'))] },
      paragraph({ type: 'table', content: [{ type: 'tableCell', content: [text('cell')] }] }),
      { type: 'youtube', content: [paragraph(text('film'))] },
    ) as never,
  )
  expect(checkDocument(document)).toEqual({ ok: true, document })
  expect(document.content?.map(({ type }) => type)).toEqual([
    'paragraph',
    'bulletList',
    'heading',
    'table',
    'paragraph',
  ])
  expect(JSON.stringify(document)).toMatch(/item.*head.*cell.*film/)
  expect(warnings.map(({ detail }) => detail)).toEqual(['link', 'youtube'])
})
