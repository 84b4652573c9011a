import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createRowPicker } from '#core/database/row-picker'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { DetailList, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { readBoard } from './board.reads.ts'
import { BoardTask } from './board.type.ts'
import { addColumn, deleteColumn, updateColumn } from './change-columns.ts'
import { Column } from './column.entity.ts'
import { CreateColumnInput, MoveColumnInput, UpdateColumnInput } from './project.inputs.ts'
import { projects } from './project.policy.ts'
import { readColumns } from './project.reads.ts'

const inColumn = createRowPicker((task: BoardTask) => task.columnId)

@Resolver(() => Column)
export class ColumnResolver {
  @Rest('GET /projects/{id}/columns')
  @May(projects.read)
  @ListCost(5)
  @Query(() => [Column], { description: 'The board of a project: its columns in order, each with its open tasks.' })
  async projectColumns(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Column>[]> {
    const columns = await readColumns(context, [id])
    // A project always has at least one column.
    if (!columns.length) throw notFound()
    return columns
  }

  @DetailList(
    'id',
    'title',
    'position',
    'dueDate',
    'priority',
    'subtaskTotal',
    'subtaskCompleted',
    'commentCount',
    'timeTrackedMinutes',
    'tags',
    'assignees',
  )
  @ListCost(50)
  @FieldResolver(() => [BoardTask], { description: 'Open tasks, in order.' })
  tasks(@Root() { id }: RowOrEntity<Column>, @Ctx() context: Context): Promise<BoardTask[]> {
    return context.batch('column.tasks', id, (ids) => readBoard(context, ids), inColumn)
  }

  @Rest('POST /projects/{id}/columns', 201)
  @May(projects.write)
  @Mutation(() => Column, { description: 'Adds a column to a board; `sort_order` defaults to the end.' })
  createColumn(
    @Ctx() context: Context,
    @Arg('id', () => UUID, { description: 'Project that gets the column.' }) id: string,
    @Arg('input', () => CreateColumnInput) input: CreateColumnInput,
  ): Promise<Column> {
    return addColumn(context, id, input)
  }

  @Rest('PUT /columns/{id}')
  @May(projects.write)
  @Mutation(() => Column, { description: 'Updates a column: only the fields that are sent change.' })
  updateColumn(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateColumnInput) input: UpdateColumnInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Column> {
    return updateColumn(context, id, input)
  }

  @Rest('PATCH /columns/{id}/move')
  @May(projects.write)
  @Mutation(() => Column, { description: 'Moves a column to a position on its board.' })
  moveColumn(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => MoveColumnInput) { position }: MoveColumnInput,
  ): Promise<Column> {
    return updateColumn(context, id, { sortOrder: position })
  }

  @Rest('DELETE /columns/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, {
    description:
      'Deletes a column; 409 if it has open tasks and no column is named to receive them, or if it is the last.',
  })
  async deleteColumn(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('moveTo', () => UUID, {
      nullable: true,
      description: 'Column of the same project that receives the open tasks.',
    })
    moveTo?: string,
  ): Promise<boolean> {
    await deleteColumn(context, id, moveTo)
    return true
  }
}
