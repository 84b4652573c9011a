import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { chainAuditHash, genesisHash } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { type Select, select } from '#core/database/select'
import { DateTime } from '#core/schema/scalars'
import type { Storage } from '#core/storage/storage'
import { type AuditAnchors, readAuditAnchors } from './audit-anchors.ts'

type Read = <Row>(statement: Select) => Promise<Row[]>

export interface ChainVerification {
  valid: boolean
  /** Number of valid entries before the first broken one. */
  entries: number
  firstBrokenId: string | null
  /** Number of the first entry that an anchor has and the log lacks. */
  firstMissingSequence: number | null
}

/** For operators. */
export const describeChainFault = ({
  firstBrokenId,
  firstMissingSequence,
}: Omit<ChainVerification, 'valid' | 'entries'>) =>
  firstMissingSequence
    ? `its entries are missing from number ${firstMissingSequence} on`
    : `the chain is broken at entry ${firstBrokenId}`

export interface StoredAuditEntry {
  id: string
  sequence: number
  created_at: string
  actor_type: string
  actor_id: string | null
  actor_name: string
  action: string
  resource: string
  resource_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  previous_hash: Buffer
  hash: Buffer
}

interface ChainEnd {
  sequence: number
  entry_id: string
  hash: Buffer
}

/** Entries held in memory, and hashed before yielding to other work. */
const batchSize = 250

/**
 * Recomputes an organization's whole chain and compares it with the anchors. `mayGoOn` is called after each batch.
 */
export async function verifyAuditChain(
  organizationId: string,
  read: Read,
  anchors: AuditAnchors,
  beforeBatch: () => void = () => {},
): Promise<ChainVerification> {
  let entries = 0
  let hash: Buffer = genesisHash(organizationId)
  let lastId: string | null = null
  let knownEnd = 0
  const lastAnchored = Math.max(0, ...anchors.keys())
  const broken = (firstBrokenId: string | null): ChainVerification => ({
    valid: false,
    entries,
    firstBrokenId,
    firstMissingSequence: null,
  })
  const whole = (): ChainVerification => {
    const isCut = lastAnchored > entries
    return { valid: !isCut, entries, firstBrokenId: null, firstMissingSequence: isCut ? entries + 1 : null }
  }
  for (;;) {
    beforeBatch()
    const links: StoredAuditEntry[] = await read<StoredAuditEntry>(selectEntriesAfter(organizationId, entries))
    for (const link of links) {
      const isNext = link.sequence === entries + 1 && hash.equals(link.previous_hash)
      const anchored = anchors.get(link.sequence)
      const isAnchored = !anchored || anchored === link.hash.toString('hex')
      if (!isNext || !isAnchored || !chainAuditHash(hash, toHashedContent(link)).equals(link.hash))
        return broken(link.id)
      entries += 1
      hash = link.hash
      lastId = link.id
    }
    if (links.length) continue
    // Read after the entries, as some may have been added meanwhile.
    const [end]: ChainEnd[] = await read<ChainEnd>(
      select`sequence, entry_id, hash from audit_chains where organization_id = ${organizationId} order by sequence desc limit 1`,
    )
    if (!end) return entries ? broken(lastId) : whole()
    if (end.sequence > entries && end.sequence > knownEnd) {
      knownEnd = end.sequence
      continue
    }
    if (end.sequence > entries) return broken(end.entry_id)
    const holds = end.sequence === entries && end.entry_id === lastId && hash.equals(end.hash)
    return holds ? whole() : broken(lastId)
  }
}

/** One batch. */
export const selectEntriesAfter = (organizationId: string, sequence: number) =>
  select`id, sequence, created_at, actor_type, actor_id, actor_name, action, resource, resource_id, before, after,
        previous_hash, hash
      from audit_entries where organization_id = ${organizationId} and sequence > ${sequence} order by sequence limit ${batchSize}`

export const toHashedContent = ({ actor_type, actor_id, actor_name, created_at, ...link }: StoredAuditEntry) => ({
  id: link.id,
  created_at: DateTime.serialize(created_at) as string,
  actor: { type: actor_type, id: actor_id, name: actor_name },
  action: link.action,
  resource: link.resource,
  resource_id: link.resource_id,
  before: link.before,
  after: link.after,
})

/** The first broken entry, or the number of the first missing one. */
type BrokenChain = { organizationId: string } & Pick<ChainVerification, 'firstBrokenId' | 'firstMissingSequence'>

/** Verifies the chains of all organizations. `system` connects as the owner of the database. */
export async function verifyAuditLogs(
  system: Pool,
  storage: Pick<Storage, 'list'>,
): Promise<{ entries: number; broken: BrokenChain[] }> {
  let entries = 0
  const broken: BrokenChain[] = []
  const read: Read = (statement) => runStatement(system, statement)
  const organizations = await runStatement<{ id: string }>(system, sql`select id from organizations order by id`)
  for (const { id: organizationId } of organizations) {
    const verified = await verifyAuditChain(organizationId, read, await readAuditAnchors(storage, organizationId))
    entries += verified.entries
    const { valid, firstBrokenId, firstMissingSequence } = verified
    if (!valid) broken.push({ organizationId, firstBrokenId, firstMissingSequence })
  }
  return { entries, broken }
}
