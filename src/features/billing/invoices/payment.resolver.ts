import { Arg, Args, ArgsType, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { notFound } from '#core/errors'
import { Text } from '#core/graphql/checks'
import { ListArgs } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { PaymentInput } from './invoice.inputs.ts'
import { invoices } from './invoice.policy.ts'
import { readInvoice, readPayments } from './invoice.reads.ts'
import { Payment } from './payment.entity.ts'
import { recordPayment } from './record-payment.ts'
import { reversePayment } from './reverse-payment.ts'

@ObjectType({ simpleResolvers: true })
class PaymentList {
  @Field(() => [Payment])
  payments!: Payment[]

  @Field(() => Int)
  total!: number
}

@ArgsType()
class ReversalArgs {
  @Field(() => String, { nullable: true, description: 'Why it is reversed.' })
  @Text(500)
  reason?: string
}

@Resolver(() => Payment)
export class PaymentResolver {
  @Rest('GET /invoices/{id}/payments')
  @May(invoices.read)
  @Query(() => PaymentList, { description: 'The payments of an invoice; reversed ones with them.' })
  async payments(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<PaymentList> {
    if (!(await readInvoice(context, id))) throw notFound()
    const { rows, total } = await readPayments(context, id, args)
    return { payments: rows, total }
  }

  @Rest('POST /invoices/{id}/payments', 201)
  @May(invoices.write)
  @Mutation(() => Payment, { description: 'Records money received on an invoice, or given back on a credit note.' })
  async recordPayment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => PaymentInput) input: PaymentInput,
  ): Promise<Payment> {
    return recordPayment(context, id, input)
  }

  @Rest('DELETE /payments/{id}')
  @May(invoices.write)
  @Mutation(() => Boolean, { description: 'Reverses a payment; the row stays, with who, when and why.' })
  async reversePayment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ReversalArgs) { reason }: ReversalArgs,
  ): Promise<boolean> {
    await reversePayment(context, id, reason ?? null)
    return true
  }
}
