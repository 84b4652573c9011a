import sql from 'sql-template-tag'
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { select } from '#core/database/select'
import { conflict, notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { NotNull } from '#core/schema/checks'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { File } from '#features/content/files/file.entity'
import { projects } from '#features/work/projects/project.policy'
import { Attachment } from './attachment.entity.ts'
import { Task } from './task.entity.ts'

@InputType({ description: 'The file to attach.' })
class CreateAttachmentInput {
  @Field(() => UUID)
  fileId!: string
}

@InputType({ description: 'The file to attach instead.' })
class UpdateAttachmentInput {
  @Field(() => UUID, { nullable: true, description: 'File to attach instead.' })
  @NotNull()
  fileId?: string
}

@ObjectType({ simpleResolvers: true })
class AttachmentList extends createListType('attachments', Attachment) {}

// Attachments have no events of their own; they change `attachments` of their task.

@Resolver(() => Attachment)
export class AttachmentResolver {
  @Rest('GET /tasks/{taskId}/attachments')
  @May(projects.read)
  @Query(() => AttachmentList, { description: 'The files attached to a task.' })
  async attachments(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<AttachmentList> {
    const [{ rows, total }] = await Promise.all([
      context.page<Attachment>(
        selectAllColumns(context, Attachment, 'a'),
        sql`from attachments a join files f on f.organization_id = a.organization_id and f.id = a.file_id
            where a.organization_id = ${context.organizationId} and a.task_id = ${taskId}${filterList(args, 'a', ['f.search_name'])}`,
        orderBy(args.sort, { created_at: 'created_at' }, 'a'),
        limitOffset(args),
      ),
      context.read(Task, taskId),
    ])
    return { attachments: rows, total }
  }

  @Rest('POST /tasks/{taskId}/attachments', 201)
  @May(projects.write)
  @Mutation(() => Attachment, { description: 'Attaches a file to a task; 409 if it is already attached.' })
  async createAttachment(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Arg('input', () => CreateAttachmentInput) { fileId }: CreateAttachmentInput,
  ): Promise<Attachment> {
    const task = await context.load(Task, taskId)
    await context.readReferenced(File, fileId, 'fileId')
    tell(context, task)
    return context.create(Attachment, { taskId, fileId })
  }

  @Rest('PUT /attachments/{id}')
  @May(projects.write)
  @Mutation(() => Attachment, { description: 'Replaces an attached file.' })
  async updateAttachment(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateAttachmentInput) { fileId }: UpdateAttachmentInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Attachment> {
    const { attachment, task } = await loadAttachment(context, id)
    if (!fileId || fileId === attachment.fileId) return attachment
    await context.readReferenced(File, fileId, 'fileId')
    tell(context, task)
    return context.assign(attachment, { fileId })
  }

  @Rest('DELETE /attachments/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Detaches a file from a task; the file itself is kept.' })
  async deleteAttachment(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const { attachment, task } = await loadAttachment(context, id)
    context.em.remove(attachment)
    tell(context, task)
    return true
  }

  @Embed('id', 'name', 'sizeBytes', 'contentType')
  @FieldResolver(() => File)
  async file(@Root() { fileId }: RowOrEntity<Attachment>, @Ctx() context: Context): Promise<Row<File>> {
    return (await context.loadOne(File, fileId)) as Row<File>
  }
}

/** Loads an attachment after locking its task. */
async function loadAttachment(context: Context, id: string): Promise<{ attachment: Attachment; task: Task }> {
  const [row] = await context.query<{ taskId: string }>(
    select`task_id as "taskId" from attachments where organization_id = ${context.organizationId} and id = ${id}`,
  )
  if (!row) throw notFound()
  const task = await context.load(Task, row.taskId)
  return { task, attachment: await context.load(Attachment, id) }
}

function tell(context: Context, task: Task) {
  context.markFieldChanged(task, 'attachments')
  context.record('task.updated', task)
}

/** Errors for violated constraints of attachments. */
export const attachmentConstraints = {
  attachments_task_id_fkey: { missing: notFound },
  attachments_file_key: () =>
    conflict(
      'conflict',
      { de: 'Diese Datei hängt schon an der Aufgabe.', en: 'This file is on the task already.' },
      'fileId',
    ),
}
