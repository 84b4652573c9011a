import type { BankImportQuery } from '../../../schema/web/graphql.ts'

export type Imported = NonNullable<BankImportQuery['paymentImport']>
export type Proposal = Imported['proposals'][number]

/** What was decided about a transaction. */
export interface Choice {
  isBooked: boolean
  /** Of several invoices that may be meant the one that is. */
  invoice?: string
  /** What is beyond becomes credit of the client. */
  keepsRest: boolean
}

/** The invoices that a transaction pays. */
const paidBy = ({ invoices }: Proposal, { invoice }: Choice) =>
  invoice ? invoices.filter(({ invoiceId }) => invoiceId === invoice) : invoices

/** What is unbooked of a transaction: what its invoices take of that, and what is beyond. */
export function partsOf(proposal: Proposal, choice: Choice): { taken: number; rest: number } {
  const { amountCents, unbookedCents, match } = proposal
  if (amountCents < 0) return { taken: unbookedCents, rest: 0 }
  const proposed = paidBy(proposal, choice).reduce((sum, share) => sum + share.amountCents, 0)
  // Of several that may be meant, another may have been paid.
  const booked = match === 'ambiguous' ? 0 : amountCents - unbookedCents
  const taken = Math.min(unbookedCents, Math.max(0, proposed - booked))
  return { taken, rest: unbookedCents - taken }
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
  const payments = paidBy(proposal, choice).map(({ invoiceId }) => ({
    transactionId: proposal.transactionId,
    invoiceId,
  }))
  const { taken, rest } = partsOf(proposal, choice)
  const last = payments.at(-1)
  if (!last || !choice.keepsRest || rest === 0) return payments
  return [...(taken > 0 ? payments.slice(0, -1) : []), { ...last, overpayment: 'credit' as const }]
}
