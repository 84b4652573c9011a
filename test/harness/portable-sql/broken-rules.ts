import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { listChangedTables, listCreatedTables } from './changed-tables.ts'
import { findConstantConditions } from './constant-conditions.ts'
import { distributionKey, findQueryLevels, type IsKnown, isGlobal, type QueryLevel } from './query-levels.ts'
import type { Rule } from './rules.ts'
import { type ColumnTypes, isMutable, isNotImmutable, isStable, isStableAssignment, isVolatile } from './stability.ts'
import { asKind, columnOf, functionsIn, has, listOf, nameOf, type Tree, textsIn, walkTree } from './tree.ts'

await loadModule()

/** The functions of our migrations: what they do is statements. */
const own = /^(set_org|enter|count_(token_)?request|take_departures|find_\w+)$/

/** What is known of a text beside it. */
interface Known {
  /** The numbers of the parameters that are null. */
  nulls?: readonly number[]
  /** The names that stand for values, in the body of a function. */
  variables?: readonly string[]
  types?: ColumnTypes
}

/** The rules that the statements in a text break. */
export function findBrokenRules(text: string, known: Known = {}): Rule[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Tree }[] }
  const statements = stmts.map(({ stmt }) => stmt)
  const broken = statements.flatMap((statement) => [
    ...brokenBy(statement, known),
    ...brokenInside(statement, text, known),
  ])
  return [...new Set([...broken, ...brokenTogether(statements)])]
}

/** The rules that several statements break by standing in one text. */
function* brokenTogether(statements: readonly Tree[]): Generator<Rule> {
  if (statements.length < 2) return
  const made = new Set(statements.flatMap(listCreatedTables))
  const changed = statements.flatMap(listChangedTables).filter((name) => !made.has(name))
  const reads = statements.some((statement) =>
    findQueryLevels(statement, () => false).some(({ tables }) => tables.length),
  )
  if (statements.some((statement) => 'VariableSetStmt' in statement)) {
    if (changed.length || reads) yield 'set alone'
  } else if (changed.length) yield 'one change a text'
}

function* brokenBy(statement: Tree, { nulls = [], variables = [], types = {} }: Known): Generator<Rule> {
  const typesBeside = Object.fromEntries(Object.entries(types).filter(([name]) => !variables.includes(name)))
  const known = { nulls, variables, types: typesBeside }
  for (const [kind, part] of walkTree(statement)) yield* brokenByPart(kind, part, known)
  const isKnown: IsKnown = (node) => {
    if (asKind(node, 'ParamRef') || asKind(node, 'A_Const')) return true
    const cast = asKind(node, 'TypeCast')
    if (cast) return isKnown(cast.arg)
    const column = columnOf(node)
    return column !== undefined && !column.table && variables.includes(column.name)
  }
  const levels = findQueryLevels(statement, isKnown)
  const isOfOne = levels.some(({ tables }) => tables.some(({ tie }) => tie === 'parameter'))
  for (const level of levels) yield* brokenByLevel(level, isOfOne)
  if (levels.some(({ tables }) => tables.length) && functionsIn(statement).some((name) => own.test(name)))
    yield 'own function by itself'
}

/** The rules that the statements in the body of a function break. */
function brokenInside(statement: Tree, text: string, { types }: Known): Rule[] {
  const created = asKind(statement, 'CreateFunctionStmt')
  if (!created || optionOf(created, 'language') !== 'plpgsql') return []
  const parts = [...walkTree(parsePlPgSQLSync(text))]
  const variables = parts.flatMap(([, { refname }]) => (typeof refname === 'string' ? [refname] : []))
  return parts.flatMap(([kind, { query, parseMode }]) =>
    kind === 'PLpgSQL_expr' && parseMode === 0 ? findBrokenRules(String(query), { variables, types }) : [],
  )
}

function* brokenByLevel({ tables, groups, locks, isValue }: QueryLevel, isOfOne: boolean): Generator<Rule> {
  if (!tables.length) return
  const ties = new Set(tables.map(({ tie }) => tie))
  if (isOfOne ? ties.has(undefined) || ties.has('outer') : groups > 1 || (isValue && ties.has(undefined)))
    yield 'organization in every part'
  if (locks && !isOfOne) yield 'lock within an organization'
}

function* brokenByPart(kind: string, part: Tree, known: Required<Known>): Generator<Rule> {
  if (findConstantConditions(kind, part, known.nulls)) yield 'no null in an outer join'
  switch (kind) {
    case 'CreatePolicyStmt':
    case 'AlterPolicyStmt':
      if (has(part, 'SubLink')) yield 'policy without subquery'
      return
    case 'VariableSetStmt':
    case 'setstmt':
      if (part.name === 'plan_cache_mode' && textsIn(part).includes('force_generic_plan')) yield 'no generic plan'
      return
    case 'FuncCall':
      if (nameOf(part.funcname) === 'set_config') yield 'no set_config'
      return
    case 'Constraint':
      if (part.contype === 'CONSTR_FOREIGN' && actsOtherwise(part)) yield 'no referential action but cascade on delete'
      return
    case 'CreateTrigStmt':
      yield 'no trigger'
      return
    case 'AlterTableCmd':
      if (part.subtype === 'AT_ForceRowSecurity') yield 'row-level security not forced'
      if (part.subtype === 'AT_AddColumn' && constrains(part)) yield 'column before its constraint'
      if (part.subtype === 'AT_AlterConstraint') yield 'no referential action but cascade on delete'
      return
    case 'CreateFunctionStmt':
    case 'AlterFunctionStmt':
      if (settingsOf(part).some((name) => name !== 'search_path' && name !== 'plan_cache_mode'))
        yield 'no setting on a function'
      return
    case 'MergeStmt':
      yield 'no merge'
      return
    case 'UpdateStmt':
    case 'DeleteStmt':
      if (!isGlobal(part.relation as Tree)) yield* brokenByChange(part, known)
      return
    case 'InsertStmt':
      if (!isGlobal(part.relation as Tree)) yield* brokenByInsert(part, known)
  }
}

