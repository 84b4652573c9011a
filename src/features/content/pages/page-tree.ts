import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'

interface PageTreeNode {
  id: string
  title: string
  icon: string | null
  parent_id: string | null
  project_id: string | null
  position: number
  version: number
  children: PageTreeNode[]
}

/** All pages as an ordered tree, by one statement. */
export async function readPageTree(context: Context): Promise<PageTreeNode[]> {
  const rows = await context.query<Omit<PageTreeNode, 'children'>>(
    select`id, title, icon, parent_id, project_id, version,
        (row_number() over (partition by siblings order by rank, id) - 1)::int as position
        from pages where organization_id = ${context.organizationId} order by rank, id`,
  )
  const branches = new Map(rows.map((row) => [row.id, { ...row, children: [] as PageTreeNode[] }]))
  const top: PageTreeNode[] = []
  for (const branch of branches.values())
    (branch.parent_id === null ? top : branches.get(branch.parent_id)?.children)?.push(branch)
  return top
}
