import type { CacheRules } from '../graphql/cache-rules.ts'

export const contractsCache: CacheRules = {
  invalidates: {
    createContract: ['contracts'],
    deleteContract: ['contracts'],
  },
}
