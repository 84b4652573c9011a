import sql, { raw } from 'sql-template-tag'
import type { TenantEntity } from '#core/database/entity'
import { unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import { Tag } from '#features/work/tags/tag.entity'

/** A many-to-many relation of tasks. */
export interface TaskLink {
  table: string
  column: string
  type: new () => TenantEntity
  field: string
}

export const assignees: TaskLink = { table: 'task_assignees', column: 'member_id', type: Member, field: 'assigneeIds' }
export const tags: TaskLink = { table: 'task_tags', column: 'tag_id', type: Tag, field: 'tagIds' }

/** 422 with the index of the first unknown id. */
export async function assertLinkTargets(
  context: Context,
  { type, field }: TaskLink,
  ids: readonly string[] | undefined,
) {
  const found = await Promise.all((ids ?? []).map((id) => context.loadOne(type, id)))
  const missing = found.indexOf(undefined)
  if (missing >= 0) throw unknownReference(`${field}.${missing}`)
}

/** Replaces the links of a task; returns how many were added and removed. */
export async function replaceLinks(
  context: Context,
  { table, column }: TaskLink,
  taskId: string,
  ids: readonly string[],
) {
  const { organizationId } = context
  const [row] = await context.writeReturning<{ added: number; removed: number }>(
    sql`with removed as (
          delete from ${raw(table)} where organization_id = ${organizationId} and task_id = ${taskId}
            and ${raw(column)} <> all(${ids}::uuid[]) returning 1
        ), added as (
          insert into ${raw(table)} (organization_id, task_id, ${raw(column)})
          select ${organizationId}, ${taskId}, id from unnest(${ids}::uuid[]) as wanted(id)
          on conflict do nothing returning 1
        ) select (select count(*) from added) as added, (select count(*) from removed) as removed`,
  )
  return row ?? { added: 0, removed: 0 }
}
