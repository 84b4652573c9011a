import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Attachment } from './attachment.entity.ts'
import { Task } from './task.entity.ts'

@Resolver(() => Task)
export class TaskAttachmentsResolver {
  @FieldResolver(() => [Attachment], { description: 'Attached files, newest first.' })
  attachments(
    @Root() { id }: RowOrEntity<Task>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<Attachment>[]> {
    return loadNestedRows(context, Attachment, 'task_id', id, page)
  }
}
