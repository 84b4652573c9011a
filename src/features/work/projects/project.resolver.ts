import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { externalIdTaken } from '#core/database/external-id'
import { conflict, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { createListType } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { Column } from './column.entity.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { Project, ProjectStatus } from './project.entity.ts'
import { CreateProjectInput, ProjectListArgs, UpdateProjectInput } from './project.inputs.ts'
import { projects } from './project.policy.ts'
import { readColumns, readProjects } from './project.reads.ts'

@ObjectType({ simpleResolvers: true })
class ProjectList extends createListType('projects', Project) {}

@Resolver(() => Project)
export class ProjectResolver {
  @Rest('GET /projects')
  @May(projects.read)
  @Query(() => ProjectList, { description: 'The projects of the organization.' })
  async projects(
    @Ctx() context: Context,
    @Args(() => ProjectListArgs) args: ProjectListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ProjectList> {
    const { rows, total } = await readProjects(context, args, info)
    return { projects: rows, total }
  }

  @Rest('GET /projects/{id}')
  @May(projects.read)
  @Query(() => Project, { description: 'A project with its columns and totals.' })
  project(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Project>> {
    return context.read(Project, id)
  }

  @Rest('POST /projects', 201)
  @May(projects.write)
  @Mutation(() => Project, { description: 'Creates a project with its first columns.' })
  createProject(
    @Ctx() context: Context,
    @Arg('input', () => CreateProjectInput) input: CreateProjectInput,
  ): Promise<Project> {
    return createProject(context, input)
  }

  @Rest('PUT /projects/{id}')
  @May(projects.write)
  @Mutation(() => Project, { description: 'Updates a project: only the fields that are sent change.' })
  async updateProject(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateProjectInput) input: UpdateProjectInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Project> {
    const project = await context.load(Project, id)
    if (input.clientId) await context.readReferenced(Client, input.clientId, 'clientId')
    return changeProject(context, project, input)
  }

  @Rest('PATCH /projects/{id}/status')
  @May(projects.write)
  @Mutation(() => Project, { description: 'Sets the status: active, on hold or archived.' })
  async setProjectStatus(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('status', () => ProjectStatus) status: ProjectStatus,
  ): Promise<Project> {
    return changeProject(context, await context.load(Project, id), { status })
  }

  @Rest('DELETE /projects/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Deletes a project and its content; 409 if any of its time is invoiced.' })
  async deleteProject(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await deleteProject(context, await context.load(Project, id))
    return true
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client, { nullable: true })
  async client(@Root() { clientId }: RowOrEntity<Project>, @Ctx() context: Context): Promise<Row<Client> | null> {
    return clientId ? ((await context.loadOne(Client, clientId)) ?? null) : null
  }

  @Embed('id', 'name', 'sortOrder')
  @ListCost(5)
  @FieldResolver(() => [Column], { description: 'Columns of the board, in order.' })
  columns(@Root() { id }: RowOrEntity<Project>, @Ctx() context: Context): Promise<Row<Column>[]> {
    return context.batch(
      'project.columns',
      id,
      (ids) => readColumns(context, ids),
      (rows, projectId) => rows.filter((row) => row.projectId === projectId),
    )
  }
}

function changeProject(context: Context, project: Project, input: UpdateProjectInput): Project {
  const before = project.status
  context.assign(project, input as Partial<Project>)
  context.record('project.updated', project)
  if (project.status === ProjectStatus.archived && before !== project.status)
    context.record('project.archived', project)
  return project
}

/** Errors for violated constraints of projects. */
export const projectConstraints = {
  project_columns_project_id_fkey: { missing: notFound },
  projects_external_id_key: externalIdTaken,
  invoices_project_id_fkey: () =>
    conflict('conflict', {
      de: 'Zu diesem Projekt gibt es versendete Rechnungen; es kann archiviert, aber nicht gelöscht werden.',
      en: 'There are invoices of this project; it can be archived, but not deleted.',
    }),
}
