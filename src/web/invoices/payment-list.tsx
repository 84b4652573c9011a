import type { InvoiceDataFragment } from '#schema/web/graphql'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { messages } from './invoices.messages.ts'
import type { InvoiceSectionProps } from './reminders.tsx'
import { ReversePaymentButton } from './reverse-payment-button.tsx'

/** The payments of an invoice, or the refunds of a credit note. */
export function PaymentList({ invoice, retry, showFeedback }: InvoiceSectionProps) {
  const money = invoice.kind === 'credit_note' ? messages.refund : messages.payment
  return (
    <section className="card" aria-labelledby="payments">
      <header className="part over">
        <h2 id="payments">{money.title}</h2>
      </header>
      {invoice.payments.length === 0 ? (
        <p className="part quiet">{money.none}</p>
      ) : (
        <ul className="part items">
          {invoice.payments.map((payment) => (
            <li key={payment.id}>
              <span>
                {formatDate(payment.paidAt)} · {messages.payment.methods[payment.method]}
              </span>
              <span className="quiet">{payment.reversedAt ? messages.payment.reversed : describePayment(payment)}</span>
              <span className="figure">{formatMoney(payment.amountCents)}</span>
              <ReversePaymentButton {...{ invoice, payment, retry, showFeedback }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const describePayment = ({
  reference,
  chargesCents,
  cashDiscountCents,
  creditCents,
}: InvoiceDataFragment['payments'][number]) =>
  [
    reference,
    chargesCents > 0 && messages.payment.charged(formatMoney(chargesCents)),
    cashDiscountCents > 0 && messages.payment.discounted(formatMoney(cashDiscountCents)),
    creditCents > 0 && messages.payment.overpaid(formatMoney(creditCents)),
  ]
    .filter(Boolean)
    .join(' · ')
