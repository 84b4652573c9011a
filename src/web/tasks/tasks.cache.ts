import type { CacheRules } from '../graphql/cache-rules.ts'

export const tasksCache: CacheRules = {
  invalidates: {
    createTask: ['tasks'],
    updateTask: ['tasks'],
    deleteTask: ['tasks'],
    createTag: ['tags'],
  },
}
