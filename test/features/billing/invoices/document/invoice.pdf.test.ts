import { inflateSync } from 'node:zlib'
import { PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, PDFRawStream } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderInvoiceCii } from '#features/billing/invoices/document/invoice.cii'
import type { InvoiceDocument } from '#features/billing/invoices/document/invoice.document'
import { renderInvoicePdf } from '#features/billing/invoices/document/invoice.pdf'
import { attachmentOf, read } from '../../../../documents/reading.ts'
import { buyer, documentWith, samples, seller } from './fixtures.ts'

const sample = (name: string) => {
  const make = samples[name]
  if (!make) throw new Error(`There is no sample ${name}.`)
  return make()
}
const printed = async (document: InvoiceDocument) =>
  read(await renderInvoicePdf(document, await renderInvoiceCii(document)))
const work = { description: 'Beratung', quantity: 1, unitPriceCents: 10000, taxRate: 19 }

describe('the PDF', () => {
  test('shows what § 14 UStG asks for', async () => {
    const { text } = await printed(sample('two rates'))
    for (const part of [
      'Rechnung RE-2026-0042',
      ...['Kontor Werkstatt GmbH', 'Speicherstraße 12', '20457 Hamburg'],
      ...['Müller & Söhne Maschinenbau GmbH', 'Industriestraße 4', '70565 Stuttgart'],
      ...['USt-IdNr. DE136695976', 'Steuernummer 22/123/45678', '03.11.2026', '01.10.2026 – 31.10.2026'],
      ...['Beratung und Konzeption', '12,5', 'Std.', '110,00 €', '1.375,00 €'],
      ...['19 % Umsatzsteuer auf 1.375,00 €', '261,25 €', '7 % Umsatzsteuer auf 149,97 €', '10,50 €', '1.796,72 €'],
      'Bitte überweisen Sie 1.796,72 € bis zum 17.11.2026.',
      'DE02 1203 0000 0000 2020 51',
      'Seite 1 von 1',
    ])
      expect(text.split('\n')).toContainEqual(expect.stringContaining(part))
  })

  test('shows it in English', async () => {
    const { text } = await printed(sample('english'))
    for (const part of ['Invoice RE-2026-0042', '3 Nov 2026', '19% VAT on €1,375.00', 'Page 1 of 1', 'Germany'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/Rechnung |Umsatzsteuer|Seite/)
  })

  test('says nothing of VAT where none is due, of advances neither', async () => {
    const names = ['advance of a small business', 'final of a small business', 'final in English, reverse charge']
    for (const name of names) {
      const { text } = await printed(sample(name))
      expect(text.replaceAll(/\s+/g, ' '), name).not.toMatch(/Umsatzsteuer|, netto|VAT €|with its VAT|, net\b/)
    }
    expect((await printed(sample('advance'))).text.replaceAll(/\s+/g, ' ')).toContain('mit seiner Umsatzsteuer ab')
  })

  test('names the deducted advances that are open, and says nothing where none is', async () => {
    const flat = async (document: InvoiceDocument) => (await printed(document)).text.replaceAll(/\s+/g, ' ')
    const final = sample('final')
    expect(await flat(final)).toMatch(/Die abgezogene Abschlagsrechnung RE-2026-0001 \([\d.,]+ €\) ist noch offen/)
    const paid = { ...final, advances: final.advances?.map((advance) => ({ ...advance, openCents: 0 })) ?? [] }
    expect(await flat(paid)).not.toContain('noch offen')
  })

  test('of an advance and of its credit note tells no day of supply', async () => {
    for (const name of ['advance', 'credit note of an advance'])
      expect((await printed(sample(name))).text).not.toMatch(/Leistungs(datum|zeitraum)/)
  })

  test('names one managing director or several, and one month or several', async () => {
    const months = (quantity: number) => ({ ...work, quantity, unit: 'MON' })
    for (const language of ['de', 'en'] as const) {
      const { text } = await printed(documentWith([months(1), months(2)], { language }))
      for (const word of language === 'de'
        ? ['Geschäftsführung', 'Monat\n', 'Monate\n']
        : ['Management', 'month\n', 'months\n'])
        expect(text).toContain(word)
    }
  })

  test('never leaves a sum alone on a page, and loses neither payment nor farewell', async () => {
    for (let count = 1; count <= 26; count++) {
      const document = documentWith(Array.from({ length: count }, () => work))
      for (const kind of ['invoice', 'credit_note'] as const) {
        const { pages } = await read(await renderInvoicePdf({ ...document, kind }, null))
        expect(pages.flat().join('\n'), `${kind} of ${count} lines`).toMatch(/überweisen|verrechnet/)
        expect(pages.at(-1)?.join('\n')).toContain(document.closing)
        const withTotal = pages.find((page) => page.includes('Gesamtbetrag'))
        expect(withTotal).toContain(String(count))
      }
    }
  })

  test('of four lines with payment, cash discount and a farewell of some rows is one page', async () => {
    const document = documentWith([work, work, { ...work, description: 'Workshop\nmit Protokoll' }, work], {
      closing: 'Vielen Dank für die gute Zusammenarbeit.\n\nMit freundlichen Grüßen\nAnna Petersen',
      cashDiscountPercent: 2,
      cashDiscountDays: 7,
    })
    expect((await printed(document)).pages).toHaveLength(1)
  })

  test('says above the lines what is to be paid until when, and when it was supplied', async () => {
    const [page = []] = (await printed({ ...documentWith([work]), serviceFrom: null, serviceTo: null })).pages
    const above = page.slice(0, page.indexOf('Bezeichnung'))
    expect(above).toContain('119,00 € bis 17.11.2026')
    expect(above[above.indexOf('Leistungsdatum') + 1]).toBe('03.11.2026')
    const [credit = []] = (await printed(sample('credit note'))).pages
    expect(credit[credit.indexOf('Zu Rechnung') + 1]).toBe('RE-2026-0042 vom 03.11.2026')
  })

  test('has no column of VAT where there is none', async () => {
    for (const name of ['small business', 'reverse charge', 'service outside the EU'])
      expect((await printed(sample(name))).pages.flat()).not.toContain('USt.')
    expect((await printed(sample('exempt for two reasons'))).pages.flat()).toContain('USt.')
  })

  test('shows what people write in other scripts', async () => {
    const { text } = await printed(sample('many scripts'))
    for (const part of ['東京株式会社', '简体中文发票', '한국어', '日本語', '☎', '😀']) expect(text).toContain(part)
  })

  test('of a credit note is a "Rechnungskorrektur" that names its invoice and asks for no payment', async () => {
    const { text } = await printed(sample('credit note'))
    expect(text).toContain('Rechnungskorrektur GS-2026-0003')
    expect(text).toContain('Korrektur der Rechnung RE-2026-0042 vom 03.11.2026.')
    expect(text).toContain('\u20131.573,60 €')
    expect(text).not.toContain('überweisen')
    const refund = { cents: 152639, discountCents: 4721 }
    const refunded = (await printed({ ...sample('credit note'), refund })).text.replaceAll(/\s+/g, ' ')
    expect(refunded).toContain('Abzüglich des gewährten Skontos von 47,21 €; zu erstatten sind 1.526,39 €.')
    expect((await printed({ ...sample('credit note'), language: 'en' })).text).toContain('Credit note GS-2026-0003')
  })

  test('of a credit note on which nothing is to be paid says so', async () => {
    const of = sample('credit note')
    const ofDiscount = { ...of, refund: { cents: 0, discountCents: -of.totalCents } }
    const ofNothing = documentWith([work, { ...work, quantity: -1 }], { kind: 'credit_note', credited: of.credited })
    for (const note of [ofDiscount, ofNothing, { ...ofNothing, refund: { cents: 0, discountCents: 0 } }]) {
      const { text } = await printed(note)
      expect(text).toContain('Es ist nichts zu zahlen.')
      expect(text).not.toContain('erstattet')
      expect((await printed({ ...note, language: 'en' })).text).toContain('Nothing is payable.')
    }
  })

  test.each([
    ['reverse charge', 'Steuerschuldnerschaft des Leistungsempfängers.'],
    ['intra-EU goods', 'Steuerfreie innergemeinschaftliche Lieferung.'],
    ['export of goods', 'Steuerfreie Ausfuhrlieferung.'],
    ['service outside the EU', 'Nicht im Inland steuerbare Leistung.'],
    ['small business', 'Steuerfrei nach § 19 UStG (Kleinunternehmer).'],
    ['exempt for two reasons', 'Steuerfrei nach § 4 Nr. 21 UStG: 1.375,00 €.'],
    ['exempt for two reasons', 'Steuerfrei nach § 4 Nr. 14 UStG: 149,97 €.'],
    ['exempt for two reasons', 'Steuerfrei: 149,97 €'],
    ['reverse charge and intra-EU goods', 'Steuerschuldnerschaft des Leistungsempfängers: 1.375,00 €.'],
    ['reverse charge and intra-EU goods', 'Steuerfreie innergemeinschaftliche Lieferung: 149,97 €.'],
    ['credit note for two reasons', 'Reverse charge: –€1,375.00.'],
  ])('of %s prints the words of the law', async (name, words) => {
    expect((await printed(sample(name))).pages.flat().map((row) => row.replaceAll('\u00a0', ' '))).toContain(words)
  })

  test('shows both VAT IDs and the country where the tax is the buyer’s', async () => {
    const { text } = await printed(sample('reverse charge'))
    for (const part of ['DE136695976', 'ATU12345678', 'ÖSTERREICH']) expect(text).toContain(part)
  })

  test('says that the day of supply is the issue date where nothing else is said', async () => {
    const { text } = await printed({ ...documentWith([work]), serviceFrom: null, serviceTo: null })
    expect(text).toContain('Leistungsdatum entspricht dem Rechnungsdatum.')
    expect((await printed(documentWith([work]))).text).not.toContain('entspricht dem Rechnungsdatum')
  })

  test('shows the day of supply where it is one', async () => {
    const day = { serviceFrom: '2026-10-12', serviceTo: '2026-10-12' }
    const [page = []] = (await printed({ ...documentWith([work]), ...day })).pages
    expect(page[page.indexOf('Leistungsdatum') + 1]).toBe('12.10.2026')
  })

  test('offers the cash discount with its last day and the sum that is left', async () => {
    const { text } = await printed(sample('cash discount'))
    expect(text.replaceAll('\n', ' ')).toContain(
      'Bei Zahlung bis zum 10.11.2026 gewähren wir 2 % Skonto; zu zahlen sind dann 1.603,52 €.',
    )
  })

  test('carries sixty lines over pages, each numbered, with the sum from one to the next', async () => {
    const { pages } = await printed(sample('sixty lines'))
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((lines, index) => {
      expect(lines).toContain(`Seite ${index + 1} von ${pages.length}`)
      if (index === 0) return
      const after = (list: string[], from: number) => list[list.indexOf('Übertrag', from) + 1]
      expect(after(lines, 0)).toBe(after(pages[index - 1] ?? [], (pages[index - 1] ?? []).lastIndexOf('Übertrag')))
    })
    expect(pages.at(-1)).toContain('68.659,36 €')
  })

  test('asks for no transfer by code where there is no account, or nothing to pay', async () => {
    const withoutAccount = await printed(documentWith([work], { seller: { ...seller, iban: null } }))
    expect(withoutAccount.text).toContain('Zu zahlen sind 119,00 €')
    expect(withoutAccount.text).not.toContain('überweisen')
    const nothingDue = await printed(documentWith([{ ...work, unitPriceCents: 0 }]))
    expect(nothingDue.text).toContain('Es ist nichts zu zahlen.')
    expect(nothingDue.text).not.toMatch(/Zu zahlen|Fällig am/)
    for (const { text } of [withoutAccount, nothingDue]) expect(text).not.toContain('Zahlen mit Code')
    expect((await printed(documentWith([work]))).text).toContain('Zahlen mit Code')
  })

  test('without an XML is a draft: watermarked on every page, and it carries none', async () => {
    const draft = { ...sample('sixty lines'), number: null }
    const { document, pages } = await read(await renderInvoicePdf(draft, null))
    for (const page of pages) expect(page.at(-1)).toBe('Entwurf')
    expect(attachmentOf(document)).toBeNull()
  })

  test('of a draft is drawn whatever is not known yet', async () => {
    const nothing = Object.fromEntries(Object.keys(seller).map((key) => [key, null]))
    const bare = { ...seller, ...nothing, country: 'DE', smallBusiness: false }
    const unknown = { ...buyer, street: null, postalCode: null, city: null, country: null, contactName: null }
    const draft = {
      ...documentWith([work]),
      seller: bare,
      buyer: unknown,
      number: null,
      introduction: null,
      closing: null,
    }
    const { text } = await read(await renderInvoicePdf(draft, null))
    expect(text).toContain('119,00 €')
    expect(text).not.toMatch(/null|undefined|NaN/)
  })
})

describe('the file', () => {
  const document = sample('two rates')
  let xml = ''
  let bytes: Uint8Array = new Uint8Array()
  beforeAll(async () => {
    xml = await renderInvoiceCii(document)
    bytes = await renderInvoicePdf(document, xml)
  })

  test('carries the XML as factur-x.xml, an alternative to what is shown', async () => {
    const { document: pdf } = await read(bytes)
    expect(attachmentOf(pdf)).toEqual({ name: 'factur-x.xml', relationship: '/Alternative', text: xml })
  })

  test('says PDF/A-3a and Factur-X in its metadata, and has its output intent', async () => {
    const { document: pdf } = await read(bytes)
    const metadata = pdf.catalog.lookup(PDFName.of('Metadata'))
    const said = metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString('utf8') : ''
    for (const part of [
      ...['<pdfaid:part>3<', '<pdfaid:conformance>A<', '<fx:DocumentFileName>factur-x.xml<'],
      ...['<fx:ConformanceLevel>EN 16931<', '>Rechnung RE-2026-0042<'],
    ])
      expect(said).toContain(part)
    const intent = pdf.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict)
    const profile = intent.lookup(PDFName.of('DestOutputProfile'))
    if (!(profile instanceof PDFRawStream)) throw new Error('The profile is missing.')
    expect(inflateSync(profile.contents).subarray(36, 40).toString()).toBe('acsp')
  })

  test('embeds every font', async () => {
    const { document: pdf } = await read(bytes)
    const descriptors = pdf.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
    expect(descriptors).toHaveLength(2)
    for (const descriptor of descriptors)
      expect(descriptor instanceof PDFDict && descriptor.lookup(PDFName.of('FontFile2'))).toBeInstanceOf(PDFRawStream)
  })

  test('is the same for the same input, whatever was rendered in between', async () => {
    await Promise.all(Object.values(samples).map((make) => printed(make())))
    expect(Buffer.from(await renderInvoicePdf(document, xml)).equals(Buffer.from(bytes))).toBe(true)
    expect(await renderInvoiceCii(sample('two rates'))).toBe(xml)
  })

  test('was made when it was made', async () => {
    const { document: pdf } = await read(
      await renderInvoicePdf({ ...document, createdAt: '2026-11-05T08:15:00.000Z' }, xml),
    )
    expect(pdf.getCreationDate()?.toISOString()).toBe('2026-11-05T08:15:00.000Z')
  })

  test('tells its parts: heading, paragraphs, a table with heads, and the code with what it is for', async () => {
    const { document: pdf } = await read(bytes)
    const parts = pdf.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict)
      .filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of('StructElem'))
    const kinds = parts.map((dict) => String(dict.get(PDFName.of('S'))))
    const count = (kind: string) => kinds.filter((found) => found === kind).length
    expect([count('/Document'), count('/H1'), count('/Table'), count('/TR'), count('/TH'), count('/TD')]).toEqual([
      1, 1, 1, 3, 7, 14,
    ])
    const figure = parts.find((dict) => dict.get(PDFName.of('S')) === PDFName.of('Figure'))
    expect(figure?.lookup(PDFName.of('Alt'), PDFHexString).decodeText()).toContain('1.796,72')
    expect(pdf.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked'))).toBe(PDFBool.True)
  })

  test('is another for another input', async () => {
    const other = await renderInvoicePdf({ ...document, closing: 'Viele Grüße' }, xml)
    expect(Buffer.from(other).equals(Buffer.from(bytes))).toBe(false)
  })
})
