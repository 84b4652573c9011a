import sql from 'sql-template-tag'
import type { Database } from '#core/database/database'
import type { Clock } from '#core/time/clock'

/** When tokens were last used: noted in memory, and written once a minute. A process that is killed forgets its last minute. */
export interface LastUses {
  note(organizationId: string, tokenId: string): void
  /** Writes what was noted since the last time. */
  write(): Promise<void>
  /** Writes the rest, and no more. */
  stop(): Promise<void>
}

const writeEvery = 60_000

export function createLastUses(database: Database, clock: Clock, warn: (error: unknown) => void): LastUses {
  let noted = new Map<string, Set<string>>()
  const write = async () => {
    const now = clock.now()
    const uses = [...noted]
    noted = new Map()
    for (const [organizationId, tokens] of uses)
      await database
        .tenant(organizationId, (transaction) =>
          transaction.write(
            sql`update tokens set last_used_at = ${now} where organization_id = ${organizationId} and id = any(${[...tokens]}::uuid[])`,
          ),
        )
        .catch(warn)
  }
  const timer = setInterval(write, writeEvery).unref()
  return {
    note(organizationId, tokenId) {
      const tokens = noted.get(organizationId)
      if (tokens) tokens.add(tokenId)
      else noted.set(organizationId, new Set([tokenId]))
    },
    write,
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}
