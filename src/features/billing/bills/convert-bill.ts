import { currencyDecimals, isIban } from '#core/money/banking'
import { divideRounded } from '#core/money/decimal'
import { type Bill, type BillSum, type Discount, type Finding, type RawBill } from './bill.ts'

/** UNTDID 1001 codes in favor of the buyer. */
const creditNotes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'])

const profiles: readonly (readonly [RegExp, string])[] = [
  [/xrechnung|xeinkauf/i, 'XRECHNUNG'],
  [/minimum/i, 'MINIMUM'],
  [/basicwl/i, 'BASIC WL'],
  [/basic/i, 'BASIC'],
  [/extended/i, 'EXTENDED'],
  [/comfort/i, 'COMFORT'],
  [/peppol/i, 'PEPPOL BIS'],
  [/en16931/i, 'EN 16931'],
]

const maxFindings = 100

/** Converts an e-invoice to numbers and reports contradictions. */
export function convertBill(written: RawBill): Bill {
  const findings: Finding[] = []
  const find = (field: string, de: string, en: string) => {
    if (findings.length < maxFindings) findings.push({ field, text: { de, en } })
  }
  const currency = written.currency && /^[A-Z]{3}$/.test(written.currency) ? written.currency : null
  const places = currencyDecimals(currency ?? 'EUR')
  /** Parses an amount in the minor unit; reports a finding if it is invalid. */
  const cents = (text: string | null, field: string): number | null => {
    if (text === null) return null
    const value = parseDecimal(text)
    const unit = 10n ** BigInt(scale - places)
    const whole = value === null ? Number.NaN : Number(divideRounded(value, unit))
    if (value !== null && value % unit !== 0n) {
      const [amount, of] = [text.trim().slice(0, 50), currency ?? 'EUR']
      find(field, `ist ${amount}: ${of} hat ${places} Nachkommastellen`, `is ${amount}: ${of} has ${places} decimals`)
    }
    if (Number.isSafeInteger(whole)) return whole
    find(field, `ist kein Betrag: ${text.slice(0, 50)}`, `is not an amount: ${text.slice(0, 50)}`)
    return null
  }
  const money = (value: number) => `${(value / 10 ** places).toFixed(places)} ${currency ?? ''}`.trim()
  const compare = (field: string, told: number | null, right: number, tolerance: number, de: string, en: string) => {
    if (told !== null && Math.abs(told - right) > tolerance)
      find(field, `ist ${money(told)}, ${de} ergibt ${money(right)}`, `is ${money(told)}, ${en} is ${money(right)}`)
  }

  const lines = written.lines.map((line, index) => {
    const field = `lines.${index}.net_cents`
    const netCents = cents(line.net, field)
    const [quantity, price, per] = [line.quantity, line.unitPrice, line.priceQuantity].map((text) =>
      parseDecimal(text ?? ''),
    )
    if (netCents !== null && typeof quantity === 'bigint' && typeof price === 'bigint') {
      const adjusted = line.adjustments.reduce(
        (sum, { isCharge, amount }) => sum + (cents(amount, field) ?? 0) * (isCharge ? 1 : -1),
        0,
      )
      const divisor = (per || one) * 10n ** BigInt(scale - places)
      const gross = Number(divideRounded(quantity * price, divisor))
      compare(field, netCents, gross + adjusted, 1, 'Menge × Preis', 'quantity × price')
    }
    return {
      description: line.description,
      quantity: parseNumber(line.quantity),
      unit: line.unit,
      unitPrice: parseNumber(line.unitPrice),
      netCents,
      taxRate: parseNumber(line.taxRate),
      taxCategory: line.taxCategory,
    }
  })
  const taxBreakdown = written.taxes.map(({ taxRate, taxCategory, base, tax }, index) => {
    const netCents = cents(base, `tax_breakdown.${index}.net_cents`)
    const taxCents = cents(tax, `tax_breakdown.${index}.tax_cents`)
    const rate = parseDecimal(taxRate ?? '')
    if (netCents !== null && rate !== null) {
      const right = Number(divideRounded(BigInt(netCents) * rate, 100n * one))
      // BR-CO-17 tolerates one unit of the currency, for sums of rounded lines.
      compare(`tax_breakdown.${index}.tax_cents`, taxCents, right, 10 ** places, 'Steuersatz × Netto', 'rate × net')
    }
    return { taxRate: parseNumber(taxRate), taxCategory, netCents, taxCents }
  })

  const sumOf = (name: BillSum, field: string) => cents(written.sums[name], field)
  const subtotalCents = sumOf('subtotal', 'subtotal_cents')
  const taxCents = sumOf('tax', 'tax_cents')
  const totalCents = sumOf('total', 'total_cents')
  const payableCents = sumOf('payable', 'payable_cents')
  const allowanceCents = sumOf('allowances', 'allowance_cents') ?? 0
  const chargeCents = sumOf('charges', 'charge_cents') ?? 0
  const prepaidCents = sumOf('prepaid', 'prepaid_cents') ?? 0
  const roundingCents = sumOf('rounding', 'rounding_cents') ?? 0
  const thirdPartyCents = written.thirdPartyPayments.reduce(
    (sum, amount) => sum + (cents(amount, 'third_party_cents') ?? 0),
    0,
  )
  const counted = lines.filter((_, index) => !written.lines[index]?.isInformation)
  const lineTotal = sumOf('lines', 'lines')
  const ofLines =
    counted.length && counted.every(({ netCents }) => netCents !== null)
      ? counted.reduce((sum, { netCents }) => sum + (netCents ?? 0), 0)
      : null
  if (ofLines !== null) compare('lines', lineTotal, ofLines, 0, 'die Summe der Positionen', 'the sum of the lines')
  const netOfLines = lineTotal ?? ofLines
  if (netOfLines !== null)
    compare(
      'subtotal_cents',
      subtotalCents,
      netOfLines - allowanceCents + chargeCents,
      0,
      'Positionen − Nachlässe + Zuschläge',
      'lines − allowances + charges',
    )
  const adjusted = written.adjustments.map(({ isCharge, amount, taxRate, taxCategory }) => {
    const sum = cents(amount, isCharge ? 'charge_cents' : 'allowance_cents')
    return { taxRate, taxCategory, netCents: sum === null || isCharge ? sum : 0 - sum }
  })
  if (counted.length)
    compareTotalsByTax(
      [
        ...written.lines
          .map((line, index) => taxedOf(line, lines[index]))
          .filter((_, n) => !written.lines[n]?.isInformation),
        ...adjusted,
      ],
      written.taxes.map((tax, index) => taxedOf(tax, taxBreakdown[index])),
      { find, money, tolerance: 10 ** places - 1 },
    )
  if (taxBreakdown.length) {
    const sum = (of: 'netCents' | 'taxCents') => taxBreakdown.reduce((whole, one) => whole + (one[of] ?? 0), 0)
    compare(
      'subtotal_cents',
      subtotalCents,
      sum('netCents'),
      0,
      'die Summe der Steueraufschlüsselung',
      'the sum of the tax breakdown',
    )
    compare(
      'tax_cents',
      taxCents,
      sum('taxCents'),
      0,
      'die Summe der Steueraufschlüsselung',
      'the sum of the tax breakdown',
    )
  }
  if (subtotalCents !== null)
    compare('total_cents', totalCents, subtotalCents + (taxCents ?? 0), 0, 'Netto + Steuer', 'net + tax')
  const profile = profiles.find(([pattern]) => pattern.test(written.specification ?? ''))?.[1] ?? written.specification
  // MINIMUM has no field for prepaid amounts (BT-113).
  if (totalCents !== null && profile !== 'MINIMUM')
    compare(
      'payable_cents',
      payableCents,
      totalCents - prepaidCents + roundingCents + thirdPartyCents,
      0,
      `Gesamt − Vorauszahlung + Rundung${thirdPartyCents ? ' + Fremdleistungen' : ''}`,
      `total − prepaid + rounding${thirdPartyCents ? ' + third-party payments' : ''}`,
    )

  const bill: Bill = {
    format: written.format,
    profile,
    kind: creditNotes.has(written.typeCode ?? '') ? 'credit_note' : written.typeCode === '386' ? 'advance' : 'invoice',
    typeCode: written.typeCode,
    number: written.number,
    issueDate: written.issueDate,
    dueDate: written.dueDate,
    currency,
    buyerReference: written.buyerReference,
    seller: written.seller,
    buyer: written.buyer,
    lines,
    taxBreakdown,
    allowanceCents,
    chargeCents,
    subtotalCents,
    taxCents,
    totalCents,
    prepaidCents,
    roundingCents,
    thirdPartyCents,
    payableCents,
    payment: { ...written.payment, discounts: parseDiscounts(written) },
    findings,
  }
  reportMissingFields(bill, written, find)
  return bill
}

