import { describe, expect, test } from 'vitest'
import type { QuoteDocument } from '#features/billing/quotes/document/quote.document'
import { renderQuotePdf } from '#features/billing/quotes/document/quote.pdf'
import { read } from '../../../documents/reading.ts'
import { documentWith } from '../invoices/document/fixtures.ts'

const work = { description: 'Beratung', quantity: 1, unitPriceCents: 10000, taxRate: 19 }

const quote = (more: Partial<QuoteDocument> = {}, count = 1): QuoteDocument => ({
  ...documentWith(Array.from({ length: count }, () => work)),
  number: 'AN-2026-0007',
  validUntil: '2026-12-31',
  isSignedOnline: true,
  closing: 'Bis bald.',
  ...more,
})

describe('the PDF of a quote', () => {
  test('says in German what is offered, until when and how to accept it', async () => {
    const { text } = await read(await renderQuotePdf(quote()))
    for (const part of [
      ...['Angebot AN-2026-0007', 'Angebotsnummer', 'Gültig bis', '31.12.2026', 'Beratung', '119,00 €'],
      ...['Dieses Angebot gilt bis zum 31.12.2026.', 'über den Link in unserer E-Mail', 'Ort, Datum', 'Seite 1 von 1'],
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    expect(text).not.toMatch(/Rechnung|überweisen|Fällig|Leistungsdatum|Entwurf/)
  })

  test('is in English, and marks a draft', async () => {
    const { text } = await read(await renderQuotePdf(quote({ language: 'en', number: null, isSignedOnline: false })))
    for (const part of ['Quote', 'Valid until', '31 Dec 2026', 'return this letter to us signed', 'Draft'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/Angebot|link in our email/)
  })

  test('keeps the acceptance block on one page at any length', async () => {
    for (let count = 1; count <= 26; count++) {
      const { pages } = await read(await renderQuotePdf(quote({}, count)))
      const last = pages.at(-1)?.join('\n') ?? ''
      for (const part of ['Dieses Angebot gilt bis zum', 'Ort, Datum', 'Name, Unterschrift'])
        expect(last, `${count} lines`).toContain(part)
    }
  })

  test('renders the same bytes for the same quote', async () => {
    const [one, other] = await Promise.all([renderQuotePdf(quote()), renderQuotePdf(quote())])
    expect(Buffer.from(one).equals(other)).toBe(true)
  })
})
