import { createPool } from './connection.ts'
import { type MigrationObserver, migrate } from './migrate.ts'

/** As in pg_locks, weakest first. */
const modes = [
  ...['AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock'],
  ...['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'],
]
/** SHARE and stronger locks block writes. */
const firstBlocking = modes.indexOf('ShareLock')

/** Effect of a statement on an existing table. */
export interface TouchedTable {
  table: string
  sizeBytes: number
  /** New strongest lock, in SQL spelling. */
  lock: string
  isRewritten: boolean
  readRows: number
  writtenRows: number
  /** Indexes built over existing rows. */
  builtIndexes: number
}

interface RehearsedStatement {
  migration: string
  statement: string
  milliseconds: number
  touched: TouchedTable[]
}

/** A table that blocks others, from its first such lock to the end. */
interface BlockedTable {
  table: string
  lock: string
  stops: 'reading and writing' | 'writing'
  milliseconds: number
}

export interface MigrationRehearsal {
  statements: RehearsedStatement[]
  blocked: BlockedTable[]
  milliseconds: number
}

interface TableState {
  table: string
  /** File nodes, separated by blanks; the next two likewise. */
  nodes: string
  indexes: string
  locks: string
  size: string
  read: string
  written: string
}

/** State of tables within this transaction; partitions are summed up. */
const state = `with held as materialized (
    select l.relation, string_agg(l.mode, ' ') as modes from pg_locks l
    where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.granted
      and l.database = (select oid from pg_database where datname = current_database()) group by 1),
  indexed as materialized (
    select indrelid, string_agg(pg_relation_filenode(indexrelid)::text, ' ') as nodes from pg_index group by 1)
  select coalesce(pg_partition_root(c.oid)::oid, c.oid)::regclass::text as table,
    coalesce(string_agg(pg_relation_filenode(c.oid)::text, ' '), '') as nodes,
    coalesce(string_agg(i.nodes, ' '), '') as indexes, coalesce(string_agg(h.modes, ' '), '') as locks,
    sum(pg_total_relation_size(c.oid))::text as size, sum(pg_stat_get_xact_tuples_returned(c.oid))::text as read,
    sum(pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid))::text as written
  from pg_class c left join held h on h.relation = c.oid left join indexed i on i.indrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'migrations%'
  group by 1`

/**
 * Migrates a copy of a database and measures each statement's effect on existing tables: duration, locks, rewrites, reads and writes.
 * `url` is the owner's.
 */
export async function rehearseMigrations(
  url: string,
  secrets: Parameters<typeof migrate>[2],
): Promise<MigrationRehearsal> {
  const system = createPool(url, 'system', 2)
  const statements: RehearsedStatement[] = []
  const since = new Map<string, { mode: number; at: number }>()
  let known: Map<string, TableState> | undefined
  let last: Map<string, TableState> | undefined
  const began = performance.now()
  let looking = 0
  const observe: MigrationObserver = async (migration, statement, run, query) => {
    const look = async () => {
      const from = performance.now()
      const rows = (await query(state)) as TableState[]
      looking += performance.now() - from
      return new Map(rows.map((row) => [row.table, row]))
    }
    // Nothing happens between two statements.
    const before = last ?? (await look())
    known ??= before
    const at = performance.now()
    const result = await run()
    const milliseconds = performance.now() - at
    const after = await look()
    last = after
    const touched: TouchedTable[] = []
    for (const [table, now] of after) {
      const then = before.get(table)
      // New tables block nobody.
      if (!then || !known.has(table)) continue
      const mode = strongest(now)
      if (mode > (since.get(table)?.mode ?? firstBlocking - 1)) since.set(table, { mode, at })
      const one: TouchedTable = {
        table,
        sizeBytes: Number(then.size),
        lock: lockName(mode),
        isRewritten: countNew(then.nodes, now.nodes) > 0,
        readRows: Number(now.read) - Number(then.read),
        writtenRows: Number(now.written) - Number(then.written),
        builtIndexes: countNew(now.indexes, then.indexes),
      }
      if (mode > strongest(then) && mode > 0) touched.push(one)
      else if (one.isRewritten || one.writtenRows || one.builtIndexes || one.readRows) touched.push(one)
    }
    statements.push({ migration, statement, milliseconds, touched })
    return result
  }
  try {
    await migrate(system, url, secrets, { observe })
  } finally {
    await system.end()
  }
  const end = performance.now()
  const blocked = [...since].map(
    ([table, { mode, at }]): BlockedTable => ({
      table,
      lock: lockName(mode),
      stops: modes[mode] === 'AccessExclusiveLock' ? 'reading and writing' : 'writing',
      milliseconds: end - at,
    }),
  )
  return { statements, blocked, milliseconds: end - began - looking }
}

const strongest = ({ locks }: TableState) => Math.max(-1, ...locks.split(' ').map((mode) => modes.indexOf(mode)))

/** In SQL spelling: `ACCESS EXCLUSIVE`. */
const lockName = (mode: number) =>
  (modes[mode] ?? '')
    .replace(/Lock$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()

const countNew = (names: string, others: string) => {
  const known = new Set(others.split(' '))
  return names.split(' ').filter((name) => name && !known.has(name)).length
}
