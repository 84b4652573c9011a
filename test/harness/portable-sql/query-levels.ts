import { coordinatorTables, referenceTables } from '#core/database/distribute'
import { asKind, columnOf, conjunctsOf, listOf, nameOf, type Tree } from './tree.ts'

/** The tables that one FROM, UPDATE or DELETE puts together. */
export interface QueryLevel {
  tables: Table[]
  /** How many groups of them have nothing to do with each other's organization. */
  groups: number
  locks: boolean
  /** True in a sub-select that stands for a value or a condition. */
  isValue: boolean
}

/** A table of organizations, and what ties its rows to one: a parameter, the statement around it, or nothing. */
interface Table {
  alias: string
  /** The column that its rows are distributed by. */
  key: string
  tie: 'parameter' | 'outer' | undefined
}

/** Whether a node is a value that is known when a statement is planned. */
export type IsKnown = (node: unknown) => boolean

interface Around {
  tables: readonly Table[]
  ctes: ReadonlySet<string>
}

const among = (names: readonly string[], name: unknown) => names.includes(String(name))

/** Known to one server alone. */
export const isOnCoordinator = ({ relname, schemaname = 'public' }: Tree) =>
  schemaname !== 'public' || among(coordinatorTables, relname) || /^pg_/.test(String(relname))

/** Not distributed, or the same on every server. */
export const isGlobal = (table: Tree) => isOnCoordinator(table) || among(referenceTables, table.relname)

/** The column that a table's rows are distributed by. */
export const distributionKey = (table: unknown) => (table === 'organizations' ? 'id' : 'organization_id')

export function findQueryLevels(statement: unknown, isKnown: IsKnown): QueryLevel[] {
  return find(statement, { tables: [], ctes: new Set() }, false, isKnown)
}

function find(node: unknown, around: Around, isValue: boolean, isKnown: IsKnown): QueryLevel[] {
  if (Array.isArray(node)) return node.flatMap((each) => find(each, around, isValue, isKnown))
  if (!node || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([kind, part]) => {
    const isStatement = /^(Select|Update|Delete|Insert)Stmt$/.test(kind) || (/^[lr]arg$/.test(kind) && 'op' in part)
    return isStatement
      ? read(part as Tree, around, isValue, isKnown)
      : find(part, around, isValue || kind === 'SubLink', isKnown)
  })
}

/** The level of a statement, and those inside of it. */
function read(statement: Tree, around: Around, isValue: boolean, isKnown: IsKnown): QueryLevel[] {
  const { withClause, fromClause, usingClause, relation, cols, selectStmt, lockingClause, ...others } = statement
  const named = listOf((withClause as Tree | undefined)?.ctes).map((each) => asKind(each, 'CommonTableExpr') as Tree)
  const ctes = new Set([...around.ctes, ...named.map(({ ctename }) => String(ctename))])
  const changed = relation && !cols && !selectStmt ? [{ RangeVar: relation }] : []
  const sources = [...changed, ...listOf(fromClause), ...listOf(usingClause)]
  const tables: Table[] = []
  const conditions = conjunctsOf(others.whereClause)
  const gather = (source: unknown) => {
    const range = asKind(source, 'RangeVar')
    const join = asKind(source, 'JoinExpr')
    if (range && !isGlobal(range) && !ctes.has(String(range.relname))) {
      const alias = String((range.alias as Tree | undefined)?.aliasname ?? range.relname)
      tables.push({ alias, key: distributionKey(range.relname), tie: undefined })
    }
    if (!join) return
    gather(join.larg)
    gather(join.rarg)
    conditions.push(...conjunctsOf(join.quals), ...sharedColumns(join))
  }
  sources.forEach(gather)
  const groups = tieTogether(tables, conditions, around.tables, isKnown)
  const inside = { tables: [...around.tables, ...tables], ctes }
  return [
    { tables, groups, locks: lockingClause !== undefined, isValue },
    ...find(
      named.map(({ ctequery }) => ctequery),
      { tables: [], ctes },
      false,
      isKnown,
    ),
    ...find([sources, selectStmt], inside, false, isKnown),
    ...find(others, 'larg' in others ? { ...around, ctes } : inside, 'larg' in others && isValue, isKnown),
  ]
}

/** `join … using (organization_id)` ties as `on a.organization_id = b.organization_id` does. */
function sharedColumns({ usingClause, larg, rarg }: Tree): unknown[] {
  const aliasOf = (side: unknown): string => {
    const join = asKind(side, 'JoinExpr')
    if (join) return aliasOf(join.larg)
    const [source] = Object.values(side as Record<string, Tree>)
    return String((source?.alias as Tree | undefined)?.aliasname ?? source?.relname)
  }
  const column = (side: unknown, name: string) => ({
    ColumnRef: { fields: [aliasOf(side), name].map((sval) => ({ String: { sval } })) },
  })
  return listOf(usingClause).map((each) => {
    const name = String(asKind(each, 'String')?.sval)
    const [lexpr, rexpr] = [column(larg, name), column(rarg, name)]
    return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr } }
  })
}

/** Ties tables to an organization by conditions that hold for all of their rows; answers how many groups there are. */
function tieTogether(
  tables: readonly Table[],
  conditions: unknown[],
  outer: readonly Table[],
  isKnown: IsKnown,
): number {
  const groups = new Map(tables.map((table) => [table, new Set([table])]))
  const keyed = (node: unknown, among: readonly Table[]) => {
    const column = columnOf(node)
    return column && among.find(({ key, alias }) => key === column.name && (column.table ?? alias) === alias)
  }
  for (const [one, other] of conditions.flatMap(equalitiesOf)) {
    const table = keyed(one, tables)
    if (!table) continue
    const beside = keyed(other, tables)
    if (isKnown(other)) table.tie = 'parameter'
    else if (beside) {
      const joined = new Set([...(groups.get(table) ?? []), ...(groups.get(beside) ?? [])])
      for (const each of joined) groups.set(each, joined)
    } else if (keyed(other, outer)) table.tie ??= 'outer'
  }
  const distinct = new Set(groups.values())
  for (const group of distinct) {
    const ties = [...group].map(({ tie }) => tie)
    const tie = ties.includes('parameter') ? 'parameter' : ties.find(Boolean)
    for (const table of group) table.tie = tie
  }
  return distinct.size
}

/** The two sides of an equality, both ways round. */
function equalitiesOf(condition: unknown): [unknown, unknown][] {
  const expression = asKind(condition, 'A_Expr')
  if (!expression || nameOf(expression.name) !== '=') return []
  const { kind, lexpr, rexpr } = expression
  const both = (one: unknown, other: unknown): [unknown, unknown][] => [
    [one, other],
    [other, one],
  ]
  if (kind === 'AEXPR_OP') return both(lexpr, rexpr)
  // (organization_id, id) in (($1, $2)), as MikroORM writes it.
  if (kind !== 'AEXPR_IN') return []
  const columns = listOf(asKind(lexpr, 'RowExpr')?.args)
  const [row] = listOf(asKind(rexpr, 'List')?.items ?? rexpr)
  const values = listOf(asKind(row, 'RowExpr')?.args)
  return columns.flatMap((column, index) => both(column, values[index]))
}
