import { select } from '#core/database/select'
import { conflict, invalidField, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { makeRoomForSibling, type Siblings, shiftSiblings, shiftSiblingsForMove } from '#core/operation/siblings'
import { Column } from './column.entity.ts'
import { Project } from './project.entity.ts'
import type { CreateColumnInput, UpdateColumnInput } from './project.inputs.ts'
import { readColumns } from './project.reads.ts'

const siblings: Siblings = { table: 'project_columns', parent: 'project_id', order: 'sort_order' }

// Columns have no events of their own; they change `columns` of their project.

/** Adds a column. As with all changes of columns, the project's row is locked. */
export async function addColumn(context: Context, projectId: string, input: CreateColumnInput): Promise<Column> {
  const project = await lockProject(context, projectId)
  const sortOrder = await makeRoomForSibling(context, siblings, projectId, input.sortOrder)
  const column = context.create(Column, { projectId, name: input.name, sortOrder })
  tell(context, project)
  return column
}

export async function updateColumn(context: Context, id: string, input: UpdateColumnInput): Promise<Column> {
  const { column, project } = await loadColumn(context, id)
  const { name, sortOrder: from } = column
  const to = input.sortOrder ?? from
  const sortOrder = to === from ? from : await shiftSiblingsForMove(context, siblings, project.id, { id, from, to })
  context.assign(column, { ...input, sortOrder } as Partial<Column>)
  if (column.name !== name || sortOrder !== from) tell(context, project)
  return column
}

/** The column that takes over, and whether the user chose it. */
export interface ColumnReplacement {
  to: string
  isChosen: boolean
}

/** Deletes a column. Its tasks move to `moveTo`, or, if all are done, to the first remaining column. */
export async function deleteColumn(context: Context, id: string, moveTo: string | undefined) {
  const { column, project } = await loadColumn(context, id)
  const others = (await readColumns(context, [project.id])).filter((other) => other.id !== id)
  const target = moveTo ? others.find((other) => other.id === moveTo) : others[0]
  if (moveTo && !target)
    throw invalidField('moveTo', {
      de: 'muss eine andere Spalte desselben Projekts sein',
      en: 'must be another column of the same project',
    })
  if (!target)
    throw conflict('conflict', {
      de: 'Die letzte Spalte eines Projekts bleibt.',
      en: 'The last column of a project stays.',
    })
  const leaving: ColumnReplacement = { to: target.id, isChosen: Boolean(moveTo) }
  await context.runDeleteHandlers(column, leaving)
  await shiftSiblings(context, siblings, project.id, { first: column.sortOrder, by: -1, except: id })
  context.em.remove(column)
  tell(context, project)
}

/** Loads a column after locking its project, which serializes changes of columns. */
async function loadColumn(context: Context, id: string): Promise<{ column: Column; project: Project }> {
  const [row] = await context.query<{ projectId: string }>(
    select`project_id as "projectId" from project_columns where organization_id = ${context.organizationId} and id = ${id}`,
  )
  if (!row) throw notFound()
  const project = await lockProject(context, row.projectId)
  return { project, column: await context.load(Column, id) }
}

/**
 * Locks the project with `for no key update`: placing a task locks a column and then references the project, so a full lock
 * would deadlock.
 */
async function lockProject(context: Context, id: string): Promise<Project> {
  await context.query(
    select`id from projects where organization_id = ${context.organizationId} and id = ${id} for no key update`,
  )
  const project = await context.em.findOne(Project, { id })
  if (!project) throw notFound()
  return project as Project
}

function tell(context: Context, project: Project) {
  context.markFieldChanged(project, 'columns')
  context.record('project.updated', project)
}
