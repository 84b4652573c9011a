import { useState } from 'react'
import {
  CashDiscountUntilDocument,
  ClientCreditDocument,
  type InvoiceDataFragment,
  RecordPaymentDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, SelectField } from '../ui/field.tsx'
import type { FormValues } from '../ui/form.tsx'
import { messages } from './invoices.messages.ts'
import { type MoneyDraft, MoneyForm, type MoneyInput } from './money-form.tsx'
import type { Warning } from './warnings.ts'

interface RecordedPayment {
  id: string
  text: string
  warnings: readonly Warning[]
}

interface PaymentDialogProps {
  invoice: InvoiceDataFragment
  onClose: () => void
  onDone: (recorded: RecordedPayment) => void
}

/** Records a payment for an invoice, or a refund for a credit note. */
export const PaymentDialog = (given: PaymentDialogProps) =>
  given.invoice.kind === 'credit_note' ? <RefundForm {...given} /> : <PaymentForm {...given} />

function RefundForm({ invoice, onClose, onDone }: PaymentDialogProps) {
  const [record] = useMutation(RecordPaymentDocument)
  const { id, client, refundDueCents } = invoice
  const send = async (money: MoneyInput): Promise<Outcome<RecordedPayment>> => {
    const { data, problem } = await record({ id, input: money })
    if (problem) return { problem }
    return { data: { ...data.recordPayment, text: messages.refund.done(formatMoney(money.amountCents)) } }
  }
  return (
    <Dialog title={messages.refund.sure(client.name)} isOpen isQuestion onClose={onClose}>
      <p className="quiet">{messages.refund.text(formatMoney(refundDueCents))}</p>
      <MoneyForm dueCents={refundDueCents} texts={messages.refund} {...{ send, onDone, onClose }} />
    </Dialog>
  )
}

