import { registerEnumType } from 'type-graphql'

export enum PaymentMethod {
  bank_transfer = 'bank_transfer',
  cash = 'cash',
  card = 'card',
  direct_debit = 'direct_debit',
  paypal = 'paypal',
  other = 'other',
  client_credit = 'client_credit',
}
registerEnumType(PaymentMethod, {
  name: 'PaymentMethod',
  description: "Payment method; `client_credit` uses the client's credit on an invoice.",
})

/** How money is given back: not by the client's credit, which is where it comes from. */
export const refundMethods = Object.values(PaymentMethod).filter((method) => method !== PaymentMethod.client_credit)
