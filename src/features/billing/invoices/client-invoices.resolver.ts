import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/context'
import { NestedListArgs } from '#core/graphql/list'
import { Cents } from '#core/graphql/scalars'
import { DetailOnly, Linked } from '#core/rest/rest'
import { Client } from '#features/people/clients/client.entity'
import { Invoice } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'
import { readClientSums, readNewestInvoices } from './invoice.reads.ts'

/** What a client's get-one shows of money; null to those who may not read invoices. */
@Resolver(() => Client)
export class ClientInvoicesResolver {
  @Linked('id', 'number', 'status', 'totalCents')
  @FieldResolver(() => [Invoice], { nullable: true, description: 'The newest first.' })
  invoices(
    @Root() { id }: Client,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Invoice[]> | null {
    if (!context.may(invoices.read)) return null
    return context.batch(
      `client.invoices ${page.page} ${page.perPage}`,
      id,
      (ids) => readNewestInvoices(context, ids, page),
      (rows, clientId) => rows.filter((row) => row.clientId === clientId),
    )
  }

  @DetailOnly()
  @FieldResolver(() => Cents, { nullable: true, description: 'What the client owes.' })
  async openCents(@Root() client: Client, @Ctx() context: Context): Promise<number | null> {
    return (await sums(client, context))?.openCents ?? null
  }

  @DetailOnly()
  @FieldResolver(() => Cents, { nullable: true, description: 'What was invoiced, net of tax and credits.' })
  async revenueCents(@Root() client: Client, @Ctx() context: Context): Promise<number | null> {
    return (await sums(client, context))?.revenueCents ?? null
  }
}

async function sums({ id }: Client, context: Context) {
  if (!context.may(invoices.read)) return null
  return context.batch(
    'client.sums',
    id,
    (ids) => readClientSums(context, ids),
    (rows, clientId) => rows.find((row) => row.clientId === clientId) ?? { clientId, openCents: 0, revenueCents: 0 },
  )
}
