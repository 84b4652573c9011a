import { Link } from '@tanstack/react-router'
import { formatMoney } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { messages } from './bank.messages.ts'
import { type Choice, isOpen, nameOf, type Part, type Plan } from './booking.ts'

interface PaidInvoicesProps {
  plan: Plan
  /** What may be decided; without it all is only shown. */
  onChange?: ((changes: Partial<Choice>) => void) | undefined
  /** Another invoice is meant. */
  onAssign: () => void
}

/** What a transaction has paid and is to pay, and what becomes of what is beyond. */
export function PaidInvoices({ plan, onChange, onAssign }: PaidInvoicesProps) {
  const { proposal, choice, parts } = plan
  const { invoices, bookedInvoices, match, unbookedCents } = proposal
  const isOffered = match === 'ambiguous' && !choice.other
  const isChosen = isOpen(proposal) && isOffered && invoices.length > 1
  const isBooked = (part: Part) => bookedInvoices.some(({ invoiceId }) => invoiceId === part.invoiceId)
  // What was paid from it stands there already.
  const proposed = parts.filter((part) => part.amountCents > 0 || !isBooked(part))
  const isAlone = bookedInvoices.length + proposed.length === 1
  const isNone = bookedInvoices.length + proposed.length === 0
  const assign = proposal.amountCents < 0 ? messages.assignRefund : isNone ? messages.assign : messages.assignOther
  return (
    <div className="pays">
      {isChosen && (
        <select
          className="input"
          aria-label={messages.paysOf(nameOf(proposal))}
          value={choice.invoice}
          disabled={!onChange}
          onChange={({ currentTarget }) => onChange?.({ invoice: currentTarget.value, isBooked: true })}
        >
          {invoices.map((share) => (
            <option key={share.invoiceId} value={share.invoiceId}>
              {[share.number, share.clientName, formatMoney(share.dueCents), discountOf(share)]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
      )}
      {isNone && <span className="quiet">{messages.none}</span>}
      <ul>
        {bookedInvoices.map((booked) => (
          <Line key={booked.invoiceId} {...booked}>
            {[
              !(isAlone && unbookedCents + booked.openCents + booked.creditCents + booked.chargesCents === 0) &&
                formatMoney(booked.amountCents),
              discountOf(booked),
              chargesOf(booked),
              booked.creditCents > 0 && messages.kept(formatMoney(booked.creditCents)),
              leftOpen(booked.openCents),
            ]}
          </Line>
        ))}
        {proposed.map((part) => (
          <Line key={part.invoiceId} {...part} isNamed={isChosen}>
            {part.amountCents > 0
              ? [
                  isOffered && messages.open(formatMoney(part.dueCents)),
                  (part.leftCents + part.chargesCents > 0 || (!isOffered && !isAlone)) && formatMoney(part.amountCents),
                  discountOf(part),
                  chargesOf(part),
                  ...part.setOff.map(({ amountCents, number }) => messages.setOff(formatMoney(amountCents), number)),
                  leftOpen(part.leftCents),
                ]
              : [messages.nothingOpen]}
          </Line>
        ))}
      </ul>
      {onChange && isOpen(proposal) && (
        <Button look={['plain', 'small']} aria-label={messages.assignFor(assign, nameOf(proposal))} onClick={onAssign}>
          {assign}
        </Button>
      )}
      {onChange && <Rest plan={plan} onChange={(keepsRest) => onChange({ keepsRest })} />}
    </div>
  )
}

interface LineProps {
  invoiceId: string
  number: string
  clientName: string
  /** It stands above already. */
  isNamed?: boolean
  children: readonly (string | false)[]
}

const Line = ({ invoiceId, number, clientName, isNamed = false, children }: LineProps) => (
  <li>
    {!isNamed && (
      <>
        <Link to="/invoices/$id" params={{ id: invoiceId }}>
          {number}
        </Link>{' '}
      </>
    )}
    <span className="quiet">{[!isNamed && clientName, ...children].filter(Boolean).join(' · ')}</span>
  </li>
)

interface RestProps {
  plan: Plan
  onChange: (keepsRest: boolean) => void
}

/** What came beyond what is open may become credit of the client. */
function Rest({ plan: { proposal, choice, parts, takenCents, restCents }, onChange }: RestProps) {
  if (parts.length === 0 || restCents === 0 || (takenCents > 0 && !choice.isBooked)) return null
  const label = messages.rest(formatMoney(restCents))
  return (
    <label className="choice">
      <input
        type="checkbox"
        aria-label={`${label}, ${nameOf(proposal)}`}
        checked={choice.keepsRest}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

/** The cash discount that is granted with it, in words. */
const discountOf = ({ cashDiscountCents }: Pick<Part, 'cashDiscountCents'>) =>
  cashDiscountCents > 0 && messages.discounted(formatMoney(cashDiscountCents))

/** The dunning charges within it. */
const chargesOf = ({ chargesCents }: Pick<Part, 'chargesCents'>) =>
  chargesCents > 0 && messages.charged(formatMoney(chargesCents))

const leftOpen = (cents: number) => cents > 0 && messages.left(formatMoney(cents))