function PaymentForm({ invoice, onClose, onDone }: PaymentDialogProps) {
  const [record] = useMutation(RecordPaymentDocument)
  const { id, client, openCents, claimedChargesCents } = invoice
  const { data } = useQuery(ClientCreditDocument, { id: client.id }, ['invoice'])
  const credit = data?.client?.creditCents ?? 0
  const notes = data?.creditNotes?.invoices.filter(({ refundDueCents }) => refundDueCents > 0) ?? []
  const [isByCredit, payByCredit] = useState(false)
  const [noteId, setOff] = useState('')
  const isSettled = isByCredit || noteId !== ''
  const method = noteId ? 'credit_note' : isByCredit ? 'client_credit' : undefined
  const send = async (
    money: MoneyInput,
    { charges, cashDiscount, overpayment }: FormValues,
  ): Promise<Outcome<RecordedPayment>> => {
    const chargesCents = charges ? payableCharges(money.amountCents, invoice) : 0
    const rest = openCents + chargesCents - money.amountCents
    const { data, problem } = await record({
      id,
      input: {
        ...money,
        creditNoteId: noteId || null,
        chargesCents,
        cashDiscountCents: cashDiscount ? rest : null,
        overpayment: overpayment ? 'credit' : null,
      },
    })
    if (problem) return { problem }
    const parts = [
      formatMoney(money.amountCents),
      chargesCents > 0 && messages.payment.charged(formatMoney(chargesCents)),
      cashDiscount && messages.payment.discounted(formatMoney(rest)),
      overpayment && messages.payment.overpaid(formatMoney(-rest)),
    ]
    return { data: { ...data.recordPayment, text: messages.payment.done(parts.filter(Boolean).join(', ')) } }
  }
  return (
    <Dialog title={messages.payment.create} isOpen onClose={onClose}>
      <MoneyForm
        dueCents={openCents}
        texts={isSettled ? { ...messages.payment, paidAt: messages.payment.creditUsedOn } : messages.payment}
        method={method}
        {...{ send, onDone, onClose }}
      >
        {(typed) => (
          <>
            {claimedChargesCents > 0 && !isSettled ? (
              <ChargesChoice {...{ invoice, typed }} />
            ) : (
              <RemainderChoice chargesCents={0} {...{ invoice, typed, isSettled }} />
            )}
            {notes.length > 0 && openCents > 0 && !isByCredit && (
              <SelectField
                label={messages.payment.setOff}
                options={{
                  '': messages.payment.noSetOff,
                  ...Object.fromEntries(
                    notes.map((note) => [
                      note.id,
                      messages.payment.note(note.number ?? '', formatMoney(note.refundDueCents)),
                    ]),
                  ),
                }}
                value={noteId}
                onChange={({ currentTarget: { value } }) => {
                  setOff(value)
                  const note = notes.find(({ id: one }) => one === value)
                  typed.setAmount(Math.min(note?.refundDueCents ?? openCents, openCents))
                }}
              />
            )}
            {(credit > 0 || isByCredit) && openCents > 0 && !noteId && (
              <Checkbox
                label={messages.payment.byCredit}
                hint={messages.payment.creditThere(formatMoney(credit))}
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

type OwedAmounts = Pick<InvoiceDataFragment, 'openCents' | 'claimedChargesCents'>

/** The charges an amount can pay: what exceeds the open amount, or as much as possible of a smaller one (§ 367 BGB). */
const payableCharges = (amountCents: number, { openCents, claimedChargesCents }: OwedAmounts) =>
  Math.min(claimedChargesCents, amountCents > openCents ? amountCents - openCents : amountCents)

/** Pays claimed dunning charges if the user chooses so or the amount includes them. */
function ChargesChoice({ invoice, typed }: Omit<RemainderChoiceProps, 'isSettled' | 'chargesCents'>) {
  const { openCents, claimedChargesCents } = invoice
  const allCents = openCents + claimedChargesCents
  const [decided, decide] = useState<boolean>()
  const { amountCents, setAmount } = typed
  const isCharged = decided ?? amountCents === allCents
  const isAsOffered = amountCents === null || amountCents === openCents
  const chargesCents = payableCharges(isAsOffered && !isCharged ? allCents : (amountCents ?? 0), invoice)
  return (
    <>
      <Checkbox
        label={messages.payment.charges(formatMoney(chargesCents))}
        hint={messages.payment.chargesClaimed(formatMoney(claimedChargesCents))}
        name="charges"
        checked={isCharged}
        onChange={({ currentTarget: { checked } }) => {
          decide(checked)
          if (checked && isAsOffered) setAmount(allCents)
          if (!checked && amountCents === allCents) setAmount(openCents)
        }}
      />
      <RemainderChoice chargesCents={isCharged ? chargesCents : 0} isSettled={false} {...{ invoice, typed }} />
    </>
  )
}

interface RemainderChoiceProps {
  invoice: InvoiceDataFragment
  typed: MoneyDraft
  /** The part of the amount that pays charges. */
  chargesCents: number
  /** Settled by credit instead of a payment. */
  isSettled: boolean
}

/** A remainder can be granted as cash discount; an overpayment can be credited to the client. */
function RemainderChoice({ invoice, typed, chargesCents, isSettled }: RemainderChoiceProps) {
  const { amountCents } = typed
  if (amountCents === null || amountCents <= 0) return null
  const rest = invoice.openCents + chargesCents - amountCents
  if (rest < 0)
    return isSettled ? null : (
      <Checkbox key="overpayment" label={messages.payment.overpayment(formatMoney(-rest))} name="overpayment" />
    )
  if (rest === 0 || rest > invoice.cashDiscountLeftCents) return null
  return <CashDiscountChoice key="cashDiscount" id={invoice.id} restCents={rest} typed={typed} />
}

interface CashDiscountChoiceProps {
  id: string
  restCents: number
  typed: MoneyDraft
}

function CashDiscountChoice({ id, restCents, typed: { paidAt, method } }: CashDiscountChoiceProps) {
  const until = useQuery(CashDiscountUntilDocument, { id, method }, ['invoice']).data?.invoice?.cashDiscountUntil
  const { discountEnded, discountUntil } = messages.payment
  return (
    <Checkbox
      label={messages.payment.discount(formatMoney(restCents))}
      hint={until && (paidAt > until ? discountEnded : discountUntil)(formatDate(until))}
      name="cashDiscount"
    />
  )
}
