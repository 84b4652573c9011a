import type { BankImportQuery } from '../../../schema/web/graphql.ts'

export type Imported = NonNullable<BankImportQuery['paymentImport']>
export type Proposal = Imported['proposals'][number]
export type Share = Proposal['invoices'][number]

/** What was decided about a transaction. */
export interface Choice {
  isBooked: boolean
  /** Of several invoices that may be meant the one that is. */
  invoice?: string
  /** What is beyond becomes credit of the client. */
  keepsRest: boolean
}

/** Who paid, or what else a transaction is known by. */
export const nameOf = ({ name, reference, transactionId }: Proposal) => name ?? reference ?? transactionId

const meant = ({ invoices }: Proposal, { invoice }: Choice) =>
  invoice ? invoices.filter(({ invoiceId }) => invoiceId === invoice) : invoices

/** The invoices that a transaction pays: of each what was not booked on it yet, as far as it is open. */
export function paidBy(proposal: Proposal, choice: Choice): Share[] {
  const booked = new Map(proposal.bookedInvoices.map(({ invoiceId, amountCents }) => [invoiceId, amountCents]))
  return meant(proposal, choice)
    .map((share) => {
      const left = share.amountCents - (booked.get(share.invoiceId) ?? 0)
      // As it was at the import it is booked as it was proposed, with charges and discount.
      const isAsProposed = share.dueCents === share.openCents
      return { ...share, amountCents: isAsProposed ? left : Math.min(left, share.dueCents) }
    })
    .filter(({ amountCents }) => amountCents > 0)
}

/** What is unbooked of a transaction: what its invoices take of that, and what is beyond. */
export function partsOf(proposal: Proposal, choice: Choice): { taken: number; rest: number } {
  const { amountCents, unbookedCents } = proposal
  const proposed = paidBy(proposal, choice).reduce((sum, share) => sum + share.amountCents, 0)
  const taken = Math.min(unbookedCents, proposed)
  return { taken, rest: amountCents < 0 ? 0 : unbookedCents - taken }
}

export const isDone = ({ booked, unbookedCents }: Proposal) => booked && unbookedCents === 0

/** A part of it can be booked still. */
export const mayBook = (proposal: Proposal) =>
  !isDone(proposal) &&
  proposal.unbookedCents > 0 &&
  (proposal.amountCents < 0 ? proposal.invoices.length > 0 : proposal.invoices.some(({ openCents }) => openCents > 0))

/** What is decided where nobody has decided anything yet: what is sure is booked. */
export function usualChoice(proposal: Proposal): Choice {
  const { match, invoices } = proposal
  const [likeliest] = match === 'ambiguous' ? invoices : []
  const choice = { isBooked: false, keepsRest: false, ...(likeliest && { invoice: likeliest.invoiceId }) }
  const isSure = match === 'exact' || match === 'partial'
  return { ...choice, isBooked: isSure && mayBook(proposal) && partsOf(proposal, choice).taken > 0 }
}

/** How much of a transaction is booked as it was decided. */
export function bookedCents(proposal: Proposal, choice: Choice): number {
  if (!mayBook(proposal)) return 0
  const { taken, rest } = partsOf(proposal, choice)
  if (taken > 0 && !choice.isBooked) return 0
  return taken + (choice.keepsRest ? rest : 0)
}

/** The payments that are booked from a transaction: what is beyond goes with the last. */
export function paymentsOf(proposal: Proposal, choice: Choice) {
  const { taken, rest } = partsOf(proposal, choice)
  const paid = taken > 0 ? paidBy(proposal, choice) : []
  const paymentOn = ({ invoiceId }: Share) => ({ transactionId: proposal.transactionId, invoiceId })
  const last = paid.at(-1) ?? meant(proposal, choice).at(-1)
  if (!last || !choice.keepsRest || rest === 0) return paid.map(paymentOn)
  return [...paid.slice(0, -1).map(paymentOn), { ...paymentOn(last), overpayment: 'credit' as const }]
}

/** So many payments are booked by one request. */
const mostAtOnce = 500

/** Payments in parts that are each booked by a request, those of a transaction together. */
export function inParts<P extends { transactionId: string }>(payments: readonly P[]): P[][] {
  const parts: P[][] = [[]]
  for (const ofOne of Map.groupBy(payments, ({ transactionId }) => transactionId).values()) {
    const last = parts.at(-1) ?? []
    if (last.length + ofOne.length <= mostAtOnce) last.push(...ofOne)
    else parts.push(ofOne)
  }
  return parts
}
