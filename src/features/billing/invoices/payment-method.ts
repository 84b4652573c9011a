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

/** Whether a method moves money. The others use an existing credit. */
export const movesMoney = (method: string) => !moneylessMethods.includes(method)

export const moneylessMethods: readonly string[] = [PaymentMethod.client_credit, PaymentMethod.credit_note]

export const refundMethods = Object.values(PaymentMethod).filter(movesMoney)
