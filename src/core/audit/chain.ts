import { createHash, randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { type AuditAction, resourceOfAction } from '../../audit-actions.ts'

// How the audit log of an organization is chained: docs/audit-log.md tells how to compute it without Kontor.

/** Fields of a resource, spelled as over REST. */
export type AuditState = Record<string, unknown>

/** What was done, by whom: an entry before it has its place in the chain. */
export interface AuditNote {
  actor: { type: string; id: string | null; name: string }
  action: AuditAction
  resourceId: string | null
  /** The fields that changed, as they were; null where there was nothing. */
  before: AuditState | null
  after: AuditState | null
}

/** An entry as it is hashed: all that `GET /audit-log` shows of it, but for its hashes. */
export interface AuditContent extends Omit<AuditNote, 'resourceId' | 'action'> {
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
export const genesis = (organizationId: string) => sha256(organizationId)

const digestOf = (content: AuditContent) => sha256(canonicalJson(content))

/** The hash of an entry: SHA-256 of the hash before it and the SHA-256 of what it says. */
export const hashOf = (previousHash: Buffer, content: AuditContent) => sha256(previousHash, digestOf(content))

/**
 * Appends an entry to the organization's chain. The row of the chain's end is locked until the commit, so this is among
 * the last statements of a transaction; the database computes the hash, for only there is known what stands before it.
 * The `on conflict` of the entry finds none: see `append` of events.
 */
export function appendAudit(organizationId: string, note: AuditNote, at = new Date()): Sql {
  const { actor, action, resourceId, before, after } = note
  const content: AuditContent = {
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
  const digest = digestOf(content)
  const first = genesis(organizationId)
  return sql`with link as (
        insert into audit_chains as c (organization_id, sequence, entry_id, digest, previous_hash, hash)
        values (${organizationId}::uuid, 1, ${content.id}::uuid, ${digest}::bytea, ${first}::bytea, ${sha256(first, digest)}::bytea)
        on conflict (organization_id) do update set sequence = c.sequence + 1, entry_id = excluded.entry_id,
          digest = excluded.digest, previous_hash = c.hash, hash = sha256(c.hash || excluded.digest)
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
