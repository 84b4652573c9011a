import { useState } from 'react'
import { ClientCreditDocument, type InvoiceDataFragment, RecordPaymentDocument } from '../../../schema/web/graphql.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import type { Outcome } from '../graphql/send.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Check } from '../ui/field.tsx'
import type { Filled } from '../ui/form.tsx'
import { daysAfter } from '../words/days.ts'
import { type Day, writeDay, writeMoney } from '../words/words.ts'
import { said } from './invoices.words.ts'
import { type Money, MoneyForm, type Typed } from './money-form.tsx'
import type { Warning } from './warnings.ts'

interface Recorded {
  id: string
  /** What was recorded, in words. */
  text: string
  warnings: readonly Warning[]
}

interface PaymentProps {
  invoice: InvoiceDataFragment
  onClose: () => void
  onDone: (recorded: Recorded) => void
}

/** Money that came for an invoice, or went back for a credit note. */
export const PaymentDialog = (given: PaymentProps) =>
  given.invoice.kind === 'credit_note' ? <Refund {...given} /> : <Payment {...given} />

function Refund({ invoice, onClose, onDone }: PaymentProps) {
  const [record] = useMutation(RecordPaymentDocument)
  const { id, client, refundDueCents } = invoice
  const send = async (money: Money): Promise<Outcome<Recorded>> => {
    const { data, problem } = await record({ id, input: money })
    if (problem) return { problem }
    return { data: { ...data.recordPayment, text: said.refund.done(writeMoney(money.amountCents)) } }
  }
  return (
    <Dialog title={said.refund.sure(client.name)} isOpen isQuestion onClose={onClose}>
      <p className="quiet">{said.refund.text(writeMoney(refundDueCents))}</p>
      <MoneyForm dueCents={refundDueCents} texts={said.refund} {...{ send, onDone, onClose }} />
    </Dialog>
  )
}

function Payment({ invoice, onClose, onDone }: PaymentProps) {
  const [record] = useMutation(RecordPaymentDocument)
  const { id, client, openCents } = invoice
  const credit = useQuery(ClientCreditDocument, { id: client.id }, ['invoice']).data?.client?.creditCents ?? 0
  const [isByCredit, payByCredit] = useState(false)
  const send = async (money: Money, { cashDiscount, overpayment }: Filled): Promise<Outcome<Recorded>> => {
    const rest = openCents - money.amountCents
    const { data, problem } = await record({
      id,
      input: {
        ...money,
        cashDiscountCents: cashDiscount ? rest : null,
        overpayment: overpayment ? 'credit' : null,
      },
    })
    if (problem) return { problem }
    const parts = [
      writeMoney(money.amountCents),
      cashDiscount && said.payment.discounted(writeMoney(rest)),
      overpayment && said.payment.overpaid(writeMoney(-rest)),
    ]
    return { data: { ...data.recordPayment, text: said.payment.done(parts.filter(Boolean).join(', ')) } }
  }
  return (
    <Dialog title={said.payment.create} isOpen onClose={onClose}>
      <MoneyForm
        dueCents={openCents}
        texts={isByCredit ? { ...said.payment, paidAt: said.payment.creditUsedOn } : said.payment}
        method={isByCredit ? 'client_credit' : undefined}
        {...{ send, onDone, onClose }}
      >
        {(typed) => (
          <>
            <Rest {...{ invoice, typed, isByCredit }} />
            {(credit > 0 || isByCredit) && openCents > 0 && (
              <Check
                label={said.payment.byCredit}
                hint={said.payment.creditThere(writeMoney(credit))}
                checked={isByCredit}
                onChange={({ currentTarget: { checked } }) => {
                  payByCredit(checked)
                  typed.setAmount(checked ? Math.min(credit, openCents) : openCents)
                }}
              />
            )}
          </>
        )}
      </MoneyForm>
    </Dialog>
  )
}

interface RestProps {
  invoice: InvoiceDataFragment
  typed: Typed
  isByCredit: boolean
}

/** What an amount leaves open can be the cash discount of the invoice, and what is beyond becomes credit of the client. */
function Rest({ invoice, typed: { amountCents, paidAt }, isByCredit }: RestProps) {
  const { openCents, cashDiscountDays, cashDiscountLeftCents } = invoice
  if (amountCents === null || amountCents <= 0) return null
  const rest = openCents - amountCents
  if (rest < 0)
    return isByCredit ? null : (
      <Check key="overpayment" label={said.payment.overpayment(writeMoney(-rest))} name="overpayment" />
    )
  if (rest === 0 || rest > cashDiscountLeftCents) return null
  const until = daysAfter(invoice.issueDate, cashDiscountDays ?? 0)
  const { discountEnded, discountUntil } = said.payment
  return (
    <Check
      key="cashDiscount"
      label={said.payment.discount(writeMoney(rest))}
      hint={(paidAt > until ? discountEnded : discountUntil)(writeDay(until as Day))}
      name="cashDiscount"
    />
  )
}
