import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { nestedRows } from '#core/operation/nested'
import { NestedListArgs } from '#core/schema/list'
import type { Row, Shown } from '#core/schema/row'
import { Quote } from '../quotes/quote.entity.ts'
import { Contract } from './contract.entity.ts'

/** What follows a quote. */
@Resolver(() => Quote)
export class QuoteContractsResolver {
  @FieldResolver(() => [Contract], { description: 'Contracts that follow the quote, newest first.' })
  contracts(
    @Root() { id }: Shown<Quote>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<Contract>[]> {
    return nestedRows(context, Contract, 'quote_id', id, page)
  }
}
