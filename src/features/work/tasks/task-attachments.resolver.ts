import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/context'
import { nestedRows } from '#core/database/nested'
import { NestedListArgs } from '#core/graphql/list'
import { Attachment } from './attachment.entity.ts'
import { Task } from './task.entity.ts'

/** The files on a task. */
@Resolver(() => Task)
export class TaskAttachmentsResolver {
  @FieldResolver(() => [Attachment], { description: 'The files on it, the newest first.' })
  attachments(
    @Root() { id }: Task,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Attachment[]> {
    return nestedRows(context, Attachment, 'task_id', id, page)
  }
}
