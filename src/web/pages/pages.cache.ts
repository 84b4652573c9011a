import type { CacheRules } from '../graphql/cache-rules.ts'
import { optimisticPageMove } from './optimistic-move.ts'

export const pagesCache: CacheRules = {
  invalidates: {
    createPage: ['pageTree'],
    updatePage: ['pageTree'],
    movePage: ['pageTree'],
    deletePage: ['pageTree'],
    restorePage: ['pageVersions'],
  },
  optimistic: {
    movePage: ({ id, input }) => ({ __typename: 'Page', id, parentId: (input as { parentId: string }).parentId }),
  },
  updates: { movePage: optimisticPageMove },
}
