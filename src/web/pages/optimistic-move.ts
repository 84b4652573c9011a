import type { UpdateResolver } from '@urql/exchange-graphcache'
import { PageTreeDocument } from '#schema/web/graphql'
import { type Branch, type Place, withMoved } from './branch.ts'

/** A page stands where it is put at once; where that is refused, it stands where it stood. */
export const movePageInTree: UpdateResolver = (result, given, cache) => {
  const { version } = result.movePage as { version?: number }
  const { id, input } = given as { id: string; input: Place }
  cache.updateQuery<{ pageTree?: Branch[] }, object>({ query: String(PageTreeDocument) }, (data) =>
    data?.pageTree ? { ...data, pageTree: withMoved(data.pageTree, id, input, version) } : data,
  )
}
