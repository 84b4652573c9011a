import sql from 'sql-template-tag'
import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createLinkToken } from '#core/access/link-token'
import { invalidField, notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { File } from '../files/file.entity.ts'
import { Folder } from '../files/folder.entity.ts'
import { IssuedShare, Share } from './share.entity.ts'
import { CreateShareInput, ShareListArgs } from './share.inputs.ts'
import { shares } from './share.policy.ts'
import { ShareAccess } from './share-access.entity.ts'
import { hashSharePassword } from './share-password.ts'

@ObjectType({ simpleResolvers: true })
class ShareLinkList extends createListType('shareLinks', Share) {}

@ObjectType({ simpleResolvers: true })
class ShareAccessList extends createListType('accesses', ShareAccess) {}

@Resolver(() => Share)
export class ShareResolver {
  @Rest('GET /storage/share-links')
  @May(shares.read)
  @Query(() => ShareLinkList, { description: 'The public links to files and folders, those that were revoked too.' })
  async shareLinks(@Ctx() context: Context, @Args(() => ShareListArgs) args: ShareListArgs): Promise<ShareLinkList> {
    const { fileId, folderId, revoked } = args
    const { rows, total } = await context.page<Share>(
      selectAllColumns(context, Share, 's'),
      sql`from shares s
        left join files f on f.organization_id = ${context.organizationId} and f.id = s.file_id
        left join folders d on d.organization_id = ${context.organizationId} and d.id = s.folder_id
        where s.organization_id = ${context.organizationId}${andWhere(fileId, sql`s.file_id = ${fileId}`)}${andWhere(
          folderId,
          sql`s.folder_id = ${folderId}`,
        )}${andWhere(revoked, sql`s.revoked = ${revoked}`)}${filterList(args, 's', ['f.search_name', 'd.name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 's'),
      limitOffset(args),
    )
    return { shareLinks: rows, total }
  }

  @Rest('GET /storage/share-links/{id}')
  @May(shares.read)
  @Query(() => Share, { description: 'A public link. Its address is not kept: only who created it was told.' })
  shareLink(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Share>> {
    return context.read(Share, id)
  }

  @Rest('GET /storage/share-links/{id}/accesses')
  @May(shares.read)
  @Query(() => ShareAccessList, { description: 'Who used a link in the last 90 days, newest first.' })
  async shareAccesses(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<ShareAccessList> {
    await context.read(Share, id)
    const { rows, total } = await context.page<ShareAccess>(
      selectAllColumns(context, ShareAccess, 'a'),
      sql`from share_accesses a where a.organization_id = ${context.organizationId} and a.share_id = ${id}${filterList(args, 'a', ['a.name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'a'),
      limitOffset(args),
    )
    return { accesses: rows, total }
  }

  @Rest('POST /storage/shares/{fileId}', 201)
  @May(shares.write)
  @Mutation(() => IssuedShare, {
    description: 'Shares a file by a public link. Only this response contains its address.',
  })
  async shareFile(
    @Ctx() context: Context,
    @Arg('fileId', () => UUID) fileId: string,
    @Arg('input', () => CreateShareInput, { nullable: true }) input?: CreateShareInput,
  ): Promise<IssuedShare> {
    await context.read(File, fileId)
    return openShare(context, { fileId }, input)
  }

  @Rest('POST /storage/folder-shares/{folderId}', 201)
  @May(shares.write)
  @Mutation(() => IssuedShare, {
    description:
      'Shares a folder with everything below it, also what is put there later, by a public link. Only this response contains its address.',
  })
  async shareFolder(
    @Ctx() context: Context,
    @Arg('folderId', () => UUID) folderId: string,
    @Arg('input', () => CreateShareInput, { nullable: true }) input?: CreateShareInput,
  ): Promise<IssuedShare> {
    await context.read(Folder, folderId)
    return openShare(context, { folderId }, input)
  }

  @Rest('DELETE /storage/share-links/{id}')
  @May(shares.write)
  @Mutation(() => Boolean, {
    description:
      'Revokes a link at once. An address of a file that was handed out before ends by itself, after five minutes at most.',
  })
  async revokeShareLink(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const share = await context.load(Share, id)
    context.audit('share.revoked', share, ['revoked'])
    share.revoked = true
    return true
  }

  @Embed('id', 'name')
  @FieldResolver(() => File, { nullable: true })
  async file(@Root() { fileId }: RowOrEntity<Share>, @Ctx() context: Context): Promise<Row<File> | null> {
    return fileId ? ((await context.loadOne(File, fileId)) ?? null) : null
  }

  @Embed('id', 'name')
  @FieldResolver(() => Folder, { nullable: true })
  async folder(@Root() { folderId }: RowOrEntity<Share>, @Ctx() context: Context): Promise<Row<Folder> | null> {
    return folderId ? ((await context.loadOne(Folder, folderId)) ?? null) : null
  }
}

async function openShare(
  context: Context,
  what: { fileId: string } | { folderId: string },
  { password, expiresAt = null, maxDownloads = null }: CreateShareInput = {},
): Promise<IssuedShare> {
  const { organizationId, services, clock, member } = context
  if (expiresAt && expiresAt <= clock.now())
    throw invalidField('expiresAt', { de: 'muss in der Zukunft liegen', en: 'must be in the future' })
  const passwordHash = password ? await hashSharePassword(context, password) : null
  const { token, hash } = createLinkToken(organizationId)
  const share = context.create(Share, {
    ...what,
    ...{ createdBy: member.id, hash, passwordHash, passwordProtected: passwordHash !== null, expiresAt, maxDownloads },
  })
  context.audit('share.created', share)
  return Object.assign(share, { url: `${services.publicUrl}/share/${token}` })
}

/** Errors for violated constraints of shares. */
export const shareConstraints = {
  shares_file_id_fkey: { missing: notFound },
  shares_folder_id_fkey: { missing: notFound },
}

/** Revokes links to deleted files; their access records stay. */
export const revokeSharesOfFile = (context: Context, { id }: File) =>
  context.write(
    sql`update shares set revoked = true, file_id = null, updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and file_id = ${id}`,
  )

export const revokeSharesOfFolder = (context: Context, { id }: Folder) =>
  context.write(
    sql`update shares set revoked = true, folder_id = null, updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and folder_id = ${id}`,
  )

/** Revokes links of a member who leaves. */
export const revokeSharesOfMember = (context: Context, { id }: Member) =>
  context.write(
    sql`update shares set revoked = true, created_by = null, updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and created_by = ${id}`,
  )
