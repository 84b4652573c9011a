import type { UpdateResolver } from '@urql/exchange-graphcache'
import { PageTreeDocument } from '#schema/web/graphql'
import { movePage, type PageNode, type TreePosition } from './page-tree.ts'

/** Optimistic update: the page moves at once and moves back if the mutation fails. */
export const optimisticPageMove: UpdateResolver = (result, given, cache) => {
  const { version } = result.movePage as { version?: number }
  const { id, input } = given as { id: string; input: TreePosition }
  cache.updateQuery<{ pageTree?: PageNode[] }, object>({ query: String(PageTreeDocument) }, (data) =>
    data?.pageTree ? { ...data, pageTree: movePage(data.pageTree, id, input, version) } : data,
  )
}
