import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { invalid, notFound } from '#core/errors'
import { ListArgs, narrowed, orderBy, slice } from '#core/graphql/list'
import { Cents, UUID } from '#core/graphql/scalars'
import { DetailOnly, Rest } from '#core/rest/rest'
import { Client } from '#features/people/clients/client.entity'
import { readClient } from '#features/people/clients/client.reads'
import { readCredits, takeCredit } from './client-credit.ts'
import { ClientRefund } from './client-refund.entity.ts'
import { ClientRefundInput } from './invoice.inputs.ts'
import { invoices } from './invoice.policy.ts'
import { PaymentMethod } from './payment-method.ts'

@ObjectType({ simpleResolvers: true })
class ClientRefundList {
  @Field(() => [ClientRefund])
  refunds!: ClientRefund[]

  @Field(() => Int)
  total!: number
}

/** A client's credit: what was paid beyond what was open, until it is used on an invoice or given back. */
@Resolver(() => Client)
export class ClientCreditResolver {
  @DetailOnly()
  @FieldResolver(() => Cents, {
    nullable: true,
    description: 'What was paid beyond what was open, and is neither used on an invoice nor given back.',
  })
  async creditCents(@Root() { id }: Client, @Ctx() context: Context): Promise<number | null> {
    if (!context.may(invoices.read)) return null
    return context.batch(
      'client.credit',
      id,
      (ids) => readCredits(context, ids),
      (rows, clientId) => rows.find((row) => row.clientId === clientId)?.creditCents ?? 0,
    )
  }

  @Rest('GET /clients/{id}/refunds')
  @May(invoices.read)
  @Query(() => ClientRefundList, { description: "What was given back of a client's credit." })
  async clientRefunds(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<ClientRefundList> {
    if (!(await readClient(context, id))) throw notFound()
    const { rows, total } = await context.page<ClientRefund>(
      columnsOf(context, ClientRefund, 'r'),
      sql`from client_refunds r where r.organization_id = ${context.organizationId} and r.client_id = ${id}${narrowed(args, 'r', ['r.reference'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'r'),
      slice(args),
    )
    return { refunds: rows, total }
  }

  @Rest('POST /clients/{id}/refunds', 201)
  @May(invoices.write)
  @Mutation(() => ClientRefund, { description: "Records money given back of a client's credit." })
  async refundClient(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => ClientRefundInput) input: ClientRefundInput,
  ): Promise<ClientRefund> {
    if (!(await readClient(context, id))) throw notFound()
    if (input.paidAt > context.clock.today())
      throw invalid('paidAt', { de: 'liegt in der Zukunft', en: 'lies in the future' })
    if (input.method === PaymentMethod.client_credit)
      throw invalid('method', { de: 'gibt es bei einer Erstattung nicht', en: 'is not for a refund' })
    await takeCredit(context, id, input.amountCents, input.paidAt)
    return context.create(ClientRefund, { client: context.ref(Client, id), ...input } as Partial<ClientRefund>)
  }
}
