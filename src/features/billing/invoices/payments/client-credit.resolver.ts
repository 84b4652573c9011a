import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { invalidField } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { ClientRefundInput } from '../invoice.inputs.ts'
import { invoices } from '../invoice.policy.ts'
import { reserveClientCredit } from './client-credit.ts'
import { ClientRefund } from './client-refund.entity.ts'

@ObjectType({ simpleResolvers: true })
class ClientRefundList extends createListType('refunds', ClientRefund) {}

/** Client credit is money paid beyond what was open, until it is used on an invoice or paid back. */
@Resolver(() => Client)
export class ClientCreditResolver {
  @Rest('GET /clients/{id}/refunds')
  @May(invoices.read)
  @Query(() => ClientRefundList, { description: "Refunds of a client's credit, newest first." })
  async clientRefunds(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<ClientRefundList> {
    await context.read(Client, id)
    const { rows, total } = await context.page<ClientRefund>(
      selectAllColumns(context, ClientRefund, 'r'),
      sql`from client_refunds r where r.organization_id = ${context.organizationId} and r.client_id = ${id}${filterList(args, 'r', ['r.reference'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'r'),
      limitOffset(args),
    )
    return { refunds: rows, total }
  }

  @Rest('POST /clients/{id}/refunds', 201)
  @May(invoices.write)
  @Mutation(() => ClientRefund, { description: "Records a payment of a client's credit back to the client." })
  async refundClient(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => ClientRefundInput) input: ClientRefundInput,
  ): Promise<ClientRefund> {
    await context.read(Client, id)
    if (input.paidAt > context.clock.today())
      throw invalidField('paidAt', { de: 'liegt in der Zukunft', en: 'lies in the future' })
    await reserveClientCredit(context, id, input.amountCents, input.paidAt)
    return context.create(ClientRefund, { client: context.ref(Client, id), ...input } as Partial<ClientRefund>)
  }
}
