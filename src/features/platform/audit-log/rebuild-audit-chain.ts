import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { digestAuditEntry } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { type StoredAuditEntry, selectEntriesAfter, toHashedContent } from './verify-audit-chain.ts'

/**
 * Rebuilds the chain for imported entries, in the owner's transaction and without verifying it. Returns the last entry; null if there
 * is none.
 */
export async function rebuildAuditChain(client: PoolClient, organizationId: string): Promise<StoredAuditEntry | null> {
  let end: StoredAuditEntry | null = null
  for (;;) {
    const links: StoredAuditEntry[] = await runStatement<StoredAuditEntry>(
      client,
      selectEntriesAfter(organizationId, end?.sequence ?? 0),
    )
    if (!links.length) return end
    const of = <Value>(column: (link: StoredAuditEntry) => Value) => links.map(column)
    await runStatement(
      client,
      sql`insert into audit_chains (organization_id, sequence, entry_id, digest, previous_hash, hash)
          select ${organizationId}::uuid, l.sequence, l.entry_id, l.digest, l.previous_hash, l.hash
          from unnest(${of(({ sequence }) => sequence)}::bigint[], ${of(({ id }) => id)}::uuid[], ${of((link) => digestAuditEntry(toHashedContent(link)))}::bytea[],
            ${of((link) => link.previous_hash)}::bytea[], ${of(({ hash }) => hash)}::bytea[]) l (sequence, entry_id, digest, previous_hash, hash)
          on conflict (organization_id, sequence) do nothing`,
    )
    end = links.at(-1) ?? end
  }
}
