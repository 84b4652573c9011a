import { PDFDict, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { drawFlow, TooManyPages } from '#documents/flow'
import { parseMarkdown } from '#documents/markdown'
import { markdownToFlow } from '#documents/markdown-flow'
import { PdfCanvas } from '#documents/pdf-canvas'
import { renderContractPdf } from '#features/billing/contracts/document/contract.pdf'
import { contractSamples } from '../features/billing/contracts/document/fixtures.ts'
import { readCpuTime } from '../harness/cpu-time.ts'
import { read } from './reading.ts'

/** Markdown as it is drawn: its pages, and the parts it is made of. */
async function drawn(source: string) {
  const markdown = parseMarkdown(source)
  const options = { language: 'de' as const, accentColor: null, text: `${markdown.text}•☐☑`, styled: markdown.styled }
  const canvas = await PdfCanvas.create(options, () => {})
  const { content, items } = markdownToFlow(canvas, markdown, canvas.addElement('Sect'))
  drawFlow(canvas, content, items)
  canvas.writeStructureTree()
  const { document, pages, drawn: places } = await read(await canvas.document.save())
  const dicts = document.context.enumerateIndirectObjects().map(([, object]) => object)
  const of = (key: string, value: string) =>
    dicts.filter((dict): dict is PDFDict => dict instanceof PDFDict && dict.get(PDFName.of(key)) === PDFName.of(value))
  const parts = of('Type', 'StructElem').map((dict) => String(dict.get(PDFName.of('S'))).slice(1))
  const links = of('Subtype', 'Link').map((dict) =>
    String(dict.lookup(PDFName.of('A'), PDFDict).get(PDFName.of('URI'))),
  )
  return { pages, places, text: pages.flat().join(' ').replaceAll(/\s+/g, ' '), parts, links, document }
}

const count = (parts: readonly string[], kind: string) => parts.filter((part) => part === kind).length

describe('markdown', () => {
  test('becomes parts of a document: headings that skip no level, lists, tables, quotes, code', async () => {
    const { parts, text } = await drawn(
      '# Eins\n\n### Drei\n\n## Zwei\n\n1. a\n   - b\n\n- [x] getan\n- [ ] offen\n\n> Zitat\n\n```\ncode  x\n```\n\n| A | B |\n|---|--:|\n| **c** | d |\n\n---\n\nEnde',
    )
    expect(parts.filter((kind) => /^H\d/.test(kind))).toEqual(['H2', 'H3', 'H3'])
    expect([count(parts, 'L'), count(parts, 'LI'), count(parts, 'Lbl')]).toEqual([3, 4, 4])
    expect([count(parts, 'TR'), count(parts, 'TH'), count(parts, 'TD')]).toEqual([2, 2, 2])
    expect([count(parts, 'BlockQuote'), count(parts, 'Code')]).toEqual([1, 1])
    expect(text).toBe('Eins Drei Zwei a 1. b • ☑ getan ☐ offen Zitat code x A B c d Ende')
  })

  test('leads to the web, to mail and to a telephone alone; HTML is text, and so is what a picture shows', async () => {
    const { text, links, parts } = await drawn(
      '[gut](https://kontor.example/a) [böse](javascript:alert(1)) [Datei](file:///etc/passwd) [Bild](data:text/html,x) [intern](#a) ' +
        '<mailto:a@kontor.example> <script>alert(1)</script> ![Foto](https://kontor.example/x.png)',
    )
    expect(links).toEqual(['(https://kontor.example/a)', '(mailto:a@kontor.example)'])
    expect(count(parts, 'Link')).toBe(2)
    expect(text).toBe('gut böse Datei Bild intern mailto:a@kontor.example <script>alert(1)</script> Foto')
  })

  test('keeps a sign with its number, and a column of a table as wide as its contents where there is room', async () => {
    const about =
      'Der Auftragnehmer pflegt die Website laufend und sichert die Daten täglich auf einem getrennten System. '
    const { pages } = await drawn(
      `| Leistung | Beschreibung | Preis |\n|---|---|--:|\n| Laufende Wartung | ${about.repeat(3)} | 1800,00 € |\n| b | ${about} | 19 % |`,
    )
    const lines = pages.flat().map((line) => line.replaceAll('\u00a0', ' '))
    for (const whole of ['Laufende Wartung', '1800,00 €', '19 %'])
      expect(lines).toContainEqual(expect.stringContaining(whole))
  })

  test('leaves no first line alone at the foot of a page, and nobody signs a page without text', async () => {
    const make = contractSamples['contract of one page']
    if (!make) throw new Error('There is no sample.')
    const long =
      'Der Auftragnehmer pflegt die Website laufend und sichert die Daten täglich auf einem System, das der Auftraggeber benennt, und meldet ihm, was nicht gelingt.'
    for (let rows = 14; rows < 30; rows++) {
      const filled = Array.from({ length: rows }, (_, index) => `Zeile ${index}.\n\n`).join('')
      const { pages } = await read(await renderContractPdf({ ...make(), content: `${filled}${long}\n\n${long}` }))
      const end = pages.at(-1)?.join(' ') ?? ''
      expect(end, `${rows} rows`).toMatch(/Unterschrift[\s\S]*Unterschrift/)
      expect(end, `${rows} rows`).toMatch(/meldet ihm/)
      const first = pages[0]?.join(' ') ?? ''
      expect(first.includes('Der Auftragnehmer') && !first.includes('meldet ihm'), `${rows} rows`).toBe(false)
    }
  })

  test('goes on over pages, and repeats the head of a table as an artifact', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `| ${index} | ${'Wort '.repeat(12)} |`).join('\n')
    const { pages, parts } = await drawn(`Davor\n\n| Nummer | Text |\n|---|---|\n${rows}\n\nDanach`)
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages.slice(0, -1)) expect(page.join(' ')).toMatch(/Nummer/)
    expect(count(parts, 'TH')).toBe(2)
    expect(pages.flat().join('').match(/Wort/g)).toHaveLength(120 * 12)
  })

  test('keeps a heading beside what follows it', async () => {
    for (const lines of [44, 45, 46, 47, 48, 49]) {
      const { pages } = await drawn(`${'Zeile  \n'.repeat(lines)}\n## Titel\n\nFolgt.`)
      const page = pages.find((words) => words.join(' ').includes('Titel')) ?? []
      expect(page.join(' '), `${lines}`).toMatch(/Titel.*Folgt/)
    }
  })

  test('loses nothing, however wide or high it is', async () => {
    const long = 'x'.repeat(3000)
    const { text, places } = await drawn(
      `# ${'Titel '.repeat(900)}\n\n${long}\n\n| ${'Kopf '.repeat(900)} | b |\n|---|---|\n| ${'y'.repeat(900)} | ${'Zelle '.repeat(900)} |\n\n\`\`\`\n${'code\n'.repeat(200)}\`\`\`\n\n> ${'Zitat '.repeat(2000)}`,
    )
    for (const [word, times] of Object.entries({ Titel: 900, Kopf: 900, Zelle: 900, code: 200, Zitat: 2000 }))
      expect(text.match(new RegExp(word, 'g')) ?? [], word).toHaveLength(times)
    expect([text.replaceAll(/[^x]/g, '').length, text.replaceAll(/[^y]/g, '').length]).toEqual([3000, 900])
    for (const { x, y } of places.flat()) {
      expect(x).toBeGreaterThan(20)
      expect(x).toBeLessThan(190)
      expect(y).toBeLessThan(263)
    }
  })

  test('takes a paragraph of any length, and a word of many styles', async () => {
    const { text } = await drawn(
      `${'Wort '.repeat(5000)}\n\n${'a**b**'.repeat(2000)}\n\n\`\`\`\n${'z'.repeat(20_000)}\n\`\`\``,
    )
    expect(text.match(/Wort/g)).toHaveLength(5000)
    expect(text.replaceAll(/[^abz]/g, '')).toHaveLength(24_000)
  })

  test('stands from right to left where its first letter does', async () => {
    const { places } = await drawn('שלום **עולם** טוב\n\nHallo')
    const [first, second, third] = (places[0] ?? []).filter(({ text }) => /\p{Script=Hebrew}/u.test(text))
    expect(first?.x).toBeGreaterThan(second?.x ?? 0)
    expect(second?.x).toBeGreaterThan(third?.x ?? 0)
  })

  test('makes the same bytes of the same text', async () => {
    const document = contractSamples['contract of many pages']?.() ?? expect.unreachable()
    const bytes = async () => Buffer.from(await renderContractPdf(document))
    expect((await bytes()).equals(await bytes())).toBe(true)
  })

  test('is read in time, with addresses that have no end', () => {
    const before = readCpuTime()
    for (const piece of ['http://a.b/(', '//a.b/[', 'ftp://a.b/{']) parseMarkdown(piece.repeat(120_000 / piece.length))
    expect(readCpuTime() - before).toBeLessThan(5_000)
  })

  test('is refused where it is deeper, wider or longer than a document', async () => {
    expect(() => parseMarkdown('> '.repeat(60))).toThrow(/nesting/)
    expect((await drawn(`${'> '.repeat(12)}tief`)).text).toBe('tief')
    await expect(drawn(`${'> '.repeat(13)}tief`)).rejects.toThrow(/nesting/)
    expect(() =>
      parseMarkdown(`${Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')}`),
    ).toThrow(/nesting/)
    expect(() => parseMarkdown(`|${'a|'.repeat(17)}\n|${'-|'.repeat(17)}\n`)).toThrow(/columns/)
    expect(() => parseMarkdown('a\n\n'.repeat(15_000))).toThrow(/size/)
    await expect(drawn('a\n\n'.repeat(11_000))).rejects.toThrow(TooManyPages)
  })
})
