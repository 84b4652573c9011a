import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { conflict, notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Task } from '#features/work/tasks/task.entity'
import { Comment } from './comment.entity.ts'
import { CreateCommentInput, UpdateCommentInput } from './comment.inputs.ts'
import { comments } from './comment.policy.ts'
import { createComment, loadEditableComment, updateComment } from './write-comment.ts'

@ObjectType({ simpleResolvers: true })
class CommentList extends createListType('comments', Comment) {}

@ObjectType({ simpleResolvers: true, description: 'Author of a comment.' })
class CommentAuthor {
  @Field(() => UUID, {
    nullable: true,
    description: 'Id of the member; null for the assistant, and where they have left.',
  })
  id!: string | null

  @Field(() => String, { description: 'Name of the author, kept when they leave.' })
  name!: string
}

@Resolver(() => Comment)
export class CommentResolver {
  @Rest('GET /tasks/{taskId}/comments')
  @May(comments.read)
  @Query(() => CommentList, { description: 'The comments on a task, oldest first.' })
  async comments(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<CommentList> {
    const [{ rows, total }] = await Promise.all([
      context.page<Comment>(
        selectAllColumns(context, Comment, 'c'),
        sql`from comments c where c.organization_id = ${context.organizationId} and c.task_id = ${taskId}${filterList(args, 'c', ['c.content'])}`,
        orderBy(args.sort ?? 'created_at', { created_at: 'created_at' }, 'c'),
        limitOffset(args),
      ),
      context.read(Task, taskId),
    ])
    return { comments: rows, total }
  }

  @Rest('POST /tasks/{taskId}/comments', 201)
  @May(comments.write)
  @Mutation(() => Comment, { description: 'Adds a comment to a task; mentioned members are notified by mail.' })
  async createComment(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Arg('input', () => CreateCommentInput) { content }: CreateCommentInput,
  ): Promise<Comment> {
    return createComment(context, await context.read(Task, taskId), content)
  }

  @Rest('PUT /comments/{id}')
  @May(comments.write)
  @Mutation(() => Comment, { description: 'Changes a comment; only the author and administrators may.' })
  updateComment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateCommentInput) { content }: UpdateCommentInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Comment> {
    return updateComment(context, id, content)
  }

  @Rest('DELETE /comments/{id}')
  @May(comments.write)
  @Mutation(() => Boolean, { description: 'Deletes a comment; only the author and administrators may.' })
  async deleteComment(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const found = await context.loadOne(Comment, id)
    const task = found && (await context.load(Task, found.taskId))
    const comment = await loadEditableComment(context, id)
    for (const answer of await context.em.find(Comment, { replyTo: id })) answer.replyTo = null
    context.em.remove(comment)
    if (task) {
      context.markFieldChanged(task, 'comments')
      context.record('task.updated', task)
    }
    return true
  }

  @Embed('id', 'name')
  @FieldResolver(() => CommentAuthor)
  author(@Root() { authorId, authorName }: RowOrEntity<Comment>): CommentAuthor {
    return { id: authorId, name: authorName }
  }
}

const answered = () => conflict('conflict', { de: 'Darauf ist schon geantwortet.', en: 'This is answered already.' })

/** Errors for violated constraints of comments. */
export const commentConstraints = {
  comments_task_id_fkey: { missing: notFound },
  comments_reply_to_fkey: { missing: notFound },
  comments_reply_to_key: answered,
}
