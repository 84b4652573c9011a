import type { Pool } from 'pg'
import type { Logger } from 'pino'
import sql from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Storage } from '#core/storage/storage'
import type { Clock } from '#core/time/clock'
import type { Seals } from '#documents/seal/seals'

// Heads of the hash chains outside the database: docs/decisions/0087-audit-log-anchors.md.

/** Hash of the chain by number of the entry. */
export type AuditAnchors = ReadonlyMap<number, string>

interface ChainHead {
  organizationId: string
  sequence: number
  hash: string
}

const folder = 'audit-anchors'

/** Contains sequence and hash, so that a listing is enough to compare. */
const anchorKey = ({ organizationId, sequence, hash }: ChainHead) =>
  `${folder}/${organizationId}/${sequence}-${hash}.json`

const anchorKeyPattern = /\/(\d+)-([0-9a-f]{64})\.json$/

export async function readAuditAnchors(storage: Pick<Storage, 'list'>, organizationId: string): Promise<AuditAnchors> {
  const anchors = new Map<number, string>()
  for await (const key of storage.list(`${folder}/${organizationId}`)) {
    const [, sequence, hash] = anchorKeyPattern.exec(key) ?? []
    if (hash) anchors.set(Number(sequence), hash)
  }
  return anchors
}

interface AnchorServices {
  /** Connects as the owner of the database. */
  system: Pool
  storage: Pick<Storage, 'list' | 'put'>
  seals: Pick<Seals, 'timeStamp'>
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Writes an anchor for each organization and a manifest of all, with a time stamp if an authority is configured. Nothing is overwritten.
 * If a chain does not contain its last anchor, that one stays and an error is logged. Returns the manifest's key for the backup.
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

  /** Returns the newest anchor: the head, or the last one if the head does not follow it. */
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
