import type { Database } from '../core/database/database.ts'

/**
 * The same database, of which at most `most` transactions run at once and the others wait their turn: however many
 * webhooks are due, requests find connections.
 */
export function inTurns(database: Database, most: number): Database {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = () => {
    if (running >= most) return new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    return Promise.resolve()
  }
  const pass = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    ...database,
    async tenant(organizationId, work) {
      await turn()
      return database.tenant(organizationId, work).finally(pass)
    },
  }
}
