import type { BankImportQuery } from '#schema/web/graphql'

export type Imported = NonNullable<BankImportQuery['paymentImport']>
export type Proposal = Imported['proposals'][number]
export type Share = Proposal['invoices'][number]

/** What was decided about a transaction. */
export interface Choice {
  isBooked: boolean
  /** Of several invoices that may be meant the one that is. */
  invoice?: string
  /** One that was not proposed, and is meant in place of those that were. */
  other?: Share
  /** What is beyond becomes credit of the client. */
  keepsRest: boolean
}

/** What a transaction pays of an invoice, in cents, and what stays open of that. */
export interface Part extends Share {
  chargesCents: number
  leftCents: number
}

/** What is to become of a transaction. */
export interface Plan {
  proposal: Proposal
  choice: Choice
  parts: Part[]
  /** What its invoices take, and what is beyond: in cents. */
  takenCents: number
  restCents: number
  /** What is booked as it was decided. */
  bookedCents: number
}

/** Who paid, or what else a transaction is known by. */
export const nameOf = ({ name, reference, transactionId }: Proposal) => name ?? reference ?? transactionId

function meant({ invoices }: Proposal, { invoice, other }: Choice): Share[] {
  if (other) return [other]
  return invoice ? invoices.filter(({ invoiceId }) => invoiceId === invoice) : invoices
}

/** What of a transaction pays an invoice that was chosen for it. */
export const shareOf = (
  { unbookedCents }: Proposal,
  invoice: Pick<Share, 'invoiceId' | 'number' | 'clientName' | 'dueCents'>,
): Share => ({
  ...invoice,
  amountCents: Math.min(unbookedCents, invoice.dueCents),
  cashDiscountCents: 0,
  chargesCents: 0,
  setOff: [],
})

export const isDone = ({ booked, unbookedCents }: Proposal) => booked && unbookedCents === 0

/** A part of it can be booked still: documents are in euros. */
export const isOpen = ({ unbookedCents, currency }: Proposal) => unbookedCents > 0 && currency === 'EUR'

/** The cents that transactions above settle, by invoice. */
type Settled = ReadonlyMap<string, number>

/** The choice before anybody has decided: only an exact match without warnings is selected. */
export function defaultChoice(
  { match, invoices, warnings, ...proposal }: Proposal,
  settled: Settled = new Map(),
): Choice {
  const isDue = ({ invoiceId, dueCents }: Share) => dueCents > (settled.get(invoiceId) ?? 0)
  const likeliest = match === 'ambiguous' ? (invoices.find(isDue) ?? invoices[0]) : undefined
  const isPaid = proposal.unbookedCents > 0 && invoices.some(({ amountCents }) => amountCents > 0)
  return {
    isBooked: match === 'exact' && warnings.length === 0 && isPaid,
    keepsRest: false,
    ...(likeliest && { invoice: likeliest.invoiceId }),
  }
}

/** What is to become of transactions, in their order: what one of them books on an invoice is not open for those after it. */
export function planOf(
  proposals: readonly Proposal[],
  choiceOf: (proposal: Proposal, settled: Settled) => Choice,
): Plan[] {
  const settled = new Map<string, number>()
  return proposals.map((proposal) => {
    const choice = choiceOf(proposal, settled)
    const parts = isOpen(proposal) ? partsOf(proposal, choice, settled) : []
    const takenCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const restCents = proposal.amountCents < 0 ? 0 : proposal.unbookedCents - takenCents
    const isBooked = takenCents === 0 || choice.isBooked
    if (isBooked)
      for (const part of parts) {
        const add = (id: string, cents: number) => settled.set(id, (settled.get(id) ?? 0) + cents)
        add(part.invoiceId, settles(part) + setOffCents(part))
        for (const { invoiceId, amountCents } of part.setOff) add(invoiceId, amountCents)
      }
    const bookedCents = isBooked ? takenCents + (choice.keepsRest ? restCents : 0) : 0
    return { proposal, choice, parts, takenCents, restCents, bookedCents }
  })
}

function partsOf(proposal: Proposal, choice: Choice, settled: Settled): Part[] {
  let left = proposal.unbookedCents
  return meant(proposal, choice).map((share) => {
    const dueCents = Math.max(0, share.dueCents - (settled.get(share.invoiceId) ?? 0))
    const part = { ...share, dueCents, ...within(share, dueCents - setOffCents(share), left) }
    left -= part.amountCents
    return { ...part, leftCents: dueCents - settles(part) - setOffCents(part) }
  })
}

/** What is proposed, as far as so much is due, and so much left of the transaction. */
function within({ amountCents, cashDiscountCents, chargesCents }: Share, dueCents: number, leftCents: number) {
  const proposed = { amountCents, cashDiscountCents, chargesCents: chargesCents ?? 0 }
  const most = Math.min(amountCents, leftCents)
  if (settles(proposed) <= dueCents && amountCents <= leftCents) return proposed
  const discounted = dueCents - cashDiscountCents
  return cashDiscountCents > 0 && discounted > 0 && discounted <= most
    ? { amountCents: discounted, cashDiscountCents, chargesCents: 0 }
    : { amountCents: Math.min(most, dueCents), cashDiscountCents: 0, chargesCents: 0 }
}

const setOffCents = ({ setOff }: Share) => setOff.reduce((sum, { amountCents }) => sum + amountCents, 0)

const settles = ({
  amountCents,
  cashDiscountCents,
  chargesCents,
}: Pick<Part, 'amountCents' | 'cashDiscountCents' | 'chargesCents'>) => amountCents + cashDiscountCents - chargesCents

/** The payments that are booked, just as they are shown; what is beyond goes with the last of its transaction. */
export function paymentsOf({ proposal: { transactionId }, choice, parts, restCents, bookedCents }: Plan) {
  if (bookedCents === 0) return []
  const paid = parts.filter(({ amountCents }) => amountCents > 0)
  const paymentOn = ({ invoiceId, amountCents, cashDiscountCents, chargesCents, setOff }: Part) => ({
    ...{ transactionId, invoiceId, amountCents, cashDiscountCents, chargesCents },
    ...(setOff.length > 0 && { setOff: true }),
  })
  const last = paid.at(-1) ?? parts.at(-1)
  if (!last || !choice.keepsRest || restCents === 0) return paid.map(paymentOn)
  const more = { ...last, amountCents: last.amountCents + restCents }
  return [...paid.slice(0, -1).map(paymentOn), { ...paymentOn(more), overpayment: 'credit' as const }]
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
