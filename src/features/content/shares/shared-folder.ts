import sql, { raw } from 'sql-template-tag'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import { notFound, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { isSelfOrDescendant } from '#core/operation/tree'
import { limitOffset, type Page } from '#core/schema/list'
import { PreviewState } from '../files/preview-state.ts'
import { type ShareEntry, ShareKind, type SharePathFolder } from './public-share.type.ts'

/** Limits of a ZIP. */
const mostOfZip = { files: 10_000, bytes: 10 * 1024 ** 3, levels: 50 }

/** The path from the shared folder to one below it; 404 if it is elsewhere. */
export async function readFolderPath(context: Context, rootId: string, folderId: string): Promise<SharePathFolder[]> {
  const { organizationId } = context
  const path = await context.query<SharePathFolder>(
    select`id, name from (
          with recursive above as (
            select id, name, parent_id, 0 as level from folders
            where organization_id = ${organizationId} and id = ${folderId}
            union all
            select f.id, f.name, f.parent_id, a.level + 1 from folders f join above a on f.id = a.parent_id
            where f.organization_id = ${organizationId} and a.id <> ${rootId}
          ) select id, name, level from above
        ) path order by level desc`,
  )
  if (path[0]?.id !== rootId) throw notFound()
  return path.map(({ id, name }) => ({ id, name }))
}

/** An entry with its preview state. */
type FolderEntry = Omit<ShareEntry, 'previewUrl'> & { preview: PreviewState }

/** Direct children of a folder. */
export function readFolderEntries(
  context: Context,
  folderId: string,
  args: { page: number; perPage: number },
): Promise<Page<FolderEntry>> {
  const { organizationId } = context
  return context.page<FolderEntry>(
    raw('e.id, e.kind, e.name, e.size_bytes as "sizeBytes", e.content_type as "contentType", e.preview'),
    sql`from (
          select id, ${ShareKind.folder}::text as kind, name, null::int as size_bytes, null::text as content_type,
            ${PreviewState.none}::text as preview
          from folders where organization_id = ${organizationId} and parent_id = ${folderId}
          union all
          select id, ${ShareKind.file}::text, name, size_bytes, content_type, preview
          from files where organization_id = ${organizationId} and folder_id = ${folderId}
        ) e`,
    raw(`order by e.kind desc, e.${alphabeticalOrderSql('name')}, e.id`),
    limitOffset(args),
  )
}

/** True if the file is in the folder, at any depth. */
export const isFileInFolder = async (context: Context, rootId: string, { folderId }: { folderId: string | null }) =>
  folderId !== null && isSelfOrDescendant(context, 'folders', folderId, rootId)

/** Totals of a folder at any depth. */
export interface FolderExtent {
  files: number
  bytes: number
  levels: number
}

const below = (organizationId: string, folderId: string) => sql`
  with recursive below as (
    select id, 0 as level from folders where organization_id = ${organizationId} and id = ${folderId}
    union all
    select f.id, b.level + 1 from folders f join below b on f.parent_id = b.id
    where f.organization_id = ${organizationId} and b.level <= ${mostOfZip.levels}
  )`

export async function readFolderExtent(context: Context, folderId: string): Promise<FolderExtent> {
  const { organizationId } = context
  const [extent] = await context.query<FolderExtent>(
    select`files, bytes, levels from (${below(organizationId, folderId)}
          select count(f.id)::int as files, coalesce(sum(f.size_bytes), 0)::bigint as bytes, max(b.level) as levels
          from below b left join files f on f.organization_id = ${organizationId} and f.folder_id = b.id
        ) extent`,
  )
  return extent ?? { files: 0, bytes: 0, levels: 0 }
}

export const fitsZipLimits = ({ files, bytes, levels }: FolderExtent) =>
  files <= mostOfZip.files && bytes <= mostOfZip.bytes && levels <= mostOfZip.levels

/** 413 if the folder exceeds the limits of a ZIP. */
export function assertFitsZip(extent: FolderExtent) {
  if (!fitsZipLimits(extent)) throw tooLarge()
}

const tooLarge = () =>
  new Problem(413, 'payload_too_large', {
    de: `Der Ordner ist zu groß für ein ZIP: höchstens ${mostOfZip.files} Dateien, ${mostOfZip.bytes / 1024 ** 3} GB und ${mostOfZip.levels} Ebenen. Einzelne Ordner und Dateien lassen sich herunterladen.`,
    en: `The folder is too large for one ZIP: at most ${mostOfZip.files} files, ${mostOfZip.bytes / 1024 ** 3} GB and ${mostOfZip.levels} levels. Its folders and files can be downloaded one by one.`,
  })

/** Parents come first. */
export interface TreeFolder {
  id: string
  name: string
  parentId: string | null
}

export interface TreeFile {
  id: string
  name: string
  folderId: string
  contentType: string
  createdAt: string
}

/** The whole tree of a folder, itself first; 413 if it exceeds the limits of a ZIP. */
export async function readFolderTree(
  context: Context,
  folderId: string,
): Promise<{ folders: TreeFolder[]; files: TreeFile[] }> {
  const { organizationId } = context
  assertFitsZip(await readFolderExtent(context, folderId))
  const folders = await context.query<TreeFolder>(
    select`id, name, "parentId" from (${below(organizationId, folderId)}
          select f.id, f.name, f.parent_id as "parentId", b.level from below b join folders f on f.id = b.id
          where f.organization_id = ${organizationId}
        ) tree order by level, ${raw(alphabeticalOrderSql('name'))}, id`,
  )
  const files = await context.query<TreeFile>(
    select`f.id, f.name, f.folder_id as "folderId", f.content_type as "contentType", f.created_at as "createdAt"
        from files f where f.organization_id = ${organizationId} and f.folder_id = any(${folders.map(({ id }) => id)}::uuid[])
        order by ${raw(alphabeticalOrderSql('name'))}, f.id limit ${mostOfZip.files}`,
  )
  return { folders, files }
}
