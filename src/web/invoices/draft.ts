import type { Interval, InvoiceDataFragment, LineDataFragment, LineItemInput, RecurringMode } from '#schema/web/graphql'
import { decimalError, formatCentsInput, formatDecimalInput, parseCents, parseDecimal } from '../i18n/parse.ts'
import { messages } from './invoices.messages.ts'

/** A line as it is typed. */
export interface DraftLine {
  /** Tells it from others while it is moved. */
  key: string
  description: string
  quantity: string
  unit: string
  unitPrice: string
  discount: string
  taxRate: string
  /** Why it bears no tax, where the law's own reasons do not fit. */
  reason: string
  /** What this form does not show, and leaves as it is. */
  kept: Pick<LineItemInput, 'supply' | 'taxCategory'>
}

/** A draft as it is typed. */
export interface Draft {
  clientId: string
  issueDate: string
  /** Until when it is paid; of a quote, until when it can be accepted. */
  dueDate: string
  serviceFrom: string
  serviceTo: string
  introduction: string
  closing: string
  lines: DraftLine[]
  /** Absent where a kind of document has none. */
  cashDiscount?: CashDiscount
  /** How often it is made, where it is made again and again. */
  schedule?: Schedule
}

/** What is off where it is paid within so many days of its date; both are empty where nothing is. */
export interface CashDiscount {
  cashDiscountPercent: string
  cashDiscountDays: string
}

export const noDiscount: CashDiscount = { cashDiscountPercent: '', cashDiscountDays: '' }

export interface Schedule {
  every: string
  interval: Interval
  dueDays: string
  mode: RecurringMode
}

export const createLine = (taxRate: string): DraftLine => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: formatDecimalInput(1),
  unit: 'C62',
  unitPrice: '',
  discount: '',
  taxRate,
  reason: '',
  kept: {},
})

/** An invoice as it stands in the form. */
export const toDraft = (invoice: InvoiceDataFragment): Draft => ({
  clientId: invoice.client.id,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  serviceFrom: invoice.serviceFrom ?? '',
  serviceTo: invoice.serviceTo ?? '',
  introduction: invoice.introduction ?? '',
  closing: invoice.closing ?? '',
  lines: toDraftLines(invoice.lineItems),
  cashDiscount: {
    cashDiscountPercent: invoice.cashDiscountPercent === null ? '' : formatDecimalInput(invoice.cashDiscountPercent),
    cashDiscountDays: invoice.cashDiscountDays === null ? '' : String(invoice.cashDiscountDays),
  },
})

export const toDraftLines = (items: readonly LineDataFragment[]): DraftLine[] =>
  items.map((line) => ({
    key: crypto.randomUUID(),
    description: line.description,
    quantity: formatDecimalInput(line.quantity),
    unit: line.unit,
    unitPrice: formatCentsInput(line.unitPriceCents),
    discount: line.discountPercent ? formatDecimalInput(line.discountPercent) : '',
    taxRate: formatDecimalInput(line.taxRate),
    // What follows from who sells to whom is found anew; what was asked for by hand stays.
    reason: line.requestedReason ?? '',
    kept: { supply: line.supply, taxCategory: line.requestedCategory },
  }))

/** Whether all that is typed as a figure is one; what is not typed yet is no hindrance. */
export const hasValidFigures = (line: DraftLine) =>
  Object.keys(validateLine({ ...line, unitPrice: line.unitPrice.trim() || '0', quantity: line.quantity.trim() || '0' }))
    .length === 0

/** Whether it can be drawn and added up as far as it is typed. */
export const isPreviewable = ({ cashDiscount, lines }: Draft) =>
  Object.keys(validateDiscount(cashDiscount)).length === 0 && lines.every(hasValidFigures)

/** A draft as far as it is written: a line that says nothing yet is seen all the same, half the terms of a discount are none. */
export const withPlaceholders = ({ cashDiscount, ...draft }: Draft): Draft => ({
  ...draft,
  ...(cashDiscount && { cashDiscount: Object.values(cashDiscount).every(Boolean) ? cashDiscount : noDiscount }),
  lines: draft.lines.map((line) => (line.description.trim() ? line : { ...line, description: '…' })),
})

