import { Link } from '@tanstack/react-router'
import type { InvoiceDataFragment } from '#schema/web/graphql'
import { addDays, type IsoDate } from '../i18n/dates.ts'
import { formatDate, formatDateRange, formatMoney, formatNumber, formatTimestampDate } from '../i18n/format.ts'
import { messages } from './invoices.messages.ts'

export function InvoiceFacts({ invoice }: { invoice: InvoiceDataFragment }) {
  const { kind, client, openCents, refundDueCents, cashDiscountCents } = invoice
  const isRefund = kind === 'credit_note'
  // Invoices are settled by payments and discounts, credit notes by payments only.
  const paidCents = isRefund ? invoice.paidCents : invoice.paidCents - cashDiscountCents
  const facts: [string, string | null][] = [
    [isRefund ? messages.facts.date : messages.issueDate, formatDate(invoice.issueDate)],
    [messages.dueDate, isRefund ? null : formatDate(invoice.dueDate)],
    [messages.facts.cashDiscount, formatCashDiscount(invoice)],
    [messages.facts.service, formatServicePeriod(invoice)],
    [messages.facts.sentAt, invoice.sentAt ? formatTimestampDate(invoice.sentAt) : null],
    [messages.facts.credited, invoice.creditedCents ? formatMoney(invoice.creditedCents) : null],
    [isRefund ? messages.facts.refunded : messages.facts.paid, paidCents ? formatMoney(paidCents) : null],
    [
      isRefund ? messages.facts.discountBack : messages.facts.discounted,
      cashDiscountCents ? formatMoney(cashDiscountCents) : null,
    ],
    [messages.facts.open, openCents > 0 ? formatMoney(openCents) : null],
    [messages.facts.charges, invoice.claimedChargesCents ? formatMoney(invoice.claimedChargesCents) : null],
    [messages.facts.refundDue, refundDueCents ? formatMoney(refundDueCents) : null],
  ]
  return (
    <dl className="part facts across">
      <div>
        <dt>{messages.client}</dt>
        <dd>
          <Link to="/clients/$id" params={{ id: client.id }}>
            {client.name}
          </Link>
        </dd>
      </div>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {invoice.creditedInvoice && (
        <div>
          <dt>{messages.facts.corrects}</dt>
          <dd>
            <Link to="/invoices/$id" params={{ id: invoice.creditedInvoice.id }}>
              {invoice.creditedInvoice.number}
            </Link>
          </dd>
        </div>
      )}
      {invoice.creditNotes.length > 0 && (
        <div>
          <dt>{messages.credit.notes}</dt>
          <dd>
            {invoice.creditNotes.map((note) => (
              <div key={note.id}>
                <Link to="/invoices/$id" params={{ id: note.id }}>
                  {note.number}
                </Link>{' '}
                {formatMoney(note.totalCents)}
              </div>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

const formatCashDiscount = ({ issueDate, cashDiscountPercent, cashDiscountDays }: InvoiceDataFragment) =>
  cashDiscountPercent && cashDiscountDays !== null
    ? messages.facts.granted(
        formatNumber(cashDiscountPercent),
        formatDate(addDays(issueDate, cashDiscountDays) as IsoDate),
      )
    : null

const formatServicePeriod = ({ serviceFrom, serviceTo }: InvoiceDataFragment) => {
  const from = serviceFrom ?? serviceTo
  return from && formatDateRange(from, serviceTo ?? from)
}
