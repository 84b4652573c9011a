import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { nestedRows } from '#core/operation/nested'
import { NestedListArgs } from '#core/schema/list'
import { Linked } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Contract } from './contract.entity.ts'
import { contracts } from './contract.policy.ts'

/** What a client's get-one shows of contracts; null to those who may not read them. */
@Resolver(() => Client)
export class ClientContractsResolver {
  @Linked('id', 'number', 'title', 'status')
  @FieldResolver(() => [Contract], { nullable: true, description: 'Contracts with the client, newest first.' })
  contracts(
    @Root() { id }: RowOrEntity<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Contract>[]> | null {
    return context.may(contracts.read) ? nestedRows(context, Contract, 'client_id', id, page, { info }) : null
  }
}
