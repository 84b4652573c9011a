import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Database } from '#core/database/database'
import type { Clock } from '#core/time/clock'
import { anonymizeAddress } from './network.ts'
import { insertSecurityEvent } from './security-event.ts'

/** Tracks in memory when and from which networks tokens are used; written once a minute. A killed process loses its last minute. */
export interface TokenUseTracker {
  note(organizationId: string, tokenId: string, address: string): void
  /** Writes the uses since the last call. */
  write(): Promise<void>
  /** Writes the rest and ends the timer. */
  stop(): Promise<void>
}

const writeEvery = 60_000

/** Per token; the oldest is dropped. */
const maxNetworks = 50

/** Sessions end after `idle` days without use, or `most` days in all. */
export const sessionLifetimeDays = { idle: 7, most: 30 }

const later = (now: Date, days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000)

export function createTokenUseTracker(
  database: Database,
  clock: Clock,
  warn: (error: unknown) => void,
): TokenUseTracker {
  /** Organization → token → addresses. */
  let noted = new Map<string, Map<string, Set<string>>>()
  const knownNetworks = new LRUCache<string, true>({ max: 10_000 })

  async function writeOrganization(organizationId: string, uses: Map<string, Set<string>>, now: Date) {
    const ofToken = (id: string) => sql`organization_id = ${organizationId} and id = ${id}`
    const networks = [...uses].flatMap(([id, addresses]) =>
      [...new Set([...addresses].map(anonymizeAddress))]
        .filter((network) => network && !knownNetworks.has(`${id} ${network}`))
        .map((network) => ({ id, network })),
    )
    await database.tenant(organizationId, async (transaction) => {
      const used = sql`organization_id = ${organizationId} and id = any(${[...uses.keys()]}::uuid[])`
      await transaction.write(sql`update tokens set last_used_at = ${now} where ${used}`)
      await transaction.write(
        sql`update tokens set expires_at = ${later(now, sessionLifetimeDays.idle)}
            where ${used} and kind = 'session' and created_at > ${later(now, sessionLifetimeDays.idle - sessionLifetimeDays.most)}`,
      )
      for (const { id, network } of networks) {
        const [token] = await transaction.writeReturning<{ memberId: string; name: string }>(
          sql`update tokens set networks = (networks || ${network}::text)[greatest(1, cardinality(networks) + 2 - ${maxNetworks}):]
              where ${ofToken(id)} and kind = 'token' and not ${network}::text = any(networks)
              returning member_id as "memberId", name`,
        )
        if (token)
          await transaction.write(
            insertSecurityEvent(organizationId, { kind: 'token_new_network', address: network, ...token }, now),
          )
      }
    })
    for (const { id, network } of networks) knownNetworks.set(`${id} ${network}`, true)
  }

  const write = async () => {
    const now = clock.now()
    const uses = [...noted]
    noted = new Map()
    for (const [organizationId, tokens] of uses) await writeOrganization(organizationId, tokens, now).catch(warn)
  }
  const timer = setInterval(write, writeEvery).unref()
  return {
    note(organizationId, tokenId, address) {
      const tokens = noted.get(organizationId) ?? new Map<string, Set<string>>()
      const addresses = tokens.get(tokenId) ?? new Set<string>()
      noted.set(organizationId, tokens.set(tokenId, addresses.add(address)))
    },
    write,
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}
