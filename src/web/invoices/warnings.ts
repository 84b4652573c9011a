import type { InvoicePreviewQuery } from '#schema/web/graphql'
import type { Draft } from './draft.ts'

/** A warning about unusual input. The field has its REST name. */
export type Warning = NonNullable<InvoicePreviewQuery['invoicePreview']>['warnings'][number]

export interface GroupedWarnings {
  cashDiscount: Warning[]
  /** By line index. */
  lines: Warning[][]
  /** Warnings without a field in the form. */
  others: Warning[]
}

/** Assigns each warning to the place where it is shown. */
export function groupWarnings(warnings: readonly Warning[], { lines, cashDiscount }: Draft): GroupedWarnings {
  const isOfDiscount = ({ field }: Warning) => cashDiscount !== undefined && field.startsWith('cash_discount_')
  const lineOf = ({ field }: Warning) => {
    const [, index] = /^line_items\.(\d+)\./.exec(field) ?? []
    return index !== undefined && Number(index) < lines.length ? Number(index) : undefined
  }
  return {
    cashDiscount: warnings.filter(isOfDiscount),
    lines: lines.map((_, index) => warnings.filter((each) => lineOf(each) === index)),
    others: warnings.filter((each) => !isOfDiscount(each) && lineOf(each) === undefined),
  }
}
