import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import { DetailList } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Quote } from './quote.entity.ts'
import { quotes } from './quote.policy.ts'

/** A client's quotes; null without permission to read them. */
@Resolver(() => Client)
export class ClientQuotesResolver {
  @DetailList('id', 'number', 'status', 'totalCents')
  @FieldResolver(() => [Quote], { nullable: true, description: 'Quotes to the client, newest first.' })
  quotes(
    @Root() { id }: RowOrEntity<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Quote>[]> | null {
    return context.may(quotes.read) ? loadNestedRows(context, Quote, 'client_id', id, page, { info }) : null
  }
}
