import type { UpdateResolver } from '@urql/exchange-graphcache'
import { PageTreeDocument } from '#schema/web/graphql'
import { movePage, type PageNode, type TreePosition } from './page-tree.ts'

/** A page stands where it is put at once; where that is refused, it stands where it stood. */
export const optimisticPageMove: UpdateResolver = (result, given, cache) => {
  const { version } = result.movePage as { version?: number }
  const { id, input } = given as { id: string; input: TreePosition }
  cache.updateQuery<{ pageTree?: PageNode[] }, object>({ query: String(PageTreeDocument) }, (data) =>
    data?.pageTree ? { ...data, pageTree: movePage(data.pageTree, id, input, version) } : data,
  )
}
