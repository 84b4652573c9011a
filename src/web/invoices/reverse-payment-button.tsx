import { useState } from 'react'
import { type InvoiceDataFragment, ReversePaymentDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { messages } from './reminders.messages.ts'
import type { InvoiceSectionProps } from './reminders.tsx'

type Payment = InvoiceDataFragment['payments'][number]

interface ReversePaymentButtonProps extends InvoiceSectionProps {
  payment: Payment
}

/** Describes what reversing a payment changes. */
function describeReversal(payment: Payment, { totalCents, creditedCents, paidCents, openCents }: InvoiceDataFragment) {
  const { amountCents, cashDiscountCents, chargesCents, creditCents, method } = payment
  const { reverse: texts } = messages
  const settledCents = amountCents + cashDiscountCents - creditCents - chargesCents
  const openThen = Math.max(0, totalCents - creditedCents - paidCents + settledCents)
  return [
    openThen === openCents ? texts.sameOpen : texts.openThen(formatMoney(openThen)),
    settledCents > openThen - openCents && texts.lessToRefund,
    cashDiscountCents > 0 && texts.withDiscount(formatMoney(cashDiscountCents)),
    chargesCents > 0 && texts.withCharges(formatMoney(chargesCents)),
    creditCents > 0 && texts.withCredit(formatMoney(creditCents)),
    method === 'client_credit' && texts.creditBack(formatMoney(amountCents)),
    method === 'credit_note' && texts.noteBack(formatMoney(amountCents)),
    texts.stays,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Reverses a payment that failed or was returned. */
export function ReversePaymentButton({ invoice, payment, retry, showFeedback }: ReversePaymentButtonProps) {
  const may = useMay()
  const [isAsking, ask] = useState(false)
  const [reverse] = useMutation(ReversePaymentDocument)
  const { reverse: texts } = messages
  const amount = formatMoney(payment.amountCents)
  const isRefund = invoice.kind === 'credit_note'
  if (payment.reversedAt || !may('reversePayment')) return null
  return (
    <>
      <Button
        variant={['plain', 'small']}
        aria-label={(isRefund ? texts.refundOf : texts.of)(amount, formatDate(payment.paidAt))}
        onClick={() => ask(true)}
      >
        {texts.create}
      </Button>
      {isAsking && (
        <Dialog
          title={(isRefund ? texts.refundTitle : texts.title)(amount)}
          isOpen
          isQuestion
          onClose={() => ask(false)}
        >
          <p className="quiet">{isRefund ? texts.refundText : describeReversal(payment, invoice)}</p>
          <Form
            send={({ reason, returnedAt }) =>
              reverse({ id: payment.id, reason: reason?.trim() || null, returnedAt: returnedAt || null })
            }
            onDone={() => {
              showFeedback({ variant: 'good', text: (isRefund ? texts.refundDone : texts.done)(amount) })
              ask(false)
              retry()
            }}
          >
            {({ errors, isBusy }) => (
              <>
                <TextField label={texts.reason} name="reason" maxLength={500} error={errors.reason} />
                {payment.method !== 'client_credit' && payment.method !== 'credit_note' && (
                  <TextField
                    label={texts.returnedAt}
                    hint={texts.returnedAtHint}
                    name="returnedAt"
                    type="date"
                    error={errors.returnedAt}
                  />
                )}
                <div className="actions">
                  <Button onClick={() => ask(false)}>{t.cancel}</Button>
                  <Button type="submit" variant={['danger', 'primary']} isBusy={isBusy}>
                    {texts.submit}
                  </Button>
                </div>
              </>
            )}
          </Form>
        </Dialog>
      )}
    </>
  )
}
