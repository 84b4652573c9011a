import { Link } from '@tanstack/react-router'
import { writeMoney } from '../words/words.ts'
import { said } from './bank.words.ts'
import { type Choice, mayBook, nameOf, type Part, type Plan } from './booking.ts'

interface PaidInvoicesProps {
  plan: Plan
  /** What may be decided; without it all is only shown. */
  onChange?: ((changes: Partial<Choice>) => void) | undefined
}

/** What a transaction has paid and is to pay, and what becomes of what is beyond. */
export function PaidInvoices({ plan, onChange }: PaidInvoicesProps) {
  const { proposal, choice, parts } = plan
  const { invoices, bookedInvoices, match, unbookedCents } = proposal
  const isChosen = mayBook(proposal) && match === 'ambiguous' && invoices.length > 1
  const isBooked = (part: Part) => bookedInvoices.some(({ invoiceId }) => invoiceId === part.invoiceId)
  // What was paid from it stands there already.
  const proposed = parts.filter((part) => part.amountCents > 0 || !isBooked(part))
  const isAlone = bookedInvoices.length + proposed.length === 1
  if (bookedInvoices.length + proposed.length === 0) return <span className="quiet">{said.none}</span>
  return (
    <div className="pays">
      {isChosen && (
        <select
          className="input"
          aria-label={said.paysOf(nameOf(proposal))}
          value={choice.invoice}
          disabled={!onChange}
          onChange={({ currentTarget }) => onChange?.({ invoice: currentTarget.value, isBooked: true })}
        >
          {invoices.map((share) => (
            <option key={share.invoiceId} value={share.invoiceId}>
              {[share.number, share.clientName, writeMoney(share.dueCents), discountOf(share)]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
      )}
      <ul>
        {bookedInvoices.map((booked) => (
          <Line key={booked.invoiceId} {...booked}>
            {[
              !(isAlone && unbookedCents + booked.openCents + booked.creditCents + booked.chargesCents === 0) &&
                writeMoney(booked.amountCents),
              discountOf(booked),
              chargesOf(booked),
              booked.creditCents > 0 && said.kept(writeMoney(booked.creditCents)),
              leftOpen(booked.openCents),
            ]}
          </Line>
        ))}
        {proposed.map((part) => (
          <Line key={part.invoiceId} {...part} isNamed={isChosen}>
            {part.amountCents > 0
              ? [
                  match === 'ambiguous' && said.open(writeMoney(part.dueCents)),
                  (part.leftCents + part.chargesCents > 0 || (match !== 'ambiguous' && !isAlone)) &&
                    writeMoney(part.amountCents),
                  discountOf(part),
                  chargesOf(part),
                  leftOpen(part.leftCents),
                ]
              : [said.nothingOpen]}
          </Line>
        ))}
      </ul>
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
function Rest({ plan: { proposal, choice, takenCents, restCents }, onChange }: RestProps) {
  if (!mayBook(proposal) || restCents === 0 || (takenCents > 0 && !choice.isBooked)) return null
  const label = said.rest(writeMoney(restCents))
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
  cashDiscountCents > 0 && said.discounted(writeMoney(cashDiscountCents))

/** The dunning charges within it. */
const chargesOf = ({ chargesCents }: Pick<Part, 'chargesCents'>) =>
  chargesCents > 0 && said.charged(writeMoney(chargesCents))

const leftOpen = (cents: number) => cents > 0 && said.left(writeMoney(cents))
