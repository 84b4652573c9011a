import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { notFound } from '#core/errors'
import { narrowed, orderBy, type Page, type PageArgs, slice, where } from '#core/graphql/list'
import { Column } from './column.entity.ts'
import { Project, ProjectStatus } from './project.entity.ts'
import type { ProjectListArgs } from './project.inputs.ts'

/** One project by its id; 404 where there is none. */
export async function readProject(context: Context, id: string): Promise<Project> {
  const [project] = await context.query<Project>(
    sql`select ${columnsOf(context, Project, 'p')} from projects p
        where p.organization_id = ${context.organizationId} and p.id = ${id}`,
  )
  if (!project) throw notFound()
  return project
}

/** A page of projects. */
export function readProjects(context: Context, args: ProjectListArgs): Promise<Page<Project>> {
  const { archived, clientId, status } = args
  const matching = sql`from projects p
    left join clients c on c.organization_id = p.organization_id and c.id = p.client_id
    where p.organization_id = ${context.organizationId}${where(
      archived,
      sql`(p.status = ${ProjectStatus.archived}) = ${archived}::boolean`,
    )}${where(clientId, sql`p.client_id = ${clientId}`)}${where(status, sql`p.status = ${status}`)}${narrowed(
      args,
      'p',
      ['p.name', 'p.description', 'c.name'],
    )}`
  const order = orderBy(args.sort, { created_at: 'created_at', name: 'name' }, 'p')
  return context.page<Project>(columnsOf(context, Project, 'p'), matching, order, slice(args))
}

/** The columns of each project, in their order. */
export const readColumns = (context: Context, projectIds: readonly string[]): Promise<Column[]> =>
  context.query<Column>(
    sql`select ${columnsOf(context, Column, 'k')} from project_columns k
        where k.organization_id = ${context.organizationId} and k.project_id = any(${projectIds}::uuid[])
        order by k.project_id, k.sort_order, k.created_at, k.id`,
  )

/** What there is to do in each project, and what is done. */
export const readTotals = (context: Context, projectIds: readonly string[], today: string) =>
  context.query<{ projectId: string; open: number; overdue: number; done: number }>(
    // Counts the entries of an index each: one statement over all of them would read every row.
    sql`select p.id as "projectId", (
          select count(*) from tasks t where t.organization_id = ${context.organizationId} and t.project_id = p.id and t.status = 'open'
        ) as open, (
          select count(*) from tasks t where t.organization_id = ${context.organizationId} and t.project_id = p.id
            and t.status = 'open' and t.due_date < ${today}::date
        ) as overdue, (
          select count(*) from tasks t where t.organization_id = ${context.organizationId} and t.project_id = p.id and t.status = 'done'
        ) as done
        from projects p where p.organization_id = ${context.organizationId} and p.id = any(${projectIds}::uuid[])`,
  )

/** A page of the projects of each client, the newest first. */
export const readNewestProjects = (context: Context, clientIds: readonly string[], page: PageArgs) =>
  context.query<Project>(
    sql`select ${columnsOf(context, Project, 'p')} from unnest(${clientIds}::uuid[]) as wanted(id)
        cross join lateral (
          select * from projects where organization_id = ${context.organizationId} and client_id = wanted.id
          order by created_at desc, id desc ${slice(page)}
        ) p order by p.created_at desc, p.id desc`,
  )
