import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { digestAuditEntry } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { contentOf, linksAfter, type StoredLink } from './verify-chain.ts'

/**
 * Writes the links of a chain whose entries were inserted as they are, in the owner's transaction; whether it holds is for
 * `verifyChain` to say. Answers its end; null where there is no entry.
 */
export async function rebuildChain(client: PoolClient, organizationId: string): Promise<StoredLink | null> {
  let end: StoredLink | null = null
  for (;;) {
    const links: StoredLink[] = await runStatement<StoredLink>(client, linksAfter(organizationId, end?.sequence ?? 0))
    if (!links.length) return end
    const of = <Value>(column: (link: StoredLink) => Value) => links.map(column)
    await runStatement(
      client,
      sql`insert into audit_chains (organization_id, sequence, entry_id, digest, previous_hash, hash)
          select ${organizationId}::uuid, l.sequence, l.entry_id, l.digest, l.previous_hash, l.hash
          from unnest(${of(({ sequence }) => sequence)}::bigint[], ${of(({ id }) => id)}::uuid[], ${of((link) => digestAuditEntry(contentOf(link)))}::bytea[],
            ${of((link) => link.previous_hash)}::bytea[], ${of(({ hash }) => hash)}::bytea[]) l (sequence, entry_id, digest, previous_hash, hash)
          on conflict (organization_id, sequence) do nothing`,
    )
    end = links.at(-1) ?? end
  }
}
