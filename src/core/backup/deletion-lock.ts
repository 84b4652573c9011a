import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Pool } from 'pg'

/** Advisory lock held by a copying backup, and shared by file deletions: "bkfile" in ASCII. */
const removalLock = 0x626b66696c65

/** Backups rarely copy longer, and jobs must not wait for ever. */
const maxWaitMs = 60_000

/** Waits for running deletions and blocks new ones until `unlockFileDeletion`, so that the snapshot's files stay. */
export const lockFileDeletion = (client: Client) => client.query('select pg_advisory_lock($1)', [removalLock])
export const unlockFileDeletion = (client: Client) => client.query('select pg_advisory_unlock($1)', [removalLock])

/**
 * Deletes the files of deleted rows while no backup copies, whose snapshot may have these rows. Throws after a minute, so that the job
 * is retried. `system` connects as the owner.
 */
export async function deleteFilesBetweenBackups(system: Pool, remove: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + maxWaitMs; !(await attempt(system, remove)); await sleep(500))
    if (performance.now() > end)
      throw new Error('A backup is still copying files: what was deleted is removed after it.')
}

async function attempt(system: Pool, remove: () => Promise<void>): Promise<boolean> {
  const client = await system.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock_shared($1) as "isFree"',
      [removalLock],
    )
    const isFree = rows[0]?.isFree ?? false
    if (isFree) await remove()
    await client.query('commit')
    return isFree
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
