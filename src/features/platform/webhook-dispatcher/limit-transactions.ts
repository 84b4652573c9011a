import type { Database } from '#core/database/database'
import { createFairQueue } from '#core/runtime/fair-queue'

/** Longer than any transaction takes. No request waits here. */
const maxWaitMs = 600_000

/**
 * The same database with at most `most` simultaneous transactions, so that connections are left for requests.
 */
export function limitTransactions(database: Database, most: number): Database {
  const queue = createFairQueue({ maxConcurrent: most, maxWaitMs })
  return {
    ...database,
    tenant: (organizationId, work) => queue.run(organizationId, () => database.tenant(organizationId, work)),
  }
}
