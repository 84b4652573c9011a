import { describe, expect, test } from 'vitest'
import { drawFooters, drawLetterHead, type Sender } from '#documents/letter-layout'
import { PdfCanvas, pageMargins } from '#documents/pdf-canvas'
import { drawTable, type TableColumn, type TableRow } from '#documents/table'
import { drawTotals } from '#documents/totals'
import { read } from './reading.ts'

const options = { language: 'de' as const, accentColor: null, text: '' }
const blank = () => PdfCanvas.create(options, () => {})
const columns: TableColumn[] = [
  { title: 'What', align: 'left', flexible: true },
  { title: 'Net', align: 'right' },
]
const rowsOf = (count: number, text = 'row'): TableRow[] =>
  Array.from({ length: count }, (_, index) => ({ cells: [`${text} ${index + 1}`, '10'], cents: 10 }))
const carry = { label: 'Übertrag', format: (cents: number) => `=${cents}` }
const pagesOf = async (canvas: PdfCanvas) => (await read(await canvas.document.save())).pages

describe('a sheet', () => {
  test('breaks text to a width, and words that are longer than it', async () => {
    const canvas = await blank()
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    const lines = canvas.wrapText(`eins zwei ${long} drei\nvier`, 40)
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(canvas.measureText(line)).toBeLessThanOrEqual(40)
    expect(lines.join('').replaceAll(' ', '').replaceAll('-', '')).toBe(`einszwei${long}dreivier`)
    expect(lines.at(-1)).toBe('vier')
  })

  test('hyphenates by the rules of its language, keeps hyphens that are there, and cuts what is no word', async () => {
    const canvas = await blank()
    expect(canvas.wrapText('Hauptbetriebswerkstätten', canvas.measureText('Hauptbetriebs--'))).toEqual([
      'Hauptbetriebs-',
      'werkstätten',
    ])
    expect(canvas.wrapText('Nord-Süd-Verbindung', canvas.measureText('Verbindung--'))).toEqual([
      'Nord-Süd-',
      'Verbindung',
    ])
    const url = 'https://kontor.example/ein/langer/pfad'
    expect(canvas.wrapText(url, 30).join('')).toBe(url)
    const english = await PdfCanvas.create({ ...options, language: 'en' }, () => {})
    expect(english.wrapText('internationalization', english.measureText('international--'))[0]).toBe('international-')
  })

  test('keeps together what a space that does not break joins', async () => {
    const canvas = await blank()
    const width = canvas.measureText('zu zahlen sind 12,00')
    expect(canvas.wrapText('zu zahlen sind 12,00\u00a0€', width)).toEqual(['zu zahlen sind', '12,00\u00a0€'])
  })

  test('goes on to the next page where a paragraph is longer than the first', async () => {
    const canvas = await PdfCanvas.create(options, (next) => next.drawText('continued', 25, 15))
    canvas.drawParagraph('Wort '.repeat(2000).trim())
    const pages = await pagesOf(canvas)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]?.[0]).not.toBe('continued')
    expect(pages[1]?.[0]).toBe('continued')
    expect(pages.flat().join(' ').match(/Wort/g)).toHaveLength(2000)
  })

  test('draws a composed and a decomposed letter alike', async () => {
    const canvas = await blank()
    canvas.drawText('u\u0308ber', 25, 30)
    expect((await pagesOf(canvas))[0]).toEqual(['über'])
  })

  test('draws no soft hyphens and no marks of direction', async () => {
    const canvas = await blank()
    canvas.drawText('Dampf\u00adschiff\u200b \u202eAG', 25, 30)
    expect((await pagesOf(canvas))[0]).toEqual(['Dampfschiff AG'])
  })

  test('refuses what its face has no glyph for, rather than draw a box', async () => {
    const canvas = await blank()
    expect(() => canvas.drawText('\u{13000}', 25, 30)).toThrow('U+13000')
  })

  test('of one document does not depend on the documents before it', async () => {
    const draw = async () => {
      const canvas = await blank()
      canvas.drawText('mein Text mit Leerzeichen', 25, 30)
      // Uncompressed, so that the moment of its making can be left out.
      return Buffer.from(await canvas.document.save({ useObjectStreams: false }))
        .toString('latin1')
        .replace(/D:\d+Z/g, '')
    }
    const before = await draw()
    const other = await blank()
    other.drawText('ein\u00a0anderer Text: µ μ', 25, 30)
    await other.document.save()
    expect(await draw()).toBe(before)
  })
})