/** What is wrong with figures of a line, in words, by the name that the service gives the field. */
export function validateLine({ quantity, unitPrice, discount, taxRate }: DraftLine): Record<string, string> {
  const price = parseCents(unitPrice)
  return {
    ...validateFigures({
      quantity: [quantity, 4],
      unitPriceCents: [unitPrice, 2],
      discountPercent: [discount || '0', 2],
      taxRate: [taxRate, 2],
    }),
    ...(price !== null && price < 0 && { unitPriceCents: messages.negativePrice }),
  }
}

/** What is said of figures that cannot be read, by their names: each as it is typed, and its most decimals. */
const validateFigures = (figures: Record<string, [string, 0 | 2 | 4]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, [typed, mostDecimals]]) => {
      const text = decimalError(typed, mostDecimals, messages.unreadable)
      return text ? [[name, text]] : []
    }),
  )

/** What is wrong with the terms of a cash discount, likewise. */
export const validateDiscount = (discount = noDiscount): Record<string, string> =>
  validateFigures({
    cashDiscountPercent: [discount.cashDiscountPercent.trim() || '0', 2],
    cashDiscountDays: [discount.cashDiscountDays.trim() || '0', 0],
  })

/** The terms of a cash discount as the service takes them. */
const toDiscountInput = ({ cashDiscountPercent, cashDiscountDays }: CashDiscount) => ({
  cashDiscountPercent: cashDiscountPercent.trim() ? Number(parseDecimal(cashDiscountPercent, 2)) : null,
  cashDiscountDays: cashDiscountDays.trim() ? Number(parseDecimal(cashDiscountDays, 0)) : null,
})

/** A line as the service takes it; what cannot be read yet counts nothing. */
export function toLineInput(line: DraftLine): LineItemInput {
  const taxRate = Number(parseDecimal(line.taxRate, 2) ?? 0)
  const reason = line.reason.trim()
  // An exemption without its reason is not asked for any more.
  const asked = line.kept.taxCategory === 'E' ? null : line.kept.taxCategory
  const taxCategory = taxRate > 0 ? null : (asked ?? (reason ? 'E' : null))
  return {
    ...line.kept,
    taxCategory,
    taxExemptionReason: taxCategory && taxCategory !== 'Z' && reason ? reason : null,
    description: line.description,
    quantity: Number(parseDecimal(line.quantity, 4) ?? 0),
    unit: line.unit,
    unitPriceCents: parseCents(line.unitPrice) ?? 0,
    discountPercent: Number(parseDecimal(line.discount || '0', 2) ?? 0),
    taxRate,
  }
}

/** A draft as the service takes it. */
export const toDraftInput = ({
  lines,
  clientId,
  issueDate,
  dueDate,
  cashDiscount,
  schedule: _,
  ...optional
}: Draft) => ({
  ...{ clientId, issueDate, dueDate },
  serviceFrom: optional.serviceFrom || null,
  serviceTo: optional.serviceTo || null,
  introduction: optional.introduction.trim() || null,
  closing: optional.closing.trim() || null,
  ...(cashDiscount && toDiscountInput(cashDiscount)),
  lineItems: lines.map(toLineInput),
})

/** What a draft comes to, and is unusual by, is asked for with this; of half the terms of a discount nothing is said. */
export function toPreviewInput({ clientId, lines, issueDate, dueDate, cashDiscount = noDiscount }: Draft) {
  const isGranted =
    Object.values(cashDiscount).every(Boolean) && Object.keys(validateDiscount(cashDiscount)).length === 0
  return {
    clientId: clientId || null,
    lineItems: lines.map(toLineInput),
    ...(isGranted && { issueDate: issueDate || null, dueDate: dueDate || null, ...toDiscountInput(cashDiscount) }),
  }
}
