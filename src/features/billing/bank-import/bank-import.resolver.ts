import { Arg, Ctx, Field, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { ListCost, ListCostPerItem } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { Payment } from '#features/billing/invoices/payments/payment.entity'
import { SignedAddress } from '#features/content/files/signed-address'
import { BankImport, PaymentProposal, StatementWarning } from './bank-import.entity.ts'
import { statementUploadPath } from './bank-import.http.ts'
import { ConfirmPaymentsInput } from './bank-import.inputs.ts'
import { confirmPayments } from './confirm-payments.ts'
import { loadProposals } from './proposals.ts'

@ObjectType({ simpleResolvers: true, description: 'A payment that was not booked.' })
class SkippedPayment {
  @Field(() => UUID, { description: 'The transaction.' })
  transactionId!: string

  @Field(() => UUID, { description: 'The invoice or credit note.' })
  invoiceId!: string

  @Field(() => String, { description: 'Why it was not booked, in words.' })
  reason!: string
}

@ObjectType({ simpleResolvers: true, description: 'What was booked, and what was not.' })
class ConfirmedPayments {
  @ListCost(20)
  @Field(() => [Payment], { description: 'The payments that were booked.' })
  payments!: Payment[]

  @ListCost(20)
  @Field(() => [SkippedPayment], { description: 'What was not booked, each with its reason.' })
  skipped!: SkippedPayment[]
}

const toWarnings = (
  { statements }: Pick<RowOrEntity<BankImport>, 'statements'>,
  { language }: Context,
): StatementWarning[] =>
  statements.flatMap(({ imbalance }, index) =>
    imbalance ? [{ field: `statements.${index}`, message: `${imbalance.text[language]}.` }] : [],
  )

@Resolver(() => BankImport)
export class BankImportResolver {
  @Rest('GET /payments/import/{id}')
  @May(invoices.read)
  @Query(() => BankImport, { description: 'Imported bank statements, with what was booked from them since.' })
  paymentImport(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<BankImport>> {
    return context.read(BankImport, id)
  }

  @May(invoices.write)
  @Query(() => SignedAddress, {
    description: 'Signed address, valid for five minutes, that a browser posts the form of `POST /payments/import` to.',
  })
  async paymentImportUrl(@Ctx() context: Context): Promise<SignedAddress> {
    const expiresAt = getTicketExpiry(context.clock)
    return { url: await createTicketUrl(context, statementUploadPath, expiresAt), expiresAt }
  }

  @ListCostPerItem('payments', 40)
  @Rest('POST /payments/import/{id}/confirm')
  @May(invoices.write)
  @Mutation(() => ConfirmedPayments, {
    description:
      'Books payments from transactions of an import. What stands against one is told, and the others are booked.',
  })
  confirmPayments(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => ConfirmPaymentsInput) { payments }: ConfirmPaymentsInput,
  ): Promise<ConfirmedPayments> {
    return confirmPayments(context, id, payments)
  }

  @ListCost(200)
  @FieldResolver(() => [PaymentProposal], { description: 'The transactions, in the order of the file.' })
  async proposals(@Root() imported: RowOrEntity<BankImport>, @Ctx() context: Context): Promise<PaymentProposal[]> {
    const warnings = toWarnings(imported, context)
    return (await loadProposals(context, imported.id)).map((proposal) => ({ ...proposal, warnings }))
  }

  @ListCost(3)
  @FieldResolver(() => [StatementWarning], {
    description: 'Why statements that were imported with `accept_unbalanced` are doubtful; usually empty.',
  })
  warnings(@Root() imported: RowOrEntity<BankImport>, @Ctx() context: Context): StatementWarning[] {
    return toWarnings(imported, context)
  }
}