describe('a table', () => {
  test('carries its sum from page to page, under the head on each', async () => {
    const canvas = await blank()
    drawTable(canvas, columns, rowsOf(100), carry)
    const pages = await pagesOf(canvas)
    expect(pages.length).toBeGreaterThan(1)
    let rows = 0
    pages.forEach((lines, index) => {
      expect(lines.slice(0, 2)).toEqual(['What', 'Net'])
      if (index > 0) expect(lines.slice(2, 4)).toEqual(['Übertrag', `=${rows * 10}`])
      rows += lines.filter((line) => line.startsWith('row ')).length
      if (index < pages.length - 1) expect(lines.slice(-2)).toEqual(['Übertrag', `=${rows * 10}`])
      else expect(lines.at(-1)).toBe('10')
    })
    expect(rows).toBe(100)
  })

  test('keeps its last row on one page with what follows', async () => {
    for (let count = 20; count < 60; count++) {
      const canvas = await blank()
      drawTable(canvas, columns, rowsOf(count), carry, 40)
      drawTotals(canvas, [['Netto', `${count * 10}`]], ['Gesamt', `${count * 10}`])
      expect((await pagesOf(canvas)).at(-1)).toEqual(expect.arrayContaining([`row ${count}`, 'Gesamt']))
    }
  })

  test('keeps a row whole, but for one of half a page, which begins where it stands', async () => {
    const canvas = await blank()
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `Zeile ${index + 1}`).join('\n')
    drawTable(canvas, columns, [...rowsOf(30), { cells: [lines(8), '10'], cents: 10 }, ...rowsOf(1)], carry)
    const [first, second] = await pagesOf(canvas)
    expect(first).not.toContain('Zeile 1')
    expect(second).toEqual(expect.arrayContaining(['Zeile 1', 'Zeile 8']))

    const tall = await blank()
    drawTable(tall, columns, [...rowsOf(3), { cells: [lines(200), '10'], cents: 10 }], carry)
    const pages = await pagesOf(tall)
    expect(pages[0]).toContain('Zeile 1')
    expect(pages.flat().filter((line) => line.startsWith('Zeile '))).toHaveLength(200)
    for (const page of pages) expect(page.slice(0, 2)).toEqual(['What', 'Net'])
  })

  test('lets figures stand by the sign of their decimals', async () => {
    const canvas = await blank()
    const figures = ['12,5', '3', '12.345,6789', '\u20130,25']
    const rows = figures.map((value) => ({ cells: ['Arbeit', value], cents: 1 }))
    drawTable(
      canvas,
      [
        { title: 'Was', align: 'left', flexible: true },
        { title: 'Menge', align: 'right', decimalSign: ',' },
      ],
      rows,
      carry,
    )
    const { drawn } = await read(await canvas.document.save())
    const signs = figures.map((value) => {
      const [whole = ''] = value.split(',')
      const found = drawn[0]?.find(({ text }) => text === value)
      return Math.round(((found?.x ?? 0) + canvas.measureText(whole, { size: 9 })) * 10)
    })
    expect(new Set(signs).size).toBe(1)
  })

  test('stays between the margins, however wide its figures', async () => {
    const canvas = await blank()
    const widest = { cells: ['Beschreibung der Leistung', '-90.071.992.547.409,91 €'], cents: 1 }
    drawTable(canvas, columns, [widest], carry)
    drawTotals(
      canvas,
      [[`Umsatzsteuer auf ${widest.cells[1]}`, String(widest.cells[1])]],
      ['Gesamt', String(widest.cells[1])],
    )
    const { drawn } = await read(await canvas.document.save())
    expect(drawn[0]?.filter(({ text }) => text === widest.cells[1])).toHaveLength(3)
    for (const { text, x, y, size } of drawn[0] ?? []) {
      expect(x).toBeGreaterThanOrEqual(pageMargins.left - 0.01)
      const bold = size === 12 || size === 7.6
      const right = x + canvas.measureText(text, { size, bold })
      expect(right).toBeLessThanOrEqual(pageMargins.right + 0.01)
      for (const other of drawn[0] ?? [])
        if (other.y === y && other.x > x) expect(other.x, `${other.text} beside ${text}`).toBeGreaterThan(right)
    }
  })
})

describe('the frame of a letter', () => {
  const sender: Sender = {
    name: 'Kontor GmbH',
    street: 'Weg 1',
    postalCode: '20457',
    city: 'Hamburg',
    logo: null,
    footer: [['Kontor GmbH', 'Weg 1'], ['Steuernummer 22/123/45678']],
  }
  const long = 'Zweckverband für die Wasserversorgung und Abwasserbeseitigung der Gemeinden im nördlichen Landkreis '

  test('numbers its pages once all are there', async () => {
    const canvas = await blank()
    canvas.addPage()
    canvas.addPage()
    drawFooters(canvas, sender, (page, pages) => `${page}/${pages}`)
    expect((await pagesOf(canvas)).map(([line]) => line)).toEqual(['1/3', '2/3', '3/3'])
  })

  test('leaves nothing of a long address out, and all of it in the window', async () => {
    const canvas = await blank()
    const recipient = [long.repeat(2), long, long, '70565 Stuttgart', 'ÖSTERREICH']
    drawLetterHead(canvas, sender, recipient, [['Nummer', 'RE-1']])
    const { drawn, text } = await read(await canvas.document.save())
    for (const line of recipient) expect(text.replaceAll(/\s/g, '')).toContain(line.replaceAll(' ', ''))
    const address = drawn[0]?.filter(({ text, x }) => x < 100 && text !== sender.name) ?? []
    for (const { y } of address) expect(y >= 45 && y <= 90, `${y} lies in the window`).toBe(true)
  })

  test('leaves nothing of a long foot out: the law asks for it', async () => {
    const canvas = await blank()
    const footer = [[long, long], [long], ['www.a-very-long-address-of-a-website-of-someone.example/imprint', long]]
    drawFooters(canvas, { ...sender, footer }, () => '')
    const { drawn, text } = await read(await canvas.document.save())
    for (const line of footer.flat()) expect(text.replaceAll(/\s/g, '')).toContain(line.replaceAll(' ', ''))
    for (const { y } of drawn.flat()) expect(y, 'on the paper, where printers print').toBeLessThan(297 - 4)
  })

  test('makes room below a long block of references', async () => {
    const canvas = await blank()
    drawLetterHead(
      canvas,
      sender,
      ['Müller'],
      Array.from({ length: 14 }, (_, index) => [`Angabe ${index}`, 'Wert']),
    )
    expect(canvas.y).toBeGreaterThan(110)
    expect(canvas.y).toBeLessThan(pageMargins.bottom)
  })
})
