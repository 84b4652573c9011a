import sql from 'sql-template-tag'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { File } from './file.entity.ts'
import type { FileListArgs, FolderListArgs } from './file.inputs.ts'
import { Folder } from './folder.entity.ts'

const columns = { created_at: 'created_at' }

/** Of all folders unless one is given. */
export function readFiles(context: Context, args: FileListArgs): Promise<Page<Row<File>>> {
  const matching = sql`from files f where f.organization_id = ${context.organizationId}${andWhere(
    args.folderId,
    sql`f.folder_id = ${args.folderId}`,
  )}${filterList(args, 'f', ['f.search_name'])}`
  return context.page<File>(
    selectAllColumns(context, File, 'f'),
    matching,
    orderBy(args.sort, columns, 'f'),
    limitOffset(args),
  )
}

/** Of all levels unless a parent is given. */
export function readFolders(context: Context, args: FolderListArgs): Promise<Page<Row<Folder>>> {
  const matching = sql`from folders f where f.organization_id = ${context.organizationId}${andWhere(
    args.parentId,
    sql`f.parent_id = ${args.parentId}`,
  )}${filterList(args, 'f', ['f.name'])}`
  return context.page<Folder>(
    selectAllColumns(context, Folder, 'f'),
    matching,
    orderBy(args.sort, columns, 'f'),
    limitOffset(args),
  )
}
