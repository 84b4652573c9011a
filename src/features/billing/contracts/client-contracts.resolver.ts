import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import { DetailList } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Contract } from './contract.entity.ts'
import { contracts } from './contract.policy.ts'

/** A client's contracts; null without permission to read them. */
@Resolver(() => Client)
export class ClientContractsResolver {
  @DetailList('id', 'number', 'title', 'status')
  @FieldResolver(() => [Contract], { nullable: true, description: 'Contracts with the client, newest first.' })
  contracts(
    @Root() { id }: RowOrEntity<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Contract>[]> | null {
    return context.may(contracts.read) ? loadNestedRows(context, Contract, 'client_id', id, page, { info }) : null
  }
}
