import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { NestedListArgs } from '#core/schema/list'
import { Linked } from '#core/schema/rest'
import type { Row, Shown } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Project } from './project.entity.ts'
import { projects } from './project.policy.ts'
import { readNewestProjects } from './project.reads.ts'

/** What a client's get-one shows of work; null to those who may not read projects. */
@Resolver(() => Client)
export class ClientProjectsResolver {
  @Linked('id', 'name', 'status')
  @FieldResolver(() => [Project], { nullable: true, description: 'Projects of the client, newest first.' })
  projects(
    @Root() { id }: Shown<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<Project>[]> | null {
    if (!context.may(projects.read)) return null
    return context.batch(
      `client.projects ${page.page} ${page.perPage}`,
      id,
      (ids) => readNewestProjects(context, ids, page),
      (rows, clientId) => rows.filter((row) => row.clientId === clientId),
    )
  }
}