/** Cash discount in the payment terms, as XRechnung writes it (BR-DE-18). */
const skontoLine =
  /^[ \t]*#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,3}(?:\.\d{1,4})?)#(?:BASISBETRAG=-?\d+(?:\.\d+)?#)?\s*$/gm

/** Cash discounts without duplicates. */
function parseDiscounts({ discounts, payment }: RawBill): Discount[] {
  const inTerms = Array.from(payment.terms?.matchAll(skontoLine) ?? [], ([, days, percent]) => ({ days, percent }))
  const offered = [...inTerms, ...discounts].flatMap(({ days, percent }) => {
    const discount = { percent: parseNumber(percent ?? null), days: parseNumber(days ?? null) }
    return discount.percent !== null && discount.days !== null ? [discount as Discount] : []
  })
  return [...new Map(offered.map((one) => [`${one.percent} ${one.days}`, one])).values()]
}

/** Net amount by tax category and rate, both as written. */
interface Taxed {
  taxRate: string | null
  taxCategory: string | null
  netCents: number | null
}

const taxedOf = (
  { taxRate, taxCategory }: Omit<Taxed, 'netCents'>,
  priced: Pick<Taxed, 'netCents'> | undefined,
): Taxed => ({ taxRate, taxCategory, netCents: priced?.netCents ?? null })

