import { Link } from '@tanstack/react-router'
import { writeMoney } from '../words/words.ts'
import { said } from './bank.words.ts'
import { type Choice, mayBook, nameOf, type Proposal, paidBy, partsOf, type Share } from './booking.ts'

interface PaidInvoicesProps {
  proposal: Proposal
  choice: Choice
  /** What may be decided; without it all is only shown. */
  onChange?: ((changes: Partial<Choice>) => void) | undefined
}

/** What a transaction has paid and is to pay, and what becomes of what is beyond. */
export function PaidInvoices({ proposal, choice, onChange }: PaidInvoicesProps) {
  const { invoices, bookedInvoices, match } = proposal
  const isOpen = mayBook(proposal)
  const isChosen = isOpen && match === 'ambiguous' && invoices.length > 1
  const proposed = isOpen || bookedInvoices.length === 0 ? paidBy(proposal, choice) : []
  const isAlone = bookedInvoices.length + proposed.length === 1
  if (invoices.length === 0 && bookedInvoices.length === 0) return <span className="quiet">{said.none}</span>
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
              (!isAlone || booked.openCents > 0 || booked.creditCents > 0) && writeMoney(booked.amountCents),
              discountOf(booked),
              booked.creditCents > 0 && said.kept(writeMoney(booked.creditCents)),
              leftOpen(booked.openCents),
            ]}
          </Line>
        ))}
        {proposed.map((share) => (
          <Line key={share.invoiceId} {...share} isNamed={isChosen}>
            {[
              match === 'ambiguous' && said.open(writeMoney(share.dueCents)),
              match !== 'ambiguous' && (!isAlone || leftOf(share) > 0) && writeMoney(share.amountCents),
              discountOf(share),
              leftOpen(leftOf(share)),
            ]}
          </Line>
        ))}
      </ul>
      {onChange && <Rest proposal={proposal} choice={choice} onChange={(keepsRest) => onChange({ keepsRest })} />}
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
  proposal: Proposal
  choice: Choice
  onChange: (keepsRest: boolean) => void
}

/** What came beyond what is open may become credit of the client. */
function Rest({ proposal, choice, onChange }: RestProps) {
  const { taken, rest } = partsOf(proposal, choice)
  if (!mayBook(proposal) || rest === 0 || (taken > 0 && !choice.isBooked)) return null
  const label = said.rest(writeMoney(rest))
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
const discountOf = ({ cashDiscountCents }: Pick<Share, 'cashDiscountCents'>) =>
  cashDiscountCents > 0 && said.discounted(writeMoney(cashDiscountCents))

const leftOf = ({ dueCents, amountCents, cashDiscountCents }: Share) =>
  Math.max(0, dueCents - amountCents - cashDiscountCents)

const leftOpen = (cents: number) => cents > 0 && said.left(writeMoney(cents))
