import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Task } from '#features/work/tasks/task.entity'
import { Comment } from './comment.entity.ts'

@Resolver(() => Task)
export class TaskCommentsResolver {
  @FieldResolver(() => [Comment], { description: 'Comments, oldest first.' })
  comments(
    @Root() { id }: RowOrEntity<Task>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<Comment>[]> {
    return loadNestedRows(context, Comment, 'task_id', id, page, { direction: 'asc' })
  }
}