/**
 * BR-S-08 and similar rules: per category and rate, the net amount of the breakdown equals lines minus allowances plus charges. Skipped if
 * the totals already disagree, or for unknown categories.
 */
function compareTotalsByTax(
  parts: readonly Taxed[],
  told: readonly Taxed[],
  by: { find: (field: string, de: string, en: string) => void; money: (cents: number) => string; tolerance: number },
) {
  const known = ({ netCents, taxCategory }: Taxed) => netCents !== null && taxCategory !== null
  if (!told.length || ![...parts, ...told].every(known)) return
  const sum = (all: readonly Taxed[]) => all.reduce((whole, { netCents }) => whole + (netCents ?? 0), 0)
  if (Math.abs(sum(parts) - sum(told)) > by.tolerance) return
  const label = ({ taxCategory, taxRate }: Taxed) =>
    `${taxCategory} ${Number(parseDecimal(taxRate ?? '') ?? 0n) / Number(one)}`
  const [right, shown] = [Map.groupBy(parts, label), Map.groupBy(told, label)]
  for (const [group, entries] of shown) {
    const [is, be] = [sum(entries), sum(right.get(group) ?? [])]
    const field = `tax_breakdown.${told.indexOf(entries[0] as Taxed)}.net_cents`
    if (Math.abs(is - be) > by.tolerance)
      by.find(
        field,
        `ist zu ${group}\u00a0% ${by.money(is)}, die Positionen, Nachlässe und Zuschläge ergeben ${by.money(be)}`,
        `is ${by.money(is)} at ${group}%, lines, allowances and charges come to ${by.money(be)}`,
      )
  }
  for (const [group, entries] of right)
    if (!shown.has(group) && Math.abs(sum(entries)) > by.tolerance)
      by.find(
        'tax_breakdown',
        `enthält ${group}\u00a0% nicht, wie Positionen es sagen`,
        `lacks ${group}%, which lines say`,
      )
}

/** Mandatory fields by § 14 (4) UStG and EN 16931. */
function reportMissingFields(
  bill: Bill,
  { isZugferd1, lines }: RawBill,
  find: (field: string, de: string, en: string) => void,
) {
  const { seller, buyer, payment, issueDate, dueDate, profile } = bill
  const needed: [string, unknown][] = [
    ['number', bill.number],
    ['issue_date', issueDate],
    ['currency', bill.currency],
    ['seller.name', seller.name],
    ['seller.country', seller.country],
    ['seller.tax_number', seller.taxNumber ?? seller.vatId],
    ['buyer.name', buyer.name],
    ['total_cents', bill.totalCents],
    ...(isZugferd1
      ? []
      : ([
          ...lines.map(({ net, isInformation }, index) => [`lines.${index}.net_cents`, isInformation ? '' : net]),
          ['payable_cents', bill.payableCents],
        ] as [string, unknown][])),
    ...(profile === 'MINIMUM'
      ? []
      : ([
          ['subtotal_cents', bill.subtotalCents],
          ['tax_breakdown', bill.taxBreakdown.length || null],
        ] as [string, unknown][])),
    ...(profile === 'XRECHNUNG' ? ([['buyer_reference', bill.buyerReference]] as [string, unknown][]) : []),
    ...(profile === 'MINIMUM' || profile === 'BASIC WL'
      ? []
      : ([['lines', bill.lines.length || null]] as [string, unknown][])),
  ]
  for (const [field, value] of needed) if (value === null) find(field, 'fehlt', 'is missing')
  // Countries without IBAN have other account numbers.
  const iban = payment.iban?.replace(/\s/g, '').toUpperCase() ?? ''
  if (/^[A-Z]{2}/.test(iban) && !isIban(iban))
    find(
      'payment.iban',
      'ist keine IBAN: Prüfziffern oder Form stimmen nicht',
      'is not an IBAN: its form or check digits are wrong',
    )
  if (issueDate && dueDate && dueDate < issueDate)
    find('due_date', 'liegt vor dem Rechnungsdatum', 'is before the issue date')
}

/** Decimal places that amounts, prices and quantities are scaled to. */
const scale = 10
const one = 10n ** BigInt(scale)

/** A decimal times 10^10, truncated; null if invalid. */
function parseDecimal(text: string): bigint | null {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d{0,18})(?:\.(\d{0,40}))?$/.exec(text.trim()) ?? []
  if (sign === undefined || (!whole && !fraction)) return null
  const value = BigInt((whole || '0') + fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '-' ? -value : value
}

function parseNumber(text: string | null): number | null {
  const value = text === null || parseDecimal(text) === null ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
