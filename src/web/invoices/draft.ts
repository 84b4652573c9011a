import type { Interval, InvoiceDataFragment, LineDataFragment, LineItemInput, RecurringMode } from '#schema/web/graphql'
import { decimalError, formatCentsInput, formatDecimalInput, parseCents, parseDecimal } from '../i18n/parse.ts'
import { messages } from './invoices.messages.ts'

/** A line item with the raw input of its fields. */
export interface DraftLine {
  /** React key that survives reordering. */
  key: string
  description: string
  quantity: string
  unit: string
  unitPrice: string
  discount: string
  taxRate: string
  /** The reason for a tax exemption if no statutory one applies. */
  reason: string
  /** Fields that the form does not show and keeps as they are. */
  kept: Pick<LineItemInput, 'supply' | 'taxCategory'>
}

/** A document with the raw input of its fields. */
export interface Draft {
  clientId: string
  issueDate: string
  /** Due date of an invoice, or the end of validity of a quote. */
  dueDate: string
  serviceFrom: string
  serviceTo: string
  introduction: string
  closing: string
  lines: DraftLine[]
  /** Absent for kinds without a cash discount. */
  cashDiscount?: CashDiscount
  /** Only for recurring invoices. */
  schedule?: Schedule
}

/** The cash discount for payment within so many days. Both are empty if there is none. */
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
    // Derived categories are determined again; requested ones are kept.
    reason: line.requestedReason ?? '',
    kept: { supply: line.supply, taxCategory: line.requestedCategory },
  }))

/** Whether all figures of a line are valid. Empty fields count as zero. */
export const hasValidFigures = (line: DraftLine) =>
  Object.keys(validateLine({ ...line, unitPrice: line.unitPrice.trim() || '0', quantity: line.quantity.trim() || '0' }))
    .length === 0

/** Whether the draft is complete enough for a preview and totals. */
export const isPreviewable = ({ cashDiscount, lines }: Draft) =>
  Object.keys(validateDiscount(cashDiscount)).length === 0 && lines.every(hasValidFigures)

/** Fills in missing descriptions and drops an incomplete cash discount, so that a draft can be previewed while typing. */
export const withPlaceholders = ({ cashDiscount, ...draft }: Draft): Draft => ({
  ...draft,
  ...(cashDiscount && { cashDiscount: Object.values(cashDiscount).every(Boolean) ? cashDiscount : noDiscount }),
  lines: draft.lines.map((line) => (line.description.trim() ? line : { ...line, description: '…' })),
})

/** Errors of a line's figures, by API field name. */
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

/** Errors of figures by field name. Each has its input and its maximum number of decimals. */
const validateFigures = (figures: Record<string, [string, 0 | 2 | 4]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, [typed, mostDecimals]]) => {
      const text = decimalError(typed, mostDecimals, messages.unreadable)
      return text ? [[name, text]] : []
    }),
  )

export const validateDiscount = (discount = noDiscount): Record<string, string> =>
  validateFigures({
    cashDiscountPercent: [discount.cashDiscountPercent.trim() || '0', 2],
    cashDiscountDays: [discount.cashDiscountDays.trim() || '0', 0],
  })

const toDiscountInput = ({ cashDiscountPercent, cashDiscountDays }: CashDiscount) => ({
  cashDiscountPercent: cashDiscountPercent.trim() ? Number(parseDecimal(cashDiscountPercent, 2)) : null,
  cashDiscountDays: cashDiscountDays.trim() ? Number(parseDecimal(cashDiscountDays, 0)) : null,
})

/** A line as API input. Figures that are not valid yet count as zero. */
export function toLineInput(line: DraftLine): LineItemInput {
  const taxRate = Number(parseDecimal(line.taxRate, 2) ?? 0)
  const reason = line.reason.trim()
  // An exemption without a reason is dropped.
  const category = line.kept.taxCategory === 'E' ? null : line.kept.taxCategory
  const taxCategory = taxRate > 0 ? null : (category ?? (reason ? 'E' : null))
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

/** Input for totals and warnings. An incomplete cash discount is left out. */
export function toPreviewInput({ clientId, lines, issueDate, dueDate, cashDiscount = noDiscount }: Draft) {
  const isGranted =
    Object.values(cashDiscount).every(Boolean) && Object.keys(validateDiscount(cashDiscount)).length === 0
  return {
    clientId: clientId || null,
    lineItems: lines.map(toLineInput),
    ...(isGranted && { issueDate: issueDate || null, dueDate: dueDate || null, ...toDiscountInput(cashDiscount) }),
  }
}
