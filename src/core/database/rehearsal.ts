import { createPool } from './connection.ts'
import { type MigrationObserver, migrate } from './migrate.ts'

/** Modes of locks on tables, the weakest first, as pg_locks names them. */
const modes = [
  ...['AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock'],
  ...['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'],
]
/** From this one on others wait: SHARE keeps them from writing. */
const firstBlocking = modes.indexOf('ShareLock')

/** What a statement did to a table that was there before. */
export interface TouchedTable {
  table: string
  sizeBytes: number
  /** The strongest lock that it has from now on, as SQL writes it. */
  lock: string
  /** The whole table was written anew. */
  isRewritten: boolean
  readRows: number
  writtenRows: number
  /** Indexes that were built over all rows. */
  builtIndexes: number
}

interface RehearsedStatement {
  migration: string
  statement: string
  milliseconds: number
  touched: TouchedTable[]
}

/** A table that others have to wait for, from the first statement that locks it so to the end. */
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
  /** Where the table, its indexes and its locks are, each with blanks between. */
  nodes: string
  indexes: string
  locks: string
  size: string
  read: string
  written: string
}

/** Tables, partitions as a whole, with what this transaction has done to them. */
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
 * Migrates a copy of a database and says what each statement does to tables that were there: how long it takes, what it locks, and
 * what it rewrites, reads and writes. `url` is the owner's.
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
      // What the migrations make themselves keeps nobody waiting.
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

/** `ACCESS EXCLUSIVE`, as the documentation of PostgreSQL has it. */
const lockName = (mode: number) =>
  (modes[mode] ?? '')
    .replace(/Lock$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()

/** How many names of a list are not in another. */
const countNew = (names: string, others: string) => {
  const known = new Set(others.split(' '))
  return names.split(' ').filter((name) => name && !known.has(name)).length
}
