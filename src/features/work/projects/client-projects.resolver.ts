import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import { DetailList } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Project } from './project.entity.ts'
import { projects } from './project.policy.ts'

/** Null for those who may not read projects. */
@Resolver(() => Client)
export class ClientProjectsResolver {
  @DetailList('id', 'name', 'status')
  @FieldResolver(() => [Project], { nullable: true, description: 'Projects of the client, newest first.' })
  projects(
    @Root() { id }: RowOrEntity<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Project>[]> | null {
    return context.may(projects.read) ? loadNestedRows(context, Project, 'client_id', id, page, { info }) : null
  }
}
