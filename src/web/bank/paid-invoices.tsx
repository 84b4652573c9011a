import { Link } from '@tanstack/react-router'
import { formatMoney } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { messages } from './bank.messages.ts'
import {
  formatPayer,
  type InvoiceAllocation,
  isBookable,
  type ProposalChoice,
  type ProposalPlan,
} from './payment-plan.ts'

interface PaidInvoicesProps {
  plan: ProposalPlan
  /** Read-only if absent. */
  onChange?: ((changes: Partial<ProposalChoice>) => void) | undefined
  onAssign: () => void
}

/** The invoices a transaction paid or will pay, and what happens to an overpayment. */
export function PaidInvoices({ plan, onChange, onAssign }: PaidInvoicesProps) {
  const { proposal, choice, allocations } = plan
  const { invoices, bookedInvoices, match, unbookedCents } = proposal
  const isOffered = match === 'ambiguous' && !choice.other
  const isChosen = isBookable(proposal) && isOffered && invoices.length > 1
  const isBooked = (part: InvoiceAllocation) => bookedInvoices.some(({ invoiceId }) => invoiceId === part.invoiceId)
  // Invoices that were paid already are listed above.
  const proposed = allocations.filter((part) => part.amountCents > 0 || !isBooked(part))
  const isAlone = bookedInvoices.length + proposed.length === 1
  const isNone = bookedInvoices.length + proposed.length === 0
  const assign = proposal.amountCents < 0 ? messages.assignRefund : isNone ? messages.assign : messages.assignOther
  return (
    <div className="pays">
      {isChosen && (
        <select
          className="input"
          aria-label={messages.paysOf(formatPayer(proposal))}
          value={choice.invoice}
          disabled={!onChange}
          onChange={({ currentTarget }) => onChange?.({ invoice: currentTarget.value, isBooked: true })}
        >
          {invoices.map((share) => (
            <option key={share.invoiceId} value={share.invoiceId}>
              {[share.number, share.clientName, formatMoney(share.dueCents), formatDiscount(share)]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
      )}
      {isNone && <span className="quiet">{messages.none}</span>}
      <ul>
        {bookedInvoices.map((booked) => (
          <InvoiceLine key={booked.invoiceId} {...booked}>
            {[
              !(isAlone && unbookedCents + booked.openCents + booked.creditCents + booked.chargesCents === 0) &&
                formatMoney(booked.amountCents),
              formatDiscount(booked),
              formatCharges(booked),
              booked.creditCents > 0 && messages.kept(formatMoney(booked.creditCents)),
              formatOpenAmount(booked.openCents),
            ]}
          </InvoiceLine>
        ))}
        {proposed.map((part) => (
          <InvoiceLine key={part.invoiceId} {...part} isNumberHidden={isChosen}>
            {part.amountCents > 0
              ? [
                  isOffered && messages.open(formatMoney(part.dueCents)),
                  (part.remainingCents + part.chargesCents > 0 || (!isOffered && !isAlone)) &&
                    formatMoney(part.amountCents),
                  formatDiscount(part),
                  formatCharges(part),
                  ...part.setOff.map(({ amountCents, number }) => messages.setOff(formatMoney(amountCents), number)),
                  formatOpenAmount(part.remainingCents),
                ]
              : [messages.nothingOpen]}
          </InvoiceLine>
        ))}
      </ul>
      {onChange && isBookable(proposal) && (
        <Button
          variant={['plain', 'small']}
          aria-label={messages.assignFor(assign, formatPayer(proposal))}
          onClick={onAssign}
        >
          {assign}
        </Button>
      )}
      {onChange && <OverpaymentChoice plan={plan} onChange={(keepsRest) => onChange({ keepsRest })} />}
    </div>
  )
}

interface InvoiceLineProps {
  invoiceId: string
  number: string
  clientName: string
  /** The number is already shown above. */
  isNumberHidden?: boolean
  children: readonly (string | false)[]
}

const InvoiceLine = ({ invoiceId, number, clientName, isNumberHidden = false, children }: InvoiceLineProps) => (
  <li>
    {!isNumberHidden && (
      <>
        <Link to="/invoices/$id" params={{ id: invoiceId }}>
          {number}
        </Link>{' '}
      </>
    )}
    <span className="quiet">{[!isNumberHidden && clientName, ...children].filter(Boolean).join(' · ')}</span>
  </li>
)

interface OverpaymentChoiceProps {
  plan: ProposalPlan
  onChange: (keepsRest: boolean) => void
}

/** Lets the user credit an overpayment to the client. */
function OverpaymentChoice({
  plan: { proposal, choice, allocations, allocatedCents, overpaidCents },
  onChange,
}: OverpaymentChoiceProps) {
  if (allocations.length === 0 || overpaidCents === 0 || (allocatedCents > 0 && !choice.isBooked)) return null
  const label = messages.rest(formatMoney(overpaidCents))
  return (
    <label className="choice">
      <input
        type="checkbox"
        aria-label={`${label}, ${formatPayer(proposal)}`}
        checked={choice.keepsRest}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

const formatDiscount = ({ cashDiscountCents }: Pick<InvoiceAllocation, 'cashDiscountCents'>) =>
  cashDiscountCents > 0 && messages.discounted(formatMoney(cashDiscountCents))

const formatCharges = ({ chargesCents }: Pick<InvoiceAllocation, 'chargesCents'>) =>
  chargesCents > 0 && messages.charged(formatMoney(chargesCents))

const formatOpenAmount = (cents: number) => cents > 0 && messages.left(formatMoney(cents))
