import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Client } from '../clients/client.entity.ts'
import type { Context } from '../core/context.ts'
import { Linked } from '../core/rest/rest.ts'
import { Project } from './project.entity.ts'
import { projects } from './project.policy.ts'
import { readNewestProjects } from './project.reads.ts'

const newest = 20

/** What a client's get-one shows of work; null to those who may not read projects. */
@Resolver(() => Client)
export class ClientProjectsResolver {
  @Linked('id', 'name', 'status')
  @FieldResolver(() => [Project], { nullable: true, description: 'The newest 20.' })
  projects(@Root() { id }: Client, @Ctx() context: Context): Promise<Project[]> | null {
    if (!context.may(projects.read)) return null
    return context.batch(
      'client.projects',
      id,
      (ids) => readNewestProjects(context, ids, newest),
      (rows, clientId) => rows.filter((row) => row.clientId === clientId),
    )
  }
}
