import type { Pool } from 'pg'
import type { Logger } from 'pino'
import sql from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Storage } from '#core/storage/storage'
import type { Clock } from '#core/time/clock'
import type { Seals } from '#documents/seal/seals'

// Where the ends of the chains are kept outside the database: docs/decisions/0087-audit-log-anchors.md.

/** How far an organization's chain had come: its hash by the number of the entry. */
export type AuditAnchors = ReadonlyMap<number, string>

interface ChainHead {
  organizationId: string
  sequence: number
  hash: string
}

const folder = 'audit-anchors'

/** The name says all, so that a listing is enough to compare. */
const anchorKey = ({ organizationId, sequence, hash }: ChainHead) =>
  `${folder}/${organizationId}/${sequence}-${hash}.json`

const anchorKeyPattern = /\/(\d+)-([0-9a-f]{64})\.json$/

/** All anchors of an organization; none where there are none yet. */
export async function readAuditAnchors(storage: Pick<Storage, 'list'>, organizationId: string): Promise<AuditAnchors> {
  const anchors = new Map<number, string>()
  for await (const key of storage.list(`${folder}/${organizationId}`)) {
    const [, sequence, hash] = anchorKeyPattern.exec(key) ?? []
    if (hash) anchors.set(Number(sequence), hash)
  }
  return anchors
}

interface AnchorServices {
  /** Works as the owner, over all organizations. */
  system: Pool
  storage: Pick<Storage, 'list' | 'put'>
  seals: Pick<Seals, 'timeStamp'>
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Writes for each organization how far its audit log has come, and a manifest of all, which is time-stamped where there is an
 * authority. Nothing is overwritten. An anchor that its chain does not contain any more stays the last one, and the log says so. Answers the key of the
 * manifest, for a backup to take along.
 */
export async function anchorAuditLogs({ system, storage, seals, clock, log }: AnchorServices): Promise<string> {
  const now = clock.now()
  const heads = await queryAllTenants<ChainHead>(
    system,
    (
      reached,
    ) => sql`select distinct on (organization_id) organization_id as "organizationId", sequence, encode(hash, 'hex') as hash
      from audit_chains where ${reached('organization_id')} order by organization_id, sequence desc`,
  )
  const lines: string[] = []
  for (const head of heads) {
    const { organizationId, sequence, hash } = await anchor(head)
    lines.push(`${organizationId} ${sequence} ${hash}\n`)
  }
  const manifest = `${folder}/manifests/${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const bytes = Buffer.from(lines.join(''))
  await storage.put(`${manifest}.txt`, bytes, 'text/plain; charset=utf-8')
  try {
    const token = await seals.timeStamp(bytes)
    if (token) await storage.put(`${manifest}.tst`, token, 'application/timestamp-token')
  } catch (error) {
    log.error({ err: error }, 'audit logs anchored without a time stamp')
  }
  return `${manifest}.txt`

  /** Answers the newest anchor: the head, unless it does not follow the last one. */
  async function anchor(head: ChainHead): Promise<ChainHead> {
    const { organizationId } = head
    const anchors = await readAuditAnchors(storage, organizationId)
    const last = Math.max(0, ...anchors.keys())
    const lastHash = anchors.get(last)
    if (lastHash && !(await follows(head, last, lastHash))) {
      log.error({ organization_id: organizationId, sequence: last }, 'the audit log has lost what was anchored')
      return { organizationId, sequence: last, hash: lastHash }
    }
    if (head.sequence > last) {
      const bytes = JSON.stringify({
        organization_id: organizationId,
        sequence: head.sequence,
        hash: head.hash,
        anchored_at: now.toISOString(),
      })
      await storage.put(anchorKey(head), Buffer.from(bytes), 'application/json')
    }
    return head
  }

  async function follows(head: ChainHead, sequence: number, hash: string): Promise<boolean> {
    if (head.sequence <= sequence) return head.sequence === sequence && head.hash === hash
    const [entry] = await runStatement<{ hash: string }>(
      system,
      sql`select encode(hash, 'hex') as hash from audit_entries
          where organization_id = ${head.organizationId} and sequence = ${sequence}`,
    )
    return entry?.hash === hash
  }
}
