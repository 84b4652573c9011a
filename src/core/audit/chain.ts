import { createHash, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { type AuditAction, resourceOfAction } from '../../audit-actions.ts'

// How the audit log of an organization is chained: docs/audit-log.md tells how to compute it without Kontor.

/** Fields of a resource, spelled as over REST. */
export type AuditState = Record<string, unknown>

/** What was done, by whom: an entry before it has its place in the chain. */
export interface NewAuditEntry {
  actor: { type: string; id: string | null; name: string }
  action: AuditAction
  resourceId: string | null
  /** The fields that changed, as they were; null where there was nothing. */
  before: AuditState | null
  after: AuditState | null
}

/** An entry as it is hashed: all that `GET /audit-log` shows of it, but for its hashes. */
export interface AuditEntryContent extends Omit<NewAuditEntry, 'resourceId' | 'action'> {
  id: string
  created_at: string
  action: string
  resource: string
  resource_id: string | null
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** JSON in its canonical form (RFC 8785): names in order, no white space, numbers and texts as JavaScript writes them. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson((value as AuditState)[name])}`).join(',')}}`
}

/** What stands for the hash before the first entry: it binds the chain to its organization. */
export const genesisHash = (organizationId: string) => sha256(organizationId)

/** SHA-256 of what an entry says. */
export const digestAuditEntry = (content: AuditEntryContent) => sha256(canonicalJson(content))

/** The hash of an entry: SHA-256 of the hash before it and the SHA-256 of what it says. */
export const chainAuditHash = (previousHash: Buffer, content: AuditEntryContent) =>
  sha256(previousHash, digestAuditEntry(content))

/**
 * Appends entries to the organization's chain, in the order of the statements. The lock is held until the commit, so they are among
 * the last of a transaction; the database computes the hash, for only there is known what stands before it. A row of
 * `audit_chains` is written once and never changed, as the entry is: the role of requests may neither update nor delete.
 */
export const appendAuditEntries = (organizationId: string, notes: readonly NewAuditEntry[], at = new Date()): Sql[] =>
  notes.length
    ? [
        // A statement of its own: the next one sees what was committed while this one waited.
        sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${organizationId}`}, 0))`,
        ...notes.map((note) => append(organizationId, note, at)),
      ]
    : []

/** The same for one entry of a command, in a transaction of the owner that is under way. */
export async function writeAuditEntry(client: PoolClient, organizationId: string, note: NewAuditEntry): Promise<void> {
  for (const statement of appendAuditEntries(organizationId, [note])) await runStatement(client, statement)
}

/** The `on conflict` of both finds none: Citus would copy rows without it (see `append` of events). */
function append(organizationId: string, note: NewAuditEntry, at: Date): Sql {
  const { actor, action, resourceId, before, after } = note
  const content: AuditEntryContent = {
    id: randomUUID(),
    created_at: at.toISOString(),
    // JSON, and so the log, does not know what is undefined.
    actor: { type: actor.type, id: actor.id, name: actor.name },
    action,
    resource: resourceOfAction(action),
    resource_id: resourceId,
    before: plain(before),
    after: plain(after),
  }
  const digest = digestAuditEntry(content)
  const first = genesisHash(organizationId)
  const last = (column: Sql) =>
    sql`(select ${column} from audit_chains c where c.organization_id = ${organizationId}::uuid order by c.sequence desc limit 1)`
  const previous = sql`coalesce(${last(sql`c.hash`)}, ${first}::bytea)`
  return sql`with link as (
        insert into audit_chains (organization_id, sequence, entry_id, digest, previous_hash, hash)
        select o.id, coalesce(${last(sql`c.sequence`)}, 0) + 1, ${content.id}::uuid, ${digest}::bytea, ${previous},
          sha256(${previous} || ${digest}::bytea)
        from organizations o where o.id = ${organizationId}::uuid
        on conflict (organization_id, sequence) do nothing
        returning sequence, previous_hash, hash
      )
      insert into audit_entries (organization_id, id, sequence, created_at, actor_type, actor_id, actor_name, action,
        resource, resource_id, before, after, previous_hash, hash)
      select ${organizationId}::uuid, ${content.id}::uuid, sequence, ${content.created_at}::timestamptz, ${actor.type}::text,
        ${actor.id}::uuid, ${actor.name}::text, ${action}::text, ${content.resource}::text, ${resourceId}::uuid,
        ${asJson(content.before)}::json, ${asJson(content.after)}::json, previous_hash, hash
      from link
      on conflict (organization_id, id) do nothing`
}

const asJson = (state: AuditState | null) => state && JSON.stringify(state)

const plain = (state: AuditState | null): AuditState | null => state && JSON.parse(JSON.stringify(state))
