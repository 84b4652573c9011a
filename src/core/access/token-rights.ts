import DataLoader from 'dataloader'
import type { Database } from '#core/database/database'
import { select } from '#core/database/select'
import type { Admission } from './admission.ts'

/** Current rights of tokens, checked before each delivery of a subscription. Concurrent look-ups of an organization share one statement. */
export interface TokenRights {
  /** Null if the token is invalid, or its session may only set up a second factor. */
  load(organizationId: string, tokenId: string): Promise<Admission | null>
}

export function createTokenRights(database: Database): TokenRights {
  const asking = new Map<string, DataLoader<string, Admission | null>>()
  return {
    load(organizationId, tokenId) {
      let loader = asking.get(organizationId)
      if (!loader) {
        const read = async (ids: readonly string[]) => {
          asking.delete(organizationId)
          const valid = await readRights(database, organizationId, [...new Set(ids)])
          return ids.map((id) => valid.get(id) ?? null)
        }
        loader = new DataLoader(read, { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 10_000 })
        asking.set(organizationId, loader)
      }
      return loader.load(tokenId)
    },
  }
}

async function readRights(database: Database, organizationId: string, tokenIds: string[]) {
  const rows = await database.tenant(organizationId, (transaction) =>
    transaction.query<Admission>(
      select`t.id as "tokenId", case when o.ended_at is not null and t.scope = 'full' then 'read' else t.scope end as scope,
            m.id as "memberId", m.name as "memberName", m.role, o.default_language as "organizationLanguage", o.ended_at is not null as "hasEnded"
          from tokens t
          join members m on m.organization_id = t.organization_id and m.id = t.member_id
          join organizations o on o.id = t.organization_id
          where t.organization_id = ${organizationId} and t.id = any(${tokenIds}::uuid[])
            and t.scope <> 'setup' and (t.expires_at is null or t.expires_at > now())
            and (o.ended_at is null or m.role = 'owner' and t.kind = 'session')`,
    ),
  )
  return new Map(rows.map((row) => [row.tokenId, row]))
}
