import type { Bilingual } from '#core/text/language'
import type { Payable } from './payable-index.ts'
import { toShare } from './payable-shares.ts'
import type { PaymentShare } from './payment-share.ts'
import type { Movement } from './statement.ts'

export type MatchKind = 'exact' | 'partial' | 'ambiguous' | 'none'

export interface Match {
  match: MatchKind
  /** From 0 to 1. */
  confidence: number
  reason: Bilingual
  /** Documents that it pays; if ambiguous the candidates, likeliest first; if none, the settled document it names. */
  invoices: PaymentShare[]
}

export const maxOffered = 10

const matchAs =
  (match: MatchKind) =>
  (invoices: PaymentShare[], confidence: number, de: string, en: string): Match => ({
    match,
    confidence,
    reason: { de, en },
    invoices,
  })
export const exactMatch = matchAs('exact')
export const partialMatch = matchAs('partial')
export const noMatch = (de: string, en: string): Match => ({
  match: 'none',
  confidence: 0,
  reason: { de, en },
  invoices: [],
})
export const ambiguousMatch = (
  may: readonly Payable[],
  movement: Movement,
  cents: number,
  confidence: number,
  de: string,
  en: string,
): Match => ({
  match: 'ambiguous',
  confidence,
  reason: { de, en },
  invoices: may.slice(0, maxOffered).map((one) => toShare(one, movement, cents)),
})