const actsOtherwise = ({ fk_del_action, fk_upd_action, deferrable }: Tree) =>
  /^[nd]$/.test(String(fk_del_action)) || /^[rcnd]$/.test(String(fk_upd_action)) || deferrable === true

const constrains = (command: Tree) =>
  [...walkTree(command)].some(
    ([kind, { contype }]) => kind === 'Constraint' && /CHECK|UNIQUE|PRIMARY|FOREIGN|IDENTITY/.test(String(contype)),
  ) || textsIn(command).some((name) => /^(big|small)?serial$/.test(name))

const settingsOf = ({ options, actions }: Tree) =>
  listOf(options ?? actions).flatMap((option) => {
    const { defname, arg } = asKind(option, 'DefElem') ?? {}
    return defname === 'set' ? [String(asKind(arg, 'VariableSetStmt')?.name)] : []
  })

function optionOf(created: Tree, name: string) {
  const option = listOf(created.options).find((each) => asKind(each, 'DefElem')?.defname === name)
  return textsIn(asKind(option, 'DefElem')?.arg)[0]
}

/** What an UPDATE or a DELETE computes must be the same wherever it is. */
function* brokenByChange({ returningClause, ...change }: Tree, { variables, types }: Required<Known>): Generator<Rule> {
  if (isVolatile(change)) yield 'nothing volatile in a change'
  const hasColumn = (part: Tree) =>
    [...walkTree({ part })].some(
      ([kind, node]) => kind === 'ColumnRef' && !variables.includes(columnOf({ ColumnRef: node })?.name ?? ''),
    )
  for (const [kind, part] of [...walkTree(change, 'SelectStmt'), ...pulledUpBy(change)]) {
    if ((kind === 'CaseExpr' || kind === 'CoalesceExpr') && isMutable(part, types))
      yield 'no time in case or coalesce of a change'
    else if (
      (isStable(kind, part, types) || (kind === 'ResTarget' && isStableAssignment(part, types))) &&
      hasColumn(part)
    )
      yield 'nothing stable with a column in a change'
    if (kind === 'CaseExpr' && part.arg) yield 'case by conditions in a change'
  }
  if (isNotImmutable(returningClause, types)) yield 'returning columns'
}

/** What a plain sub-select of FROM computes: PostgreSQL puts it where its columns are named. */
const pulledUpBy = ({ fromClause, usingClause }: Tree) =>
  [...listOf(fromClause), ...listOf(usingClause)].flatMap((source) => {
    const { targetList, ...select } = asKind(asKind(source, 'RangeSubselect')?.subquery, 'SelectStmt') ?? {}
    return isByItself({ targetList, ...select }) ? [] : [...walkTree(targetList, 'SelectStmt')]
  })

const isByItself = ({ groupClause, distinctClause, limitCount, limitOffset, withClause, larg, targetList }: Tree) =>
  [groupClause, distinctClause, limitCount, limitOffset, withClause, larg].some(Boolean) ||
  has(targetList, 'over') ||
  functionsIn(targetList).some((name) => /^(min|max|sum|count|avg|bool_(and|or)|\w+_agg)$/.test(name))

function* brokenByInsert(insert: Tree, { types }: Required<Known>): Generator<Rule> {
  const conflict = insert.onConflictClause as Tree | undefined
  if (conflict?.action === 'ONCONFLICT_UPDATE' && isNotImmutable(conflict, types)) yield 'nothing mutable in do update'
  if (isNotImmutable(insert.returningClause, types)) yield 'returning columns'
  const select = asKind(insert.selectStmt, 'SelectStmt')
  if (select?.valuesLists) {
    if (has(select, 'SubLink')) yield 'no subquery in values'
  } else if (select && !conflict && !isFromRows(insert, select)) yield 'insert from rows of the organization'
}

/** Whether rows are inserted where they are read, their organization as it stands there. */
function isFromRows({ cols, withClause, relation }: Tree, select: Tree): boolean {
  if (withClause || isVolatile(select)) return false
  const names = listOf(cols).map((each) => asKind(each, 'ResTarget')?.name)
  const place = Math.max(0, names.indexOf(distributionKey((relation as Tree).relname)))
  const first = (part: Tree): Tree => (part.larg ? first(part.larg as Tree) : part)
  const target = asKind(listOf(first(select).targetList)[place], 'ResTarget')
  return /^(organization_)?id$/.test(columnOf(target?.val)?.name ?? '')
}
