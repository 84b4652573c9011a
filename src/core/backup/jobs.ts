import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { BackupFailed } from './encryption.ts'
import type { Manifest } from './manifest.ts'
import type { Repository } from './repository.ts'

// Only waiting jobs are backed up; pg-boss creates its own tables in its current version.

const jobsKey = (id: string) => `backups/${id}/jobs.jsonl`

/** Definition of a job, without its progress. */
const columns = [
  ...['id', 'name', 'data', 'priority', 'singleton_key', 'singleton_on', 'group_id', 'group_tier', 'policy'],
  ...['retry_limit', 'retry_count', 'retry_delay', 'retry_backoff', 'retry_delay_max', 'dead_letter'],
  ...['start_after', 'created_on', 'keep_until', 'expire_seconds', 'heartbeat_seconds', 'deletion_seconds'],
]

/** Returns their number. */
export async function copyJobs(client: Client, repository: Pick<Repository, 'write'>, id: string): Promise<number> {
  // Columns of the pg-boss version in use; none without a table.
  const { rows: known } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = to_regclass('pgboss.job') and attnum > 0 and not attisdropped",
  )
  const there = columns.filter((column) => known.some(({ name }) => name === column))
  const { rows } = there.length
    ? await client.query<{ line: string }>(
        `select to_jsonb(j)::text as line from (select ${there.join(', ')} from pgboss.job where state < 'completed' order by created_on, id) j`,
      )
    : { rows: [] }
  await repository.write(jobsKey(id), Readable.from(rows.map(({ line }) => `${line}\n`)))
  return rows.length
}

/** Throws BackupFailed if one is missing. */
export async function readJobs(
  repository: Pick<Repository, 'read'>,
  { id, jobs: expected }: Pick<Manifest, 'id' | 'jobs'>,
): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface(await repository.read(jobsKey(id)))) lines.push(line)
  if (lines.length !== expected)
    throw new BackupFailed(`The list of jobs of the backup is damaged: ${lines.length} of ${expected}.`)
  return lines
}

export const listQueueNames = (jobs: readonly string[]): Set<string> =>
  new Set(jobs.map((line) => (JSON.parse(line) as { name: string }).name))

/** Inserts jobs within the caller's transaction. */
export async function restoreJobs(client: Client, jobs: readonly string[]): Promise<void> {
  for (const line of jobs) {
    const job = JSON.parse(line) as object
    // Columns unknown to the backup's version get defaults.
    const there = columns.filter((column) => column in job).join(', ')
    await client.query(
      `insert into pgboss.job (${there}) select ${there} from jsonb_populate_record(null::pgboss.job, $1)`,
      [line],
    )
  }
}
