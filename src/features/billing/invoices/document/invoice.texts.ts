import { formatCents } from '#core/money/decimal'
import type { Language } from '#core/text/language'
import type { InvoiceDocument } from './invoice.document.ts'

export const invoiceTexts = {
  de: {
    titles: {
      invoice: 'Rechnung',
      credit_note: 'Rechnungskorrektur',
      advance: 'Abschlagsrechnung',
      final: 'Schlussrechnung',
    },
    numbers: {
      invoice: 'Rechnungsnummer',
      credit_note: 'Nummer',
      advance: 'Rechnungsnummer',
      final: 'Rechnungsnummer',
    },
    aboutAdvance: (isTaxed: boolean) =>
      `Abschlag auf eine Leistung, die noch nicht abgeschlossen ist. Die Schlussrechnung weist ihn aus und zieht ihn${isTaxed ? ' mit seiner Umsatzsteuer' : ''} ab.`,
    whole: (isTaxed: boolean) => `Leistungen${isTaxed ? ', netto' : ''}`,
    deducted: (isTaxed: boolean) => `Abzüglich Abschläge${isTaxed ? ', netto' : ''}`,
    rest: 'Restbetrag, netto',
    restTotal: 'Restbetrag',
    stillOpen: (open: readonly string[]) =>
      open.length === 1
        ? `Die abgezogene Abschlagsrechnung ${open[0]} ist noch offen und bleibt daneben zu zahlen.`
        : `Die abgezogenen Abschlagsrechnungen ${open.join(', ')} sind noch offen und bleiben daneben zu zahlen.`,
    date: 'Datum',
    due: 'Fällig am',
    supplyDay: 'Leistungsdatum',
    supplyPeriod: 'Leistungszeitraum',
    supplyIsIssue: 'Leistungsdatum entspricht dem Rechnungsdatum.',
    customerNumber: 'Kundennummer',
    buyerReference: { public: 'Leitweg-ID', other: 'Ihre Referenz' },
    buyerVatId: 'Ihre USt-IdNr.',
    vatId: 'USt-IdNr.',
    taxNumber: 'Steuernummer',
    columns: {
      position: 'Pos.',
      description: 'Bezeichnung',
      quantity: 'Menge',
      unit: 'Einheit',
      price: 'Einzelpreis',
      tax: 'USt.',
      net: 'Netto',
    },
    carried: 'Übertrag',
    percent: (value: string) => `${value}\u00a0%`,
    decimalSign: ',',
    discount: (percent: string) => `abzüglich ${percent}\u00a0% Rabatt`,
    nothingDue: 'Es ist nichts zu zahlen.',
    subtotal: 'Nettobetrag',
    taxOn: (rate: string, net: string) => `${rate}\u00a0% Umsatzsteuer auf ${net}`,
    exempt: (net: string) => `Steuerfrei: ${net}`,
    outsideScope: (net: string) => `Nicht steuerbar: ${net}`,
    total: 'Gesamtbetrag',
    corrects: (number: string, day: string) => `Korrektur der Rechnung ${number} vom ${day}.`,
    pay: (total: string, due: string) => `Bitte überweisen Sie ${total} bis zum ${due}.`,
    cashDiscount: (until: string, percent: string, total: string) =>
      `Bei Zahlung bis zum ${until} gewähren wir ${percent}\u00a0% Skonto; zu zahlen sind dann ${total}.`,
    payBy: (due: string) => `Zahlbar ohne Abzug bis ${due}`,
    payWithout: (total: string, due: string) => `Zu zahlen sind ${total} bis zum ${due}.`,
    payable: 'Zu zahlen',
    until: (total: string, due: string) => `${total} bis ${due}`,
    correctedInvoice: 'Zu Rechnung',
    of: (number: string, day: string) => `${number} vom ${day}`,
    code: (total: string) => `QR-Code für eine Überweisung von ${total}`,
    refund: 'Der Betrag wird mit offenen Forderungen verrechnet oder erstattet.',
    refundDue: (refund: string) => `Zu erstatten sind ${refund}.`,
    refundLess: (discount: string, refund: string) =>
      `Abzüglich des gewährten Skontos von ${discount}; zu erstatten sind ${refund}.`,
    refundRest: (discount: string, rest: string) =>
      `Abzüglich des gewährten Skontos von ${discount} verbleiben ${rest}.`,
    refundPart: (discount: string, rest: string, refund: string) =>
      `Abzüglich des gewährten Skontos von ${discount} verbleiben ${rest}; davon sind ${refund} zu erstatten.`,
    accountHolder: 'Kontoinhaber',
    reference: 'Verwendungszweck',
    scan: 'Zahlen mit Code',
    pageOf: (page: number, pages: number) => `Seite ${page} von ${pages}`,
    draft: 'Entwurf',
    sample: 'Muster',
  },
  en: {
    titles: { invoice: 'Invoice', credit_note: 'Credit note', advance: 'Advance invoice', final: 'Final invoice' },
    numbers: {
      invoice: 'Invoice number',
      credit_note: 'Number',
      advance: 'Invoice number',
      final: 'Invoice number',
    },
    aboutAdvance: (isTaxed: boolean) =>
      `An advance on a supply that is not yet completed. The final invoice will state it and deduct it${isTaxed ? ' with its VAT' : ''}.`,
    whole: (isTaxed: boolean) => `Supplies${isTaxed ? ', net' : ''}`,
    deducted: (isTaxed: boolean) => `Less advances${isTaxed ? ', net' : ''}`,
    rest: 'Remaining net amount',
    restTotal: 'Remaining amount',
    stillOpen: (open: readonly string[]) =>
      open.length === 1
        ? `Advance invoice ${open[0]}, deducted here, is still open and remains payable.`
        : `Advance invoices ${open.join(', ')}, deducted here, are still open and remain payable.`,
    date: 'Date',
    due: 'Due date',
    supplyDay: 'Date of supply',
    supplyPeriod: 'Period of supply',
    supplyIsIssue: 'The date of supply is the invoice date.',
    customerNumber: 'Customer number',
    buyerReference: { public: 'Leitweg-ID', other: 'Your reference' },
    buyerVatId: 'Your VAT ID',
    vatId: 'VAT ID',
    taxNumber: 'Tax number',
    columns: {
      position: 'No.',
      description: 'Description',
      quantity: 'Quantity',
      unit: 'Unit',
      price: 'Unit price',
      tax: 'VAT',
      net: 'Net',
    },
    carried: 'Carried forward',
    percent: (value: string) => `${value}%`,
    decimalSign: '.',
    discount: (percent: string) => `less ${percent}% discount`,
    nothingDue: 'Nothing is payable.',
    subtotal: 'Net amount',
    taxOn: (rate: string, net: string) => `${rate}% VAT on ${net}`,
    exempt: (net: string) => `VAT exempt: ${net}`,
    outsideScope: (net: string) => `Outside the scope of VAT: ${net}`,
    total: 'Total',
    corrects: (number: string, day: string) => `Correction of invoice ${number} of ${day}.`,
    pay: (total: string, due: string) => `Please transfer ${total} by ${due}.`,
    cashDiscount: (until: string, percent: string, total: string) =>
      `If you pay by ${until}, we grant a cash discount of ${percent}%: ${total} is then payable.`,
    payBy: (due: string) => `Payable without deduction by ${due}`,
    payWithout: (total: string, due: string) => `${total} is payable by ${due}.`,
    payable: 'Amount due',
    until: (total: string, due: string) => `${total} by ${due}`,
    correctedInvoice: 'For invoice',
    of: (number: string, day: string) => `${number} of ${day}`,
    code: (total: string) => `QR code for a transfer of ${total}`,
    refund: 'The amount is set off against open invoices or refunded.',
    refundDue: (refund: string) => `To be refunded: ${refund}.`,
    refundLess: (discount: string, refund: string) =>
      `Less cash discount granted ${discount}; to be refunded: ${refund}.`,
    refundRest: (discount: string, rest: string) => `Less cash discount granted ${discount}, ${rest} remains.`,
    refundPart: (discount: string, rest: string, refund: string) =>
      `Less cash discount granted ${discount}, ${rest} remains, of which ${refund} is to be refunded.`,
    accountHolder: 'Account holder',
    reference: 'Reference',
    scan: 'Scan to pay',
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
    draft: 'Draft',
    sample: 'Sample',
  },
} as const

