import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { conflict, notFound } from '#core/errors'
import { ListArgs, narrowed, orderBy, slice } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { Embed, Rest } from '#core/rest/rest'
import { Task } from '#features/work/tasks/task.entity'
import { readTask } from '#features/work/tasks/task.reads'
import { Comment } from './comment.entity.ts'
import { CreateCommentInput, UpdateCommentInput } from './comment.inputs.ts'
import { comments } from './comment.policy.ts'
import { loadOwn, rewriteComment, writeComment } from './write-comment.ts'

@ObjectType({ simpleResolvers: true })
class CommentList {
  @Field(() => [Comment])
  comments!: Comment[]

  @Field(() => Int)
  total!: number
}

@ObjectType({ simpleResolvers: true, description: 'Who wrote a comment: the name is kept when the person leaves.' })
class CommentAuthor {
  @Field(() => UUID, { nullable: true, description: 'Null for the assistant.' })
  id!: string | null

  @Field(() => String)
  name!: string
}

@Resolver(() => Comment)
export class CommentResolver {
  @Rest('GET /tasks/{taskId}/comments')
  @May(comments.read)
  @Query(() => CommentList, { description: 'What is said about a task, oldest first.' })
  async comments(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<CommentList> {
    const [{ rows, total }] = await Promise.all([
      context.page<Comment>(
        columnsOf(context, Comment, 'c'),
        sql`from comments c where c.organization_id = ${context.organizationId} and c.task_id = ${taskId}${narrowed(args, 'c', ['c.content'])}`,
        orderBy(args.sort ?? 'created_at', { created_at: 'created_at' }, 'c'),
        slice(args),
      ),
      readTask(context, taskId),
    ])
    return { comments: rows, total }
  }

  @Rest('POST /tasks/{taskId}/comments', 201)
  @May(comments.write)
  @Mutation(() => Comment, { description: 'Says something about a task; whom it mentions gets a mail.' })
  async createComment(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Arg('input', () => CreateCommentInput) { content }: CreateCommentInput,
  ): Promise<Comment> {
    return writeComment(context, await readTask(context, taskId), content)
  }

  @Rest('PUT /comments/{id}')
  @May(comments.write)
  @Mutation(() => Comment, { description: 'Changes a comment: the own, or any as an administrator.' })
  updateComment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateCommentInput) { content }: UpdateCommentInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Comment> {
    return rewriteComment(context, id, content)
  }

  @Rest('DELETE /comments/{id}')
  @May(comments.write)
  @Mutation(() => Boolean, { description: 'Deletes a comment: the own, or any as an administrator.' })
  async deleteComment(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const found = await context.one(Comment, id)
    const task = found && (await context.load(Task, found.taskId))
    const comment = await loadOwn(context, id)
    for (const answer of await context.em.find(Comment, { replyTo: id })) answer.replyTo = null
    context.em.remove(comment)
    if (task) {
      context.touch(task, 'comments')
      context.record('task.updated', task)
    }
    return true
  }

  @Embed('id', 'name')
  @FieldResolver(() => CommentAuthor)
  author(@Root() { authorId, authorName }: Comment): CommentAuthor {
    return { id: authorId, name: authorName }
  }
}

const answered = () => conflict('conflict', { de: 'Darauf ist schon geantwortet.', en: 'This is answered already.' })

/** What the constraints of the comments' table mean to the caller: the task or the question went, or is answered. */
export const commentConstraints = {
  comments_task_id_fkey: { missing: notFound },
  comments_reply_to_fkey: { missing: notFound },
  comments_reply_to_key: answered,
}
