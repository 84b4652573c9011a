import type { CacheRules } from '../graphql/cache-rules.ts'

export const filesCache: CacheRules = {
  invalidates: {
    createFolder: ['folders'],
    updateFolder: ['folders'],
    deleteFolder: ['folders', 'files'],
    updateFile: ['files'],
    deleteFile: ['files'],
    shareFile: ['shareLinks'],
    shareFolder: ['shareLinks'],
    revokeShareLink: ['shareLinks'],
  },
}
