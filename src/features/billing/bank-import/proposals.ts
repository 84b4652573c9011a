import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'
import type { BookedInvoice, PaymentProposal, StoredProposal } from './bank-import.entity.ts'
import {
  type BookedPayment,
  readAmountsDueOfImport,
  readBookedPaymentsOfImport,
  readStoredProposals,
} from './bank-import.reads.ts'
import { type AmountDue, limitSetOffs, limitShare } from './payment-share.ts'

type ShownProposal = Omit<PaymentProposal, 'warnings'>

/** Proposals in the language of the caller, with the payments booked from them. */
export const loadProposals = (context: Context, importId: string): Promise<ShownProposal[]> =>
  context.batch(
    'bank import proposals',
    importId,
    (ids) => Promise.all(ids.map(async (id) => ({ id, proposals: await readShown(context, id) }))),
    (imports, wanted) => imports.find(({ id }) => id === wanted)?.proposals ?? [],
  )

async function readShown(context: Context, importId: string): Promise<ShownProposal[]> {
  const [stored, booked, due] = await Promise.all([
    readStoredProposals(context, importId),
    readBookedPaymentsOfImport(context, importId),
    readAmountsDueOfImport(context, importId),
  ])
  const bookings = Map.groupBy(booked, ({ transactionId }) => transactionId)
  return stored.map(({ transactionId, proposal }) => ({
    transactionId,
    ...toShownProposal(
      context,
      proposal as StoredProposal,
      sortAsProposed(bookings.get(transactionId) ?? [], proposal),
      due,
    ),
  }))
}

/** In the order of the proposed documents, then any others. */
function sortAsProposed(
  bookings: readonly BookedPayment[],
  { invoices }: Pick<StoredProposal, 'invoices'>,
): BookedPayment[] {
  const places = new Map(invoices.map(({ invoiceId }, index) => [invoiceId, index]))
  const placeOf = ({ invoiceId }: BookedPayment) => places.get(invoiceId) ?? places.size
  return bookings.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function toShownProposal(
  context: Context,
  { reason, ...proposal }: StoredProposal,
  bookings: readonly BookedPayment[],
  due: ReadonlyMap<string, AmountDue>,
): Omit<ShownProposal, 'transactionId'> {
  const [booking] = bookings
  const booked = bookings.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const [meant] = proposal.match === 'ambiguous' || proposal.match === 'none' ? [] : proposal.invoices
  const unbookedCents = Math.max(0, Math.abs(proposal.amountCents) - booked)
  const paid = new Set(bookings.map(({ invoiceId }) => invoiceId))
  return {
    ...proposal,
    // Once nothing is left to book, only paid invoices are shown.
    invoices: limitShares(proposal, unbookedCents, paid, due).filter(
      ({ invoiceId }) => unbookedCents > 0 || paid.has(invoiceId),
    ),
    invoiceId: booking?.invoiceId ?? meant?.invoiceId ?? null,
    number: booking?.number ?? meant?.number ?? null,
    reason: describeReason(reason, bookings, unbookedCents)[context.language],
    booked: Boolean(booking),
    bookedInvoices: sumByInvoice(bookings),
    unbookedCents,
  }
}

/**
 * Limits shares to what is due now, in order: each takes what those before it leave of the transaction. A paid document proposes no set-
 * off.
 */
function limitShares(
  { match, invoices }: Pick<StoredProposal, 'match' | 'invoices'>,
  unbookedCents: number,
  paid: ReadonlySet<string>,
  due: ReadonlyMap<string, AmountDue>,
) {
  let left = unbookedCents
  return invoices.map((share) => {
    const now = due.get(share.invoiceId) ?? nothingDue
    if (unbookedCents === 0) return { ...share, dueCents: now.dueCents, setOff: [] }
    const setOff = paid.has(share.invoiceId) ? [] : limitSetOffs(share, (id) => due.get(id)?.dueCents ?? 0)
    const part = limitShare(share, now, left, setOff)
    if (match !== 'ambiguous') left -= part.amountCents
    return { ...share, ...part, dueCents: now.dueCents, setOff }
  })
}

const nothingDue: AmountDue = { dueCents: 0, discountCents: 0, chargesCents: 0 }

function describeReason(reason: Bilingual, bookings: readonly BookedPayment[], unbookedCents: number): Bilingual {
  const numbers = [...new Set(bookings.map(({ number }) => number))].join(', ')
  if (!numbers) return reason
  if (unbookedCents === 0) return { de: `Schon verbucht auf ${numbers}`, en: `Booked already on ${numbers}` }
  return { de: `Teils verbucht auf ${numbers}; ${reason.de}`, en: `Booked in part on ${numbers}; ${reason.en}` }
}

const sumByInvoice = (bookings: readonly BookedPayment[]): BookedInvoice[] =>
  [...Map.groupBy(bookings, ({ invoiceId }) => invoiceId).values()].map((ofInvoice) => {
    const total = (of: (booking: BookedPayment) => number) => ofInvoice.reduce((sum, booking) => sum + of(booking), 0)
    return {
      ...(ofInvoice[0] as BookedPayment),
      amountCents: total(({ amountCents }) => amountCents),
      cashDiscountCents: total(({ cashDiscountCents }) => cashDiscountCents),
      chargesCents: total(({ chargesCents }) => chargesCents),
      creditCents: total(({ creditCents }) => creditCents),
    }
  })
