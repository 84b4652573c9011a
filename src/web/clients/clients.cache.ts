import type { CacheRules } from '../graphql/cache-rules.ts'

export const clientsCache: CacheRules = {
  invalidates: {
    createClient: ['clients'],
    deleteClient: ['clients'],
    refundClient: ['client', 'clientRefunds'],
  },
}
