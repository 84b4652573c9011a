import { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { fileAddress, mentionAddress, pageAddress } from '#rich-text/addresses'
import type { ContentWarning, MissingReferenceKind } from './content-warnings.ts'
import type { PageContent } from './page-content.ts'

type Named = Pick<PageContent, 'links' | 'files' | 'mentions'>

interface Missing {
  key: keyof Named
  id: string
  warning: ContentWarning
}

const kinds: Record<keyof Named, { table: string; kind: MissingReferenceKind; addressOf: (id: string) => string }> = {
  files: { table: 'files', kind: 'unknown_file', addressOf: fileAddress },
  mentions: { table: 'members', kind: 'unknown_member', addressOf: mentionAddress },
  links: { table: 'pages', kind: 'unknown_page', addressOf: pageAddress },
}

const mostOfKind = 100

/**
 * References that do not exist in the organization. They are reported but accepted, because a file or member may be deleted at
 * any time and the text must stay editable.
 */
export async function findMissingReferences(context: Context, named: Named): Promise<Missing[]> {
  const found = await Promise.all(
    (Object.keys(kinds) as (keyof Named)[]).map(async (key) => {
      const ids = named[key]
      if (ids.length === 0) return []
      const { table, kind, addressOf } = kinds[key]
      const known = await context.query<{ id: string }>(
        select`id from ${raw(table)} where organization_id = ${context.organizationId} and id = any(${ids}::uuid[])`,
      )
      const there = new Set(known.map(({ id }) => id))
      return ids
        .filter((id) => !there.has(id.toLowerCase()))
        .slice(0, mostOfKind)
        .map((id) => ({ key, id, warning: { kind, detail: addressOf(id), line: null, count: 1 } }))
    }),
  )
  return found.flat()
}

export const isReferencedIn = (content: Named, { key, id }: Missing): boolean => content[key].includes(id)
