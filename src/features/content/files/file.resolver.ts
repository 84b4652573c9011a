import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { createListType } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { createObjectKey } from '#core/storage/object-key'
import { File } from './file.entity.ts'
import { FileListArgs, UpdateFileInput } from './file.inputs.ts'
import { files } from './file.policy.ts'
import { readFiles } from './file.reads.ts'
import { sanitizeFileName } from './file-name.ts'
import { Folder } from './folder.entity.ts'
import { SignedAddress } from './signed-address.ts'
import { scheduleObjectRemoval } from './stored-object.ts'
import { uploadTicketPath } from './upload.http.ts'

@ObjectType({ simpleResolvers: true })
class FileList extends createListType('files', File) {}

/** Seconds that a signed address is valid. */
const lifetime = 300

@Resolver(() => File)
export class FileResolver {
  @Rest('GET /storage/files')
  @May(files.read)
  @Query(() => FileList, { description: 'The files of the organization.' })
  async files(@Ctx() context: Context, @Args(() => FileListArgs) args: FileListArgs): Promise<FileList> {
    const { rows, total } = await readFiles(context, args)
    return { files: rows, total }
  }

  @Rest('GET /storage/files/{id}')
  @May(files.read)
  @Query(() => File, { description: 'The metadata of a file.' })
  file(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<File>> {
    return context.read(File, id)
  }

  @Rest('GET /storage/files/{id}/download')
  @May(files.read)
  @Query(() => SignedAddress, { description: 'A download address of the file, valid for five minutes.' })
  async fileDownload(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<SignedAddress> {
    const { name, contentType } = await context.read(File, id)
    const { storage, clock } = context.services
    const expiresAt = getTicketExpiry(clock)
    const download = { filename: name, contentType, expiresInSeconds: lifetime }
    return { url: await storage.signedUrl(createObjectKey(context.organizationId, id), download), expiresAt }
  }

  @May(files.write)
  @Query(() => SignedAddress, {
    description: 'Signed address, valid for five minutes, that a browser posts the form of `POST /storage/files` to.',
  })
  async uploadUrl(@Ctx() context: Context): Promise<SignedAddress> {
    const expiresAt = getTicketExpiry(context.clock)
    return { url: await createTicketUrl(context, uploadTicketPath, expiresAt), expiresAt }
  }

  @Rest('PUT /storage/files/{id}')
  @May(files.write)
  @Mutation(() => File, { description: 'Renames a file, or moves it.' })
  async updateFile(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateFileInput) { name, folderId }: UpdateFileInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<File> {
    const file = await context.load(File, id)
    if (folderId) await context.readReferenced(Folder, folderId, 'folderId')
    return context.assign(file, { name: name && sanitizeFileName(name), folderId } as Partial<File>)
  }

  @Rest('DELETE /storage/files/{id}')
  @May(files.write)
  @Mutation(() => Boolean, { description: 'Deletes a file. If it was the logo, the organization has none afterwards.' })
  async deleteFile(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const file = await context.load(File, id)
    await context.write(
      sql`update organizations set logo_file_id = null, updated_at = now(), version = version + 1
          where id = ${context.organizationId} and logo_file_id = ${id}`,
    )
    await context.runDeleteHandlers(file)
    context.em.remove(file)
    await scheduleObjectRemoval(context, id)
    return true
  }
}
