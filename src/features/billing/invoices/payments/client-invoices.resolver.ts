import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import { DetailList, DetailOnly } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Cents } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { Invoice } from '../invoice.entity.ts'
import { invoices } from '../invoice.policy.ts'
import { clientCreditEntriesSql } from './client-credit.ts'

/** Null for callers who may not read invoices. */
@Resolver(() => Client)
export class ClientInvoicesResolver {
  @DetailList('id', 'number', 'status', 'totalCents')
  @FieldResolver(() => [Invoice], {
    nullable: true,
    description: 'Invoices and credit notes of the client, newest first.',
  })
  invoices(
    @Root() { id }: RowOrEntity<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Invoice>[]> | null {
    return context.may(invoices.read) ? loadNestedRows(context, Invoice, 'client_id', id, page, { info }) : null
  }

  @DetailOnly()
  @FieldResolver(() => Cents, { nullable: true, description: 'Amount the client owes, in cents.' })
  async openCents(@Root() client: RowOrEntity<Client>, @Ctx() context: Context): Promise<number | null> {
    return (await loadBalance(client, context))?.openCents ?? null
  }

  @DetailOnly()
  @FieldResolver(() => Cents, { nullable: true, description: 'Net amount invoiced in cents, less credit notes.' })
  async revenueCents(@Root() client: RowOrEntity<Client>, @Ctx() context: Context): Promise<number | null> {
    return (await loadBalance(client, context))?.revenueCents ?? null
  }

  @DetailOnly()
  @FieldResolver(() => Cents, {
    nullable: true,
    description: 'Overpaid amount in cents that is neither used on an invoice nor paid back.',
  })
  async creditCents(@Root() client: RowOrEntity<Client>, @Ctx() context: Context): Promise<number | null> {
    return (await loadBalance(client, context))?.creditCents ?? null
  }
}

const zeroBalance = { openCents: 0, revenueCents: 0, creditCents: 0 }

async function loadBalance({ id }: RowOrEntity<Client>, context: Context) {
  if (!context.may(invoices.read)) return null
  return context.batch(
    'client.sums',
    id,
    (ids) => readClientBalances(context, ids),
    (rows, clientId) => rows.find((row) => row.clientId === clientId) ?? zeroBalance,
  )
}

/** Open amount, net revenue and credit of each client. */
const readClientBalances = (context: Context, clientIds: readonly string[]) =>
  context.transaction.queryBatched<{ clientId: string; openCents: number; revenueCents: number; creditCents: number }>(
    select`client_id as "clientId", sum(open)::bigint as "openCents", sum(revenue)::bigint as "revenueCents",
          sum(credit)::bigint as "creditCents"
        from (
          select client_id, case when kind <> 'credit_note' then open_cents else 0 end as open, subtotal_cents as revenue, 0 as credit
          from invoices
          where organization_id = ${context.organizationId} and status <> 'draft' and client_id = any(${clientIds}::uuid[])
          union all
          select client_id, 0, 0, cents from (${clientCreditEntriesSql(context, clientIds)}) entries
        ) sums group by client_id`,
  )
