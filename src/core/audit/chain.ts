import { createHash, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { type AuditAction, resourceOfAction } from '../../audit-actions.ts'

// docs/audit-log.md explains how to verify the chain without Kontor.

/** Fields of a resource, spelled as over REST. */
export type AuditState = Record<string, unknown>

/** An audit entry before it is chained. */
export interface NewAuditEntry {
  actor: { type: string; id: string | null; name: string }
  action: AuditAction
  resourceId: string | null
  /** Previous values of changed fields; null if there were none. */
  before: AuditState | null
  after: AuditState | null
}

/** Hashed content of an entry: all that `GET /audit-log` shows, without hashes. */
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

/** Canonical JSON (RFC 8785): sorted keys, no white space, JavaScript's numbers and strings. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson((value as AuditState)[name])}`).join(',')}}`
}

/** First previous hash; binds the chain to its organization. */
export const genesisHash = (organizationId: string) => sha256(organizationId)

export const digestAuditEntry = (content: AuditEntryContent) => sha256(canonicalJson(content))

/** SHA-256 of the previous hash and the entry's digest. */
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
        // A separate statement, so that the next one sees what was committed while waiting.
        sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${organizationId}`}, 0))`,
        ...notes.map((note) => append(organizationId, note, at)),
      ]
    : []

/** The same for a command, in the owner's transaction. */
export async function writeAuditEntry(client: PoolClient, organizationId: string, note: NewAuditEntry): Promise<void> {
  for (const statement of appendAuditEntries(organizationId, [note])) await runStatement(client, statement)
}

/** The `on conflict` never matches; Citus needs it to avoid COPY (see `append` of events). */
function append(organizationId: string, note: NewAuditEntry, at: Date): Sql {
  const { actor, action, resourceId, before, after } = note
  const content: AuditEntryContent = {
    id: randomUUID(),
    created_at: at.toISOString(),
    // JSON drops undefined values.
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
