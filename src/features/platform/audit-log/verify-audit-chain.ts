import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { chainAuditHash, genesisHash } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { type Select, select } from '#core/database/select'
import { DateTime } from '#core/schema/scalars'
import type { Storage } from '#core/storage/storage'
import { type AuditAnchors, readAuditAnchors } from './audit-anchors.ts'

/** Sends a statement that reads. */
type Read = <Row>(statement: Select) => Promise<Row[]>

export interface ChainVerification {
  valid: boolean
  /** How many entries hold, up to the first that does not. */
  entries: number
  firstBrokenId: string | null
  /** The number of the first entry that an anchor knows and the log does not have any more. */
  firstMissingSequence: number | null
}

/** What does not hold, in the operator's words. */
export const describeChainFault = ({
  firstBrokenId,
  firstMissingSequence,
}: Omit<ChainVerification, 'valid' | 'entries'>) =>
  firstMissingSequence
    ? `its entries are missing from number ${firstMissingSequence} on`
    : `the chain is broken at entry ${firstBrokenId}`

/** An entry as it is stored, bound to the one before it. */
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

/** So many are in memory at once, and are hashed before anybody else has their turn. */
const batchSize = 250

/**
 * Computes an organization's chain anew, from its first entry to its end, and compares it with its anchors; `mayGoOn` is
 * asked after each batch.
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
    // Read after the entries: it is where they end, or where those end that were added meanwhile.
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

/** The next entries after one, so many as are hashed at once. */
export const selectEntriesAfter = (organizationId: string, sequence: number) =>
  select`id, sequence, created_at, actor_type, actor_id, actor_name, action, resource, resource_id, before, after,
        previous_hash, hash
      from audit_entries where organization_id = ${organizationId} and sequence > ${sequence} order by sequence limit ${batchSize}`

/** What of an entry is hashed. */
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

/** A chain that does not hold: from which entry, or from which number where entries are missing. */
type BrokenChain = { organizationId: string } & Pick<ChainVerification, 'firstBrokenId' | 'firstMissingSequence'>

/** Verifies the chain of every organization; `system` works as the owner. Answers how many entries there are, and what is broken. */
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