const dayFormats = {
  de: new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** Says whether a credit note is refunded, set off, or both. */
export function formatRefundText(note: Pick<InvoiceDocument, 'language' | 'refund' | 'totalCents'>): string {
  const { language, refund } = note
  const t = invoiceTexts[language]
  const { cents = 0, discountCents = 0 } = refund ?? {}
  const restCents = -note.totalCents - discountCents
  if (restCents === 0) return t.nothingDue
  const [due, discount, rest] = [cents, discountCents, restCents].map((sum) => formatMoney(sum, language)) as [
    string,
    string,
    string,
  ]
  if (discountCents === 0) return cents === 0 ? t.refund : `${t.refund} ${t.refundDue(due)}`
  if (cents === 0) return `${t.refund} ${t.refundRest(discount, rest)}`
  return `${t.refund} ${cents === restCents ? t.refundLess(discount, due) : t.refundPart(discount, rest, due)}`
}

/** `03.11.2026`, `3 Nov 2026`. */
export const formatDay = (day: string, language: Language) => dayFormats[language].format(new Date(`${day}T00:00:00Z`))

/** With a no-break space before the currency sign and a dash as minus (DIN 5008). */
export const formatMoney = (cents: number, language: Language) =>
  formatCents(cents, language).replaceAll(' ', '\u00a0').replace('-', '\u2013')
