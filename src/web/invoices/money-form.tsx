import { type ReactNode, useState } from 'react'
import type { PaymentMethod } from '#schema/web/graphql'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { today } from '../i18n/dates.ts'
import { t } from '../i18n/locale.ts'
import { decimalError, formatCentsInput, parseCents } from '../i18n/parse.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { messages } from './invoices.messages.ts'

export interface MoneyInput {
  amountCents: number
  paidAt: string
  method: PaymentMethod
  reference: string | null
}

interface MoneyFormProps<R> {
  dueCents: number
  texts: { paidAt: string; submit: string }
  /** Fixed payment method, if it cannot be chosen. */
  method?: PaymentMethod | undefined
  send: (money: MoneyInput, filled: FormValues) => Promise<Outcome<R>>
  onDone: (data: R) => void
  onClose: () => void
  /** Additional fields that depend on the input. The amount is null if it is not valid. */
  children?: (typed: MoneyDraft) => ReactNode
}

export interface MoneyDraft {
  amountCents: number | null
  paidAt: string
  method: PaymentMethod
  setAmount: (cents: number) => void
}

const formatAmountInput = (cents: number) => (cents > 0 ? formatCentsInput(cents) : '')

/** Form for a payment or refund: amount, date and method. */
export function MoneyForm<R>({ dueCents, texts, method, send, onDone, onClose, children }: MoneyFormProps<R>) {
  const [amount, setAmount] = useState(formatAmountInput(dueCents))
  const [paidAt, setPaidAt] = useState<string>(today())
  const [chosen, choose] = useState<PaymentMethod>('bank_transfer')
  const by = method ?? chosen
  const amountCents = parseCents(amount)
  const { client_credit, credit_note, ...methods } = messages.payment.methods
  const submit = async (filled: FormValues): Promise<Outcome<R>> => {
    if (amountCents === null || amountCents <= 0) {
      const message = decimalError(amount, 2, messages.unreadable) ?? messages.negativeAmount
      return { problem: { code: 'unreadable', message, fields: { amount: message } } }
    }
    const money = { amountCents, paidAt, method: by, reference: filled.reference?.trim() || null }
    const { data, problem } = await send(money, filled)
    if (!problem) return { data }
    const { amountCents: wrongAmount, ...fields } = problem.fields
    return { problem: wrongAmount ? { ...problem, fields: { ...fields, amount: wrongAmount } } : problem }
  }
  return (
    <Form send={submit} onDone={onDone}>
      {({ errors, isBusy }) => (
        <>
          <TextField
            label={messages.payment.amount}
            name="amount"
            inputMode="decimal"
            required
            autoFocus
            value={amount}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            error={errors.amount}
          />
          {children?.({ amountCents, paidAt, method: by, setAmount: (cents) => setAmount(formatAmountInput(cents)) })}
          <TextField
            label={texts.paidAt}
            name="paidAt"
            type="date"
            required
            value={paidAt}
            onChange={({ currentTarget }) => setPaidAt(currentTarget.value)}
            error={errors.paidAt}
          />
          {!method && (
            <SelectField
              label={messages.payment.method}
              name="method"
              options={methods}
              value={chosen}
              onChange={({ currentTarget }) => choose(currentTarget.value as PaymentMethod)}
              error={errors.method}
            />
          )}
          <TextField label={messages.payment.reference} name="reference" maxLength={200} error={errors.reference} />
          <div className="actions">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {texts.submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
