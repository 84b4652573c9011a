import type { Pool } from 'pg'
import { isDistributed } from './connection.ts'

/** Milliseconds; sizes change slowly, and querying them touches every file and server. */
const keptMs = 600_000

const last = new WeakMap<Pool, { at: number; sizes: Promise<ReadonlyMap<string, number>> }>()

/**
 * Bytes per table with indexes and partitions, largest first, cached for ten minutes. Unreachable servers are left out. `system`
 * connects as the owner.
 */
export function readTableSizes(system: Pool): Promise<ReadonlyMap<string, number>> {
  const known = last.get(system)
  if (known && performance.now() - known.at < keptMs) return known.sizes
  const sizes = query(system)
  last.set(system, { at: performance.now(), sizes })
  sizes.catch(() => last.delete(system))
  return sizes
}

async function query(system: Pool): Promise<ReadonlyMap<string, number>> {
  const onServers = (await isDistributed(system))
    ? 'case when c.oid in (select logicalrelid from pg_dist_partition) then citus_total_relation_size(c.oid, false) else pg_total_relation_size(c.oid) end'
    : 'pg_total_relation_size(c.oid)'
  const { rows } = await system.query<{ table: string; bytes: number }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as table, sum(coalesce(${onServers}, 0))::bigint as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'm') group by 1 order by 2 desc, 1`,
  )
  return new Map(rows.map(({ table, bytes }) => [table, Number(bytes)]))
}
