import { registerEnumType } from 'type-graphql'

export enum PaymentMethod {
  bank_transfer = 'bank_transfer',
  cash = 'cash',
  card = 'card',
  direct_debit = 'direct_debit',
  paypal = 'paypal',
  other = 'other',
  client_credit = 'client_credit',
  credit_note = 'credit_note',
}
registerEnumType(PaymentMethod, {
  name: 'PaymentMethod',
  description:
    "Payment method; `client_credit` uses the client's credit on an invoice, `credit_note` sets off the refund that is due of one of the client's credit notes.",
})

/** Whether money moved: what was there already is used otherwise. */
export const movesMoney = (method: string) => !unmoved.includes(method)

/** The methods by which no money moves. */
export const unmoved: readonly string[] = [PaymentMethod.client_credit, PaymentMethod.credit_note]

/** How money is given back. */
export const refundMethods = Object.values(PaymentMethod).filter(movesMoney)
