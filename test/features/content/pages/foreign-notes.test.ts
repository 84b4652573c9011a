import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createZip } from '#core/storage/zip'
import { house } from '../../../harness/house.ts'
import { upload } from '../files/upload.ts'

// What Notion and Obsidian export.

const at = house()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const zipped = (files: Record<string, string | Uint8Array>) =>
  buffer(
    createZip(
      Readable.from(
        Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content as string) })),
      ),
      new Date('2026-11-01'),
    ),
  )
const send = async (files: Record<string, string | Uint8Array>) =>
  upload(at, 'member', { file: [await zipped(files), 'notes.zip'] }, {}, '/pages/import')
interface Made {
  id: string
  title: string
  parent_id: string | null
  path: string | null
}
const treeOf = (pages: Made[]) =>
  pages.map(({ title, parent_id }) => `${pages.find(({ id }) => id === parent_id)?.title ?? ''}/${title}`).sort()
const contentOf = async (pages: Made[], title: string) =>
  (await at.member.rest('GET', `/pages/${pages.find((page) => page.title === title)?.id}?format=markdown`)).body.content
const kinds = ({ report }: { report: { kind: string }[] }) => report.map(({ kind }) => kind)

const id = (digit: string) => digit.repeat(32)

describe('a Notion export', () => {
  const parts = async () => ({
    'ExportBlock-1-Part-1.zip': await zipped({
      [`Handbuch ${id('1')}.md`]: `# Handbuch\n\n[Urlaub](Handbuch/Urlaub%20${id('2')}.md) ![p](Handbuch/p.png)\n`,
      [`Handbuch/Urlaub ${id('2')}.md`]: '# Urlaub\n\nText\n',
      'Handbuch/p.png': png,
    }),
    'ExportBlock-1-Part-2.zip': await zipped({
      [`Handbuch/Aufgaben ${id('3')}/Erste ${id('4')}.md`]: 'ohne Überschrift\n',
      [`Handbuch/Aufgaben ${id('3')}/Zweite ${id('5')}.md`]: '# Zweite\n',
      [`Handbuch/Aufgaben ${id('3')}.csv`]: 'Name\nErste\n',
    }),
  })

  test('with ZIPs inside its ZIP becomes pages, without ids in their titles', async () => {
    const { status, body } = await send(await parts())
    expect(status, JSON.stringify(body)).toBe(200)
    expect(treeOf(body.pages)).toEqual([
      ...['/Handbuch', 'Aufgaben/Erste', 'Aufgaben/Zweite', 'Handbuch/Aufgaben', 'Handbuch/Urlaub'],
    ])
    expect([body.files, kinds(body)]).toEqual([1, ['unused']])
    expect(await contentOf(body.pages, 'Handbuch')).toMatch(/^\[Urlaub\]\(\/pages\/[^)]+\) !\[p\]\(\/storage\/files\//)
  })

  test('whose folders have ids too', async () => {
    const { body } = await send({
      'export.zip': await zipped({
        [`A ${id('a')}.md`]: '# A\n',
        [`A ${id('a')}/B ${id('b')}.md`]: '# B\n',
        [`Daten ${id('c')}/C ${id('d')}.md`]: '# C\n',
      }),
    })
    expect(treeOf(body.pages)).toEqual(['/A', '/Daten', 'A/B', 'Daten/C'])
  })

  test('two pages of one name keep their own', async () => {
    const { body } = await send({
      [`A ${id('1')}.md`]: '# A\n',
      [`A ${id('2')}.md`]: '# A\n',
      [`A/B ${id('3')}.md`]: '# B\n',
    })
    expect(body.pages).toHaveLength(4)
  })

  test('is read within the limits of one ZIP, one level deep', async () => {
    const inner = await zipped({ 'A.md': 'x' })
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}.zip`, inner]))
    expect((await send(many)).status).toBe(422)
    expect((await send({ 'a.zip': Buffer.from('no zip') })).status).toBe(422)
    expect((await send({ 'a.zip': await zipped({ 'b.zip': inner }) })).status).toBe(422)
    const beside = await send({ 'A.md': '[Anlage](a.zip)', 'a.zip': inner })
    expect([beside.body.pages.length, beside.body.files]).toEqual([1, 1])
  })
})

describe('Obsidian', () => {
  test('links in two brackets lead to pages and files, by path or by name', async () => {
    const { body } = await send({
      'Start.md': [
        '[[Ziel]] [[ziel|anders]] [[Ordner/Ziel#Teil 1]] [[Ordner/Ziel.md#Teil 1|Teil]] [[#Hier]]',
        '![[plan.png]] ![[plan.png|300]] ![[Ziel]] [[plan.png]]',
        '[[Fehlt]] `[[Ziel]]` [[a_b_c]]',
        '| a |\n|---|\n| [[Ziel\\|Zelle]] |',
      ].join('\n\n'),
      'Ordner/Ziel.md': '[[Start]] [[Nachbar]]',
      'Ordner/Nachbar.md': 'x',
      'Tief/Nachbar.md': 'x',
      'a_b_c.md': 'x',
      'bilder/plan.png': png,
    })
    const at_ = (path: string) => `/pages/${body.pages.find((page: Made) => page.path === path)?.id}`
    const target = at_('Ordner/Ziel.md')
    const content: string = await contentOf(body.pages, 'Start')
    const [links, images, others] = content.split('\n').filter(Boolean)
    expect(links).toBe(
      `[Ziel](${target}) [anders](${target}) [Ordner/Ziel > Teil 1](${target}#Teil%201) [Teil](${target}#Teil%201) [Hier](${at_('Start.md')}#Hier)`,
    )
    expect(images).toMatch(
      new RegExp(
        `^!\\[\\]\\(/storage/files/\\S+\\) !\\[\\]\\(/storage/files/\\S+\\) \\[Ziel\\]\\(${target}\\) \\[plan.png\\]\\(/storage/files/`,
      ),
    )
    expect(others).toBe(`\\[\\[Fehlt]] \`[[Ziel]]\` [a_b_c](${at_('a_b_c.md')})`)
    expect(content).toContain(`| [Zelle](${target}) |`)
    expect(await contentOf(body.pages, 'Ziel')).toBe(
      `[Start](${at_('Start.md')}) [Nachbar](${at_('Ordner/Nachbar.md')})\n`,
    )
    expect([body.files, kinds(body)]).toEqual([1, ['wiki_link']])
  })

  test.each([
    ['> [!note]\n> Text', '> [!NOTE]\n> Text\n'],
    ['> [!info] Titel\n> Text', '> [!NOTE]\n> **Titel**\n>\n> Text\n'],
    ['> [!faq]- Geht das?\n> Ja, *sehr*.\n> - eins', '> [!NOTE]\n> **Geht das?**\n>\n> Ja, *sehr*.\n>\n> - eins\n'],
    ['> [!danger]+\n> Text', '> [!CAUTION]\n> Text\n'],
    ['> [!success] Nur *ein* Titel', '> [!TIP]\n> **Nur&#x20;*****ein***** Titel**\n'],
    ['> [!attention] Zwei\n>\n> Absätze', '> [!WARNING]\n> **Zwei**\n>\n> Absätze\n'],
    ['> [!unbekannt]\n> Text', '> \\[!unbekannt] Text\n'],
  ])('the callout %j is one', async (markdown, expected) => {
    const { body } = await send({ 'A.md': markdown })
    const content: string = await contentOf(body.pages, 'A')
    const plain = (text: string) => text.replaceAll('&#x20;', ' ').replaceAll('*', '')
    expect(plain(content)).toBe(plain(expected))
  })
})

test('code in a cell of a table keeps the backslash before a pipe', async () => {
  const code = (text: string) => ({ type: 'text', text, marks: [{ type: 'code' }] })
  for (const text of ['a\\|b', 'a|b', 'a\\\\|b', '|', '\\|\\|']) {
    const cell = { type: 'tableHeader', content: [{ type: 'paragraph', content: [code(text)] }] }
    const content = {
      type: 'doc',
      content: [{ type: 'table', content: [{ type: 'tableRow', content: [cell, cell] }] }],
    }
    const { body } = await at.member.rest('POST', '/pages', { title: 'Tabelle', content })
    const markdown = (await at.member.rest('GET', `/pages/${body.id}?format=markdown`)).body.content
    const back = (await at.member.rest('POST', '/pages', { title: 'Tabelle', content: markdown })).body.content
    const texts = JSON.stringify(back).match(/"text":"(?:[^"\\]|\\.)*"/g)
    expect(texts).toEqual([`"text":${JSON.stringify(text)}`, `"text":${JSON.stringify(text)}`])
  }
})
