import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDocument } from '#rich-text/document'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toMarkdown } from '#rich-text/to-markdown'
import { repetitions } from '../harness/nightly.ts'

// Documents as an editor makes them, with words that Markdown takes for its own. DOCUMENTS=5000 makes as many, SEED=7 others.

const id = '0192f7a4-1111-7000-8000-000000000001'
const bit = fc.constantFrom(
  'a',
  'b ',
  ' c',
  '*',
  '_',
  '`',
  '[',
  '](x)',
  '!',
  '#',
  '- ',
  '1. ',
  '> ',
  '|',
  '~~',
  '<b>',
  '&amp;',
  '\\',
  'http://x.y',
  ':',
  'www.a.b',
  '  ',
  '\n',
  'é',
  '+',
  '=',
  '---',
  '```',
  '[ ] ',
  '[!NOTE]',
  '"',
  "'",
  '$',
  '{',
  '@',
  '://',
  '<',
  '>',
  '.',
  '1)',
)
const str = fc
  .array(bit, { minLength: 1, maxLength: 6 })
  .map((x) => x.join(''))
  .filter((x) => x !== '')
const mark = fc.constantFrom(
  { type: 'bold' },
  { type: 'italic' },
  { type: 'strike' },
  { type: 'underline' },
  { type: 'code' },
  { type: 'link', attrs: { href: 'https://a.b/c', title: null } },
  { type: 'link', attrs: { href: '/x y'.replace(' ', '%20'), title: 't"q\'s' } },
  { type: 'link', attrs: { href: 'https://a.b/(c', title: '(a) "b" \\' } },
)
const textn = fc.record({
  type: fc.constant('text'),
  text: str,
  marks: fc.uniqueArray(mark, { maxLength: 3, selector: (m) => m.type }),
})
const inl = fc.oneof(
  { weight: 6, arbitrary: textn },
  fc.constant({ type: 'hardBreak' }),
  fc.record({
    type: fc.constant('image'),
    attrs: fc.record({
      src: fc.constant(`/storage/files/${id}`),
      alt: fc.option(str),
      title: fc.option(str),
      width: fc.option(fc.constant(10)),
      height: fc.constant(null),
    }),
    marks: fc.uniqueArray(
      mark.filter((m) => m.type !== 'code'),
      { maxLength: 1 },
    ),
  }),
  fc.record({ type: fc.constant('mention'), attrs: fc.record({ id: fc.constant(id), label: fc.option(str) }) }),
)
const inls = fc.array(inl, { maxLength: 5 })
const { block } = fc.letrec((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('paragraph'), content: inls }) },
    fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.integer({ min: 1, max: 6 }) }),
      content: inls,
    }),
    fc.constant({ type: 'horizontalRule' }),
    fc.record({
      type: fc.constant('codeBlock'),
      attrs: fc.record({ language: fc.option(fc.constantFrom('ts', '`', '~', '&amp;', 'a"')) }),
      content: fc.option(str, { nil: undefined }).map((t) => (t ? [{ type: 'text', text: t }] : [])),
    }),
    fc.record({ type: fc.constant('blockquote'), content: fc.array(tie('block'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant('callout'),
      attrs: fc.constant({ kind: 'tip' }),
      content: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('details'),
      content: fc.tuple(
        fc.record({ type: fc.constant('detailsSummary'), content: fc.array(textn, { maxLength: 2 }) }),
        fc.record({
          type: fc.constant('detailsContent'),
          content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
        }),
      ),
    }),
    fc.record({
      type: fc.constantFrom('bulletList'),
      content: fc.array(fc.record({ type: fc.constant('listItem'), content: tie('item') }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      type: fc.constant('orderedList'),
      attrs: fc.record({ start: fc.constantFrom(0, 1, 9) }),
      content: fc.array(fc.record({ type: fc.constant('listItem'), content: tie('item') }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      type: fc.constant('taskList'),
      content: fc.array(
        fc.record({ type: fc.constant('taskItem'), attrs: fc.record({ checked: fc.boolean() }), content: tie('item') }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constant('table'),
      content: fc.integer({ min: 1, max: 3 }).chain((n) =>
        fc.array(
          fc.record({
            type: fc.constant('tableRow'),
            content: fc.array(
              fc.record({
                type: fc.constantFrom('tableCell', 'tableHeader'),
                attrs: fc.record({
                  align: fc.option(fc.constantFrom('left', 'center', 'right')),
                  colspan: fc.constantFrom(1, 1, 1, 2),
                }),
                content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
              }),
              { minLength: n, maxLength: n },
            ),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      ),
    }),
    fc.record({
      type: fc.constant('table'),
      content: fc.integer({ min: 1, max: 3 }).chain((n) =>
        fc
          .tuple(
            fc.array(inls, { minLength: n, maxLength: n }).map((c) => ({
              type: 'tableRow',
              content: c.map((content) => ({ type: 'tableHeader', content: [{ type: 'paragraph', content }] })),
            })),
            fc.array(
              fc.array(inls, { minLength: n, maxLength: n }).map((c) => ({
                type: 'tableRow',
                content: c.map((content) => ({ type: 'tableCell', content: [{ type: 'paragraph', content }] })),
              })),
              { maxLength: 2 },
            ),
          )
          .map(([h, r]) => [h, ...r]),
      ),
    }),
  ),
  item: fc
    .tuple(fc.record({ type: fc.constant('paragraph'), content: inls }), fc.array(tie('block'), { maxLength: 2 }))
    .map(([a, b]) => [a, ...b]),
}))
const doc = fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => ({ type: 'doc', content }))

const parameters = { numRuns: repetitions('DOCUMENTS', 120, 1200), seed: Number(process.env.SEED ?? 15) }

test('whatever an editor makes is Markdown that is read back, and then stays', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(doc, (made) => {
      const checked = checkDocument(made)
      if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
      const written = toMarkdown(checked.document).text
      const read = fromMarkdown(written)
      if (!read.ok) throw new Error(JSON.stringify(read.problems))
      expect(checkDocument(read.document)).toEqual({ ok: true, document: read.document })
      const again = toMarkdown(read.document).text
      expect(again).toBe(written)
      expect(fromMarkdown(again)).toMatchObject({ ok: true, document: read.document })
    }),
    parameters,
  )
})
