import type { Database } from '#core/database/database'
import { createFairQueue } from '#core/runtime/fair-queue'

/** Longer than any of them takes: who waits here is no request. */
const maxWaitMs = 600_000

/**
 * The same database, of which at most `most` transactions run at once and the others wait their turn: however many
 * webhooks are due, requests find connections.
 */
export function limitTransactions(database: Database, most: number): Database {
  const queue = createFairQueue({ maxConcurrent: most, maxWaitMs })
  return {
    ...database,
    tenant: (organizationId, work) => queue.run(organizationId, () => database.tenant(organizationId, work)),
  }
}
