import { Arg, Args, Ctx, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { conflict, invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { isSelfOrDescendant, lockTree } from '#core/operation/tree'
import { createListType } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { CreateFolderInput, FolderListArgs, UpdateFolderInput } from './file.inputs.ts'
import { files } from './file.policy.ts'
import { readFolders } from './file.reads.ts'
import { sanitizeFileName } from './file-name.ts'
import { Folder } from './folder.entity.ts'

@ObjectType({ simpleResolvers: true })
class FolderList extends createListType('folders', Folder) {}

@Resolver(() => Folder)
export class FolderResolver {
  @Rest('GET /storage/folders')
  @May(files.read)
  @Query(() => FolderList, { description: 'The folders of the organization.' })
  async folders(@Ctx() context: Context, @Args(() => FolderListArgs) args: FolderListArgs): Promise<FolderList> {
    const { rows, total } = await readFolders(context, args)
    return { folders: rows, total }
  }

  @Rest('GET /storage/folders/{id}')
  @May(files.read)
  @Query(() => Folder, { description: 'A folder.' })
  async folder(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Folder>> {
    return context.read(Folder, id)
  }

  @Rest('POST /storage/folders', 201)
  @May(files.write)
  @Mutation(() => Folder, { description: 'Creates a folder; names may repeat.' })
  async createFolder(
    @Ctx() context: Context,
    @Arg('input', () => CreateFolderInput) { name, parentId }: CreateFolderInput,
  ): Promise<Folder> {
    if (parentId) await context.readReferenced(Folder, parentId, 'parentId')
    return context.create(Folder, { name: sanitizeFileName(name), parentId } as Partial<Folder>)
  }

  @Rest('PUT /storage/folders/{id}')
  @May(files.write)
  @Mutation(() => Folder, { description: 'Renames a folder, or moves it with its content.' })
  async updateFolder(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateFolderInput) { name, parentId }: UpdateFolderInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Folder> {
    if (parentId) await lockTree(context, 'folders')
    const folder = await context.load(Folder, id)
    if (parentId) {
      await context.readReferenced(Folder, parentId, 'parentId')
      if (await isSelfOrDescendant(context, 'folders', parentId, id)) throw cycle()
    }
    return context.assign(folder, { name: name && sanitizeFileName(name), parentId } as Partial<Folder>)
  }

  @Rest('DELETE /storage/folders/{id}')
  @May(files.write)
  @Mutation(() => Boolean, { description: 'Deletes an empty folder.' })
  async deleteFolder(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const folder = await context.load(Folder, id)
    await context.runDeleteHandlers(folder)
    context.em.remove(folder)
    return true
  }
}

const cycle = () => invalidField('parentId', { de: 'liegt in diesem Ordner selbst', en: 'lies in the folder itself' })

const notEmpty = () => conflict('conflict', { de: 'Dieser Ordner ist nicht leer.', en: 'This folder is not empty.' })

/** Errors for violated constraints of files and folders. */
export const folderConstraints = { folders_parent_id_fkey: notEmpty, files_folder_id_fkey: notEmpty }
