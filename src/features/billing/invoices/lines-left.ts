import { scaleFactor, toScaled } from '#core/money/decimal'
import { mostOfDocument, rowsOfLines } from './document/fits.ts'
import type { Invoice } from './invoice.entity.ts'
import { type PricedLine, sumUp } from './price-lines.ts'

const mostLines = 1000

/**
 * The lines of an invoice that are not yet credited, each with the quantity that is left of it. Where its credit notes said
 * so much else that this would be longer than a document may be, one line for each kind of tax.
 */
export function linesLeft(original: Invoice, notes: readonly Invoice[]): PricedLine[] {
  if (!notes.length) return original.lineItems
  const all = [original, ...notes].flatMap(({ lineItems }) => lineItems)
  const left = groupsOf(all, sameButQuantity).flatMap(merged)
  if (!left.length) return all
  if (left.length <= mostLines && rowsOfLines(left) <= mostOfDocument.rows) return left
  return groupsOf(left, sameTax).flatMap((lines) => summary(lines, original))
}

const sameButQuantity = (line: PricedLine) => [
  sameTax(line),
  line.description,
  line.unit,
  line.unitPriceCents,
  line.discountPercent,
]

const sameTax = ({ taxRate, taxCategory, taxExemptionReason }: PricedLine) => [taxRate, taxCategory, taxExemptionReason]

function groupsOf(lines: readonly PricedLine[], key: (line: PricedLine) => unknown[]): PricedLine[][] {
  const groups = new Map<string, PricedLine[]>()
  for (const line of lines) {
    const name = JSON.stringify(key(line))
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups.values()]
}

/** Lines that differ in their quantity alone as one, or none; as they are where rounding would move a cent. */
function merged(lines: PricedLine[]): PricedLine[] {
  const [first] = lines
  if (!first) return []
  const quantity = Number(lines.reduce((sum, line) => sum + toScaled(line.quantity), 0n)) / Number(scaleFactor)
  const [line] = sumUp([{ ...first, quantity }]).lineItems
  if (!line || line.netCents !== netOf(lines)) return lines
  return quantity === 0 ? [] : [line]
}

function summary(lines: PricedLine[], { number, language }: Invoice): PricedLine[] {
  const [first] = lines
  const netCents = netOf(lines)
  if (!first || netCents === 0) return []
  const description = language === 'en' ? `Remainder of invoice ${number}` : `Rest der Rechnung ${number}`
  const price = { quantity: Math.sign(netCents), unitPriceCents: Math.abs(netCents), discountPercent: 0 }
  return [{ ...first, ...price, description, unit: 'C62', netCents }]
}

const netOf = (lines: readonly PricedLine[]) => lines.reduce((sum, { netCents }) => sum + netCents, 0)
