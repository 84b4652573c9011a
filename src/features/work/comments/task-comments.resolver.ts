import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/context'
import { nestedRows } from '#core/database/nested'
import { NestedListArgs } from '#core/graphql/list'
import { Task } from '#features/work/tasks/task.entity'
import { Comment } from './comment.entity.ts'

/** What is said about a task. */
@Resolver(() => Task)
export class TaskCommentsResolver {
  @FieldResolver(() => [Comment], { description: 'What is said about it, oldest first.' })
  comments(
    @Root() { id }: Task,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Comment[]> {
    return nestedRows(context, Comment, 'task_id', id, page, 'asc')
  }
}
