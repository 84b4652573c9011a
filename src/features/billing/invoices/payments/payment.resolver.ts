import sql from 'sql-template-tag'
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { Text } from '#core/schema/checks'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { RowOrEntity } from '#core/schema/row'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { Invoice } from '../invoice.entity.ts'
import { PaymentInput } from '../invoice.inputs.ts'
import { invoices } from '../invoice.policy.ts'
import { InvoiceWarning, localizeWarnings } from '../line-items/warnings.ts'
import { Payment } from './payment.entity.ts'
import { recordPayment } from './record-payment.ts'
import { reversePayment } from './reverse-payment.ts'

@ObjectType({ simpleResolvers: true })
class PaymentList extends createListType('payments', Payment) {}

@ArgsType()
class ReversalArgs {
  @Field(() => String, { nullable: true, description: 'Reason for the reversal.' })
  @Text(500)
  reason?: string

  @Field(() => CalendarDate, {
    nullable: true,
    description:
      'Day on which the money went back, for example of a returned direct debit: the payment and its tax stay in their period and are deducted on this day. Omit it for a payment recorded by mistake, which then counts in no period.',
  })
  returnedAt?: string
}

@Resolver(() => Payment)
export class PaymentResolver {
  @Rest('GET /invoices/{id}/payments')
  @May(invoices.read)
  @Query(() => PaymentList, { description: 'The payments of an invoice, including reversed ones.' })
  async payments(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<PaymentList> {
    await context.read(Invoice, id)
    const { rows, total } = await context.page<Payment>(
      selectAllColumns(context, Payment, 'p'),
      sql`from payments p where p.organization_id = ${context.organizationId} and p.invoice_id = ${id}${filterList(args, 'p', ['p.reference', 'p.reversal_reason'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'p'),
      limitOffset(args),
    )
    return { payments: rows, total }
  }

  @Rest('POST /invoices/{id}/payments', 201)
  @May(invoices.write)
  @Mutation(() => Payment, { description: 'Records a payment received on an invoice, or paid back on a credit note.' })
  async recordPayment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => PaymentInput) input: PaymentInput,
  ): Promise<Payment> {
    return recordPayment(context, id, input)
  }

  @Rest('DELETE /payments/{id}')
  @May(invoices.write)
  @Mutation(() => Boolean, {
    description: 'Reverses a payment; it is kept with the member, time and reason of the reversal.',
  })
  async reversePayment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ReversalArgs) { reason, returnedAt }: ReversalArgs,
  ): Promise<boolean> {
    await reversePayment(context, id, { reason: reason ?? null, returnedAt: returnedAt ?? null })
    return true
  }

  @FieldResolver(() => [InvoiceWarning], { description: 'Warnings about unusual content; usually empty.' })
  warnings(@Root() { warnings }: RowOrEntity<Payment>, @Ctx() context: Context): InvoiceWarning[] {
    return localizeWarnings(warnings, context)
  }
}
