import { scaleFactor, toScaled } from '#core/money/decimal'
import type { Invoice } from '../invoice.entity.ts'
import { countRows, documentLimits } from '../line-items/document-limits.ts'
import { type PricedLine, sumLines } from '../line-items/price-lines.ts'

const maxLines = 1000

/** Lines of an invoice with their uncredited quantities. If they exceed the limits of a document, one line for each tax. */
export function computeRemainingLines(original: Invoice, notes: readonly Invoice[]): PricedLine[] {
  if (!notes.length) return original.lineItems
  const all = [original, ...notes].flatMap(({ lineItems }) => lineItems)
  const left = groupLines(all, lineKey).flatMap(mergeLines)
  if (!left.length) return all
  if (left.length <= maxLines && countRows(left) <= documentLimits.rows) return left
  return groupLines(left, taxKey).flatMap((lines) => summarizeLines(lines, original))
}

const lineKey = (line: PricedLine) => [
  taxKey(line),
  line.description,
  line.unit,
  line.unitPriceCents,
  line.discountPercent,
]

const taxKey = ({ taxRate, taxCategory, taxExemptionReason }: PricedLine) => [taxRate, taxCategory, taxExemptionReason]

function groupLines(lines: readonly PricedLine[], key: (line: PricedLine) => unknown[]): PricedLine[][] {
  const groups = new Map<string, PricedLine[]>()
  for (const line of lines) {
    const name = JSON.stringify(key(line))
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups.values()]
}

/** Merges lines that differ only in quantity, unless rounding would move a cent. */
function mergeLines(lines: PricedLine[]): PricedLine[] {
  const [first] = lines
  if (!first) return []
  const quantity = Number(lines.reduce((sum, line) => sum + toScaled(line.quantity), 0n)) / Number(scaleFactor)
  const [line] = sumLines([{ ...first, quantity }]).lineItems
  if (!line || line.netCents !== sumNet(lines)) return lines
  return quantity === 0 ? [] : [line]
}

function summarizeLines(lines: PricedLine[], { number, language }: Invoice): PricedLine[] {
  const [first] = lines
  const netCents = sumNet(lines)
  if (!first || netCents === 0) return []
  const description = language === 'en' ? `Remainder of invoice ${number}` : `Rest der Rechnung ${number}`
  const price = { quantity: Math.sign(netCents), unitPriceCents: Math.abs(netCents), discountPercent: 0 }
  return [{ ...first, ...price, description, unit: 'C62', netCents }]
}

const sumNet = (lines: readonly PricedLine[]) => lines.reduce((sum, { netCents }) => sum + netCents, 0)
