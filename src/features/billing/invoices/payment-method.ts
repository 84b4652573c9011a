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
  description: "How it was paid; `client_credit` uses the client's credit on an invoice.",
})
