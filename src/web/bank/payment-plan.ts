import type { BankImportQuery } from '#schema/web/graphql'

export type BankImport = NonNullable<BankImportQuery['paymentImport']>
export type Proposal = BankImport['proposals'][number]
export type ProposedInvoice = Proposal['invoices'][number]

/** What the user decided about a transaction. */
export interface ProposalChoice {
  isBooked: boolean
  /** The chosen one of several possible invoices. */
  invoice?: string
  /** An invoice that was assigned by hand instead of the proposed ones. */
  other?: ProposedInvoice
  /** Credits an overpayment to the client. */
  keepsRest: boolean
}

/** The part of a transaction that pays an invoice, and what remains open. In cents. */
export interface InvoiceAllocation extends ProposedInvoice {
  chargesCents: number
  remainingCents: number
}

/** How a transaction will be booked. */
export interface ProposalPlan {
  proposal: Proposal
  choice: ProposalChoice
  allocations: InvoiceAllocation[]
  /** Allocated to invoices, and left over. In cents. */
  allocatedCents: number
  overpaidCents: number
  /** What is booked with the current choices, in cents. */
  bookedCents: number
}

export const formatPayer = ({ name, reference, transactionId }: Proposal) => name ?? reference ?? transactionId

function selectInvoices({ invoices }: Proposal, { invoice, other }: ProposalChoice): ProposedInvoice[] {
  if (other) return [other]
  return invoice ? invoices.filter(({ invoiceId }) => invoiceId === invoice) : invoices
}

/** Proposes an invoice that was assigned by hand. */
export const toProposedInvoice = (
  { unbookedCents }: Proposal,
  invoice: Pick<ProposedInvoice, 'invoiceId' | 'number' | 'clientName' | 'dueCents'>,
): ProposedInvoice => ({
  ...invoice,
  amountCents: Math.min(unbookedCents, invoice.dueCents),
  cashDiscountCents: 0,
  chargesCents: 0,
  setOff: [],
})

export const isFullyBooked = ({ booked, unbookedCents }: Proposal) => booked && unbookedCents === 0

/** Only euros can be booked, as documents are in euros. */
export const isBookable = ({ unbookedCents, currency }: Proposal) => unbookedCents > 0 && currency === 'EUR'

/** Cents settled by earlier transactions, by invoice. */
type SettledCents = ReadonlyMap<string, number>

/** The initial choice. Only exact matches without warnings are preselected. */
export function defaultChoice(
  { match, invoices, warnings, ...proposal }: Proposal,
  settled: SettledCents = new Map(),
): ProposalChoice {
  const isDue = ({ invoiceId, dueCents }: ProposedInvoice) => dueCents > (settled.get(invoiceId) ?? 0)
  const likeliest = match === 'ambiguous' ? (invoices.find(isDue) ?? invoices[0]) : undefined
  const isPaid = proposal.unbookedCents > 0 && invoices.some(({ amountCents }) => amountCents > 0)
  return {
    isBooked: match === 'exact' && warnings.length === 0 && isPaid,
    keepsRest: false,
    ...(likeliest && { invoice: likeliest.invoiceId }),
  }
}

/** Plans transactions in order. What one books on an invoice is no longer due for the following ones. */
export function planProposals(
  proposals: readonly Proposal[],
  choiceOf: (proposal: Proposal, settled: SettledCents) => ProposalChoice,
): ProposalPlan[] {
  const settled = new Map<string, number>()
  return proposals.map((proposal) => {
    const choice = choiceOf(proposal, settled)
    const allocations = isBookable(proposal) ? allocatePayment(proposal, choice, settled) : []
    const allocatedCents = allocations.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const overpaidCents = proposal.amountCents < 0 ? 0 : proposal.unbookedCents - allocatedCents
    const isBooked = allocatedCents === 0 || choice.isBooked
    if (isBooked)
      for (const part of allocations) {
        const add = (id: string, cents: number) => settled.set(id, (settled.get(id) ?? 0) + cents)
        add(part.invoiceId, sumSettled(part) + sumSetOff(part))
        for (const { invoiceId, amountCents } of part.setOff) add(invoiceId, amountCents)
      }
    const bookedCents = isBooked ? allocatedCents + (choice.keepsRest ? overpaidCents : 0) : 0
    return { proposal, choice, allocations, allocatedCents, overpaidCents, bookedCents }
  })
}

function allocatePayment(proposal: Proposal, choice: ProposalChoice, settled: SettledCents): InvoiceAllocation[] {
  let left = proposal.unbookedCents
  return selectInvoices(proposal, choice).map((share) => {
    const dueCents = Math.max(0, share.dueCents - (settled.get(share.invoiceId) ?? 0))
    const part = { ...share, dueCents, ...limitAllocation(share, dueCents - sumSetOff(share), left) }
    left -= part.amountCents
    return { ...part, remainingCents: dueCents - sumSettled(part) - sumSetOff(part) }
  })
}

/** Limits a proposed amount to what is due and what is left of the transaction. */
function limitAllocation(
  { amountCents, cashDiscountCents, chargesCents }: ProposedInvoice,
  dueCents: number,
  remainingCents: number,
) {
  const proposed = { amountCents, cashDiscountCents, chargesCents: chargesCents ?? 0 }
  const most = Math.min(amountCents, remainingCents)
  if (sumSettled(proposed) <= dueCents && amountCents <= remainingCents) return proposed
  const discounted = dueCents - cashDiscountCents
  return cashDiscountCents > 0 && discounted > 0 && discounted <= most
    ? { amountCents: discounted, cashDiscountCents, chargesCents: 0 }
    : { amountCents: Math.min(most, dueCents), cashDiscountCents: 0, chargesCents: 0 }
}

const sumSetOff = ({ setOff }: ProposedInvoice) => setOff.reduce((sum, { amountCents }) => sum + amountCents, 0)

const sumSettled = ({
  amountCents,
  cashDiscountCents,
  chargesCents,
}: Pick<InvoiceAllocation, 'amountCents' | 'cashDiscountCents' | 'chargesCents'>) =>
  amountCents + cashDiscountCents - chargesCents

/** The payments to book. An overpayment is added to the last one of its transaction. */
export function toPayments({
  proposal: { transactionId },
  choice,
  allocations,
  overpaidCents,
  bookedCents,
}: ProposalPlan) {
  if (bookedCents === 0) return []
  const paid = allocations.filter(({ amountCents }) => amountCents > 0)
  const paymentOn = ({ invoiceId, amountCents, cashDiscountCents, chargesCents, setOff }: InvoiceAllocation) => ({
    ...{ transactionId, invoiceId, amountCents, cashDiscountCents, chargesCents },
    ...(setOff.length > 0 && { setOff: true }),
  })
  const last = paid.at(-1) ?? allocations.at(-1)
  if (!last || !choice.keepsRest || overpaidCents === 0) return paid.map(paymentOn)
  const more = { ...last, amountCents: last.amountCents + overpaidCents }
  return [...paid.slice(0, -1).map(paymentOn), { ...paymentOn(more), overpayment: 'credit' as const }]
}

const maxPaymentsPerRequest = 500

/** Splits payments into requests. Payments of one transaction stay together. */
export function batchPayments<P extends { transactionId: string }>(payments: readonly P[]): P[][] {
  const allocations: P[][] = [[]]
  for (const ofOne of Map.groupBy(payments, ({ transactionId }) => transactionId).values()) {
    const last = allocations.at(-1) ?? []
    if (last.length + ofOne.length <= maxPaymentsPerRequest) last.push(...ofOne)
    else allocations.push(ofOne)
  }
  return allocations
}
