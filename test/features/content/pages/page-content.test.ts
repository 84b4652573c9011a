import { beforeAll, describe, expect, test } from 'vitest'
import { documentLimits } from '#rich-text/document'
import { house, openHouse } from '../../../harness/house.ts'

const at = house()
let page = ''

beforeAll(async () => {
  page = (await at.member.rest('POST', '/pages', { title: 'Seite' })).body.id
})

const put = async (content: unknown) => {
  const answer = await at.member.rest('PUT', `/pages/${page}/content`, { content }, { 'accept-language': 'en' })
  return { status: answer.status, ...answer.body }
}
const shown = async (format: string) => (await at.viewer.rest('GET', `/pages/${page}?format=${format}`)).body
const doc = (...content: object[]) => ({ type: 'doc', content })
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })

describe('content', () => {
  test('is Markdown with tables and tasks, as a document, and Markdown again', async () => {
    const markdown = '# Titel\n\n- [x] *fertig*\n- [ ] offen\n\n| a | b |\n| - | - |\n| 1 | 2 |\n'
    const { content, warnings } = await put(markdown)
    expect(content.content.map(({ type }: { type: string }) => type)).toEqual(['heading', 'taskList', 'table'])
    expect(warnings).toEqual([])
    expect(await shown('markdown')).toMatchObject({ content: markdown, warnings: [] })
    expect((await shown('html')).content).toMatch(/^<h1>Titel<\/h1>.*<table>/s)
    const again = await put(content)
    expect([again.status, again.content]).toEqual([200, content])
  })
  test('names what Markdown held and a page does not', async () => {
    const { status, warnings, content } = await put('# Titel\n\n[weg](javascript:alert(1)) und <marquee>mehr</marquee>')
    expect(status).toBe(200)
    expect(JSON.stringify(content)).not.toContain('javascript')
    expect(warnings).toEqual([
      expect.objectContaining({ field: 'content', kind: 'link', line: 3, message: expect.stringMatching(/^A link/) }),
      expect.objectContaining({ kind: 'html', detail: 'marquee' }),
    ])
    // What is read later has lost nothing more.
    expect((await at.viewer.rest('GET', `/pages/${page}`)).body.warnings).toEqual([])
  })
  test('off the schema is refused, with the place', async () => {
    const paragraph = { type: 'paragraph', content: [text('x')] }
    const link = { type: 'paragraph', content: [text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })] }
    for (const [content, field] of [
      [doc({ type: 'script' }), 'content.content.0.type'],
      [doc(paragraph, { type: 'heading', attrs: { level: 99 } }), 'content.content.1.attrs.level'],
      [doc(paragraph, link), 'content.content.1.content.0.marks.0.attrs.href'],
      [paragraph, 'content.type'],
      [{}, 'content.type'],
    ] as const) {
      const refused = await put(content)
      expect([refused.status, refused.error, refused.field]).toEqual([422, 'validation_failed', field])
    }
    const { errors } = await at.member.graphql(
      `mutation ($content: JSON!) { replacePageContent(id: "${page}", input: { content: $content }) { id } }`,
      { content: doc({ type: 'script' }) },
    )
    expect(errors?.[0].extensions).toMatchObject({ status: 422, field: 'content.content.0.type' })
  })
  test('has its tables made by GraphQL as by REST, with its names as they are', async () => {
    const { data } = await at.member.graphql(
      `mutation ($content: JSON!) {
         replacePageContent(id: "${page}", input: { content: $content }) { content warnings { message } }
       }`,
      {
        content: doc({
          type: 'codeBlock',
          attrs: { language: 'snake_case' },
          content: [{ type: 'text', text: 'camelCase' }],
        }),
      },
    )
    expect(data.replacePageContent.content.content[0]).toMatchObject({
      type: 'codeBlock',
      attrs: { language: 'snake_case' },
    })
  })
  test('keeps what it names and is not there, and says so by whatever way it comes', async () => {
    const ghost = '00000000-0000-4000-8000-000000000000'
    const foreign = (await (await openHouse(at.app)).owner.rest('POST', '/pages', { title: 'fremd' })).body.id
    const markdown = `![p](/storage/files/${ghost}) [@X](mention:${ghost}) [a](/pages/${foreign}) [b](/storage/files/${ghost}) [@m](mention:${at.member.id})\n`
    const said = [
      ['unknown_file', `/storage/files/${ghost}`],
      ['unknown_member', `mention:${ghost}`],
      ['unknown_page', `/pages/${foreign}`],
    ]
    const { status, content, warnings } = await put(markdown)
    const told = (list: { kind: string; detail: string }[]) => list.map(({ kind, detail }) => [kind, detail])
    expect([status, told(warnings)]).toEqual([200, said])
    expect(warnings[0].message).toContain('A file that does not exist')
    expect(told((await put(content)).warnings)).toEqual(said)
    expect((await shown('markdown')).content).toBe(markdown)
    const html = (await shown('html')).content
    await put('')
    expect(told((await put(html)).warnings)).toEqual(said)
    expect((await put(content)).content).toEqual(content)
    const { body } = await at.viewer.rest('GET', '/events?names=page.updated&per_page=100')
    expect(told(body.events.at(-1).data.warnings)).toEqual(said)
  })
  test('of nearly a megabyte goes in and out, in a thread, and stays off lists', async () => {
    const markdown = Array.from({ length: 8000 }, (_, index) => `Absatz ${index} mit einigen Wörtern`).join('\n\n')
    const { status, content } = await put(markdown)
    expect([status, content.content.length]).toEqual([200, 8000])
    expect((await shown('markdown')).content.trim()).toBe(markdown)
    expect((await put(content)).status).toBe(200)
    const list = await at.viewer.rest('GET', '/pages')
    expect(list.raw.length).toBeLessThan(2000)
    expect((await at.viewer.rest('GET', '/pages?q=7999')).body.total).toBe(1)
  })
  test('is refused where nobody could send it back', async () => {
    const wide = await put('a\n\n'.repeat(20_000))
    expect([wide.status, wide.field]).toEqual([422, 'content'])
    expect(wide.message).toContain('too large')
  })
  test('is as deep as can be sent back, by REST and GraphQL, and no deeper', async () => {
    const deep = (quotes: number) => {
      const marks = [{ type: 'link', attrs: { href: 'https://a.example' } }]
      let node: object = { type: 'paragraph', content: [{ type: 'text', text: 'tief', marks }] }
      for (let level = 0; level < quotes; level += 1) node = { type: 'blockquote', content: [node] }
      return doc(node)
    }
    const { status, content } = await put(deep(documentLimits.depth - 2))
    expect([status, (await put(content)).status]).toEqual([200, 200])
    const { data } = await at.member.graphql(
      `mutation ($input: UpdatePageInput!) { updatePage(id: "${page}", input: $input) { id } }`,
      { input: { content } },
    )
    expect(data?.updatePage.id).toBe(page)
    for (const [language, words] of [
      ['de', 'ist nicht zulässig: Das Dokument hat mehr als 46 Ebenen'],
      ['en', 'is not valid: The document has more than 46 levels'],
    ]) {
      const body = { content: deep(documentLimits.depth - 1) }
      const { status, body: refused } = await at.member.rest('PUT', `/pages/${page}/content`, body, {
        'accept-language': language ?? '',
      })
      expect([status, refused.field.startsWith('content.content.0')]).toEqual([422, true])
      expect(refused.message).toContain(words)
    }
    const flat = await put(`${'> '.repeat(59)}tief`)
    expect([flat.status, flat.warnings[0].kind]).toEqual([200, 'nesting'])
  })
  test('is emptied by null, by empty text and by an empty document', async () => {
    const empty = doc({ type: 'paragraph' })
    await put('etwas')
    const cleared = await at.member.rest('PUT', `/pages/${page}`, { content: null })
    expect(cleared.body.content).toEqual(empty)
    await put('etwas')
    expect((await put('')).content).toEqual(empty)
  })
})
