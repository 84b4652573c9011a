import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { type IsKnown, isGlobal, keyOf, type Level, levelsOf } from './levels.ts'
import type { Rule } from './rules.ts'
import { asKind, columnOf, conjunctsOf, functionsIn, has, listOf, nameOf, partsOf, type Tree, textsIn } from './tree.ts'

await loadModule()

/** The functions of our migrations: what they do is statements. */
const own = /^(set_org|enter|count_(token_)?request|take_departures|find_\w+)$/

const volatile = /^(clock_timestamp|gen_random_uuid|uuidv[47]|random|nextval|setval|timeofday|pg_\w*advisory\w*)$/

/** STABLE in PostgreSQL's catalog, of what one would write. */
const stable =
  /^(now|(transaction|statement)_timestamp|current_setting|to_(char|date|timestamp|jsonb?)|concat(_ws)?|format|jsonb?_(build_\w+|object_agg|agg|populate_\w+)|row_to_json|array_to_json|age|date_(trunc|part)|quote_\w+)$/

/** What is known of a text beside it. */
interface Known {
  /** The numbers of the parameters that are null. */
  nulls?: readonly number[]
  /** The names that stand for values, in the body of a function. */
  variables?: readonly string[]
}

/** The rules that a text of one or several statements breaks: none where it is portable. */
export function brokenRules(text: string, known: Known = {}): Rule[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Tree }[] }
  const statements = stmts.map(({ stmt }) => stmt)
  const broken = statements.flatMap((statement) => [...brokenBy(statement, known), ...brokenInside(statement, text)])
  const isSet = (statement: Tree) => 'VariableSetStmt' in statement
  const isOfTenants = (statement: Tree) => levelsOf(statement, () => false).some(({ tables }) => tables.length)
  if (statements.some(isSet) && statements.some(isOfTenants)) broken.push('set alone')
  return [...new Set(broken)]
}

function* brokenBy(statement: Tree, { nulls = [], variables = [] }: Known): Generator<Rule> {
  for (const [kind, part] of partsOf(statement)) yield* brokenByPart(kind, part, { nulls, variables })
  const isKnown: IsKnown = (node) => {
    if (asKind(node, 'ParamRef') || asKind(node, 'A_Const')) return true
    const cast = asKind(node, 'TypeCast')
    if (cast) return isKnown(cast.arg)
    const column = columnOf(node)
    return column !== undefined && !column.table && variables.includes(column.name)
  }
  const levels = levelsOf(statement, isKnown)
  const isOfOne = levels.some(({ tables }) => tables.some(({ tie }) => tie === 'parameter'))
  for (const level of levels) yield* brokenByLevel(level, isOfOne)
  if (levels.some(({ tables }) => tables.length) && functionsIn(statement).some((name) => own.test(name)))
    yield 'own function by itself'
}

/** The rules that the statements in the body of a function break. */
function brokenInside(statement: Tree, text: string): Rule[] {
  const created = asKind(statement, 'CreateFunctionStmt')
  if (!created || optionOf(created, 'language') !== 'plpgsql') return []
  const parts = [...partsOf(parsePlPgSQLSync(text))]
  const variables = parts.flatMap(([, { refname }]) => (typeof refname === 'string' ? [refname] : []))
  return parts.flatMap(([kind, { query, parseMode }]) =>
    kind === 'PLpgSQL_expr' && parseMode === 0 ? brokenRules(String(query), { variables }) : [],
  )
}

function* brokenByLevel({ tables, groups, locks, isValue }: Level, isOfOne: boolean): Generator<Rule> {
  if (!tables.length) return
  const ties = new Set(tables.map(({ tie }) => tie))
  if (isOfOne ? ties.has(undefined) || ties.has('outer') : groups > 1 || (isValue && ties.has(undefined)))
    yield 'organization in every part'
  if (locks && !isOfOne) yield 'lock within an organization'
}

function* brokenByPart(kind: string, part: Tree, known: Required<Known>): Generator<Rule> {
  switch (kind) {
    case 'CreatePolicyStmt':
    case 'AlterPolicyStmt':
      if (has(part, 'SubLink')) yield 'policy without subquery'
      return
    case 'VariableSetStmt':
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
      return
    case 'CreateFunctionStmt':
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
      if (!isGlobal(part.relation as Tree)) yield* brokenByInsert(part)
      return
    case 'JoinExpr':
      if (part.jointype !== 'JOIN_INNER' && conjunctsOf(part.quals).some((each) => comparesNull(each, known)))
        yield 'no null in an outer join'
  }
}

const actsOtherwise = ({ fk_del_action, fk_upd_action, deferrable }: Tree) =>
  /^[nd]$/.test(String(fk_del_action)) || /^[rcnd]$/.test(String(fk_upd_action)) || deferrable === true

const constrains = (command: Tree) =>
  [...partsOf(command)].some(
    ([kind, { contype }]) => kind === 'Constraint' && /CHECK|UNIQUE|PRIMARY|FOREIGN|IDENTITY/.test(String(contype)),
  ) || textsIn(command).some((name) => /^(big|small)?serial$/.test(name))

const settingsOf = (created: Tree) =>
  listOf(created.options).flatMap((option) => {
    const { defname, arg } = asKind(option, 'DefElem') ?? {}
    return defname === 'set' ? [String(asKind(arg, 'VariableSetStmt')?.name)] : []
  })

function optionOf(created: Tree, name: string) {
  const option = listOf(created.options).find((each) => asKind(each, 'DefElem')?.defname === name)
  return textsIn(asKind(option, 'DefElem')?.arg)[0]
}

function comparesNull(condition: unknown, { nulls }: Required<Known>): boolean {
  const { kind, lexpr, rexpr } = asKind(condition, 'A_Expr') ?? {}
  const isNull = (node: unknown): boolean => {
    const cast = asKind(node, 'TypeCast')
    if (cast) return isNull(cast.arg)
    return asKind(node, 'A_Const')?.isnull === true || nulls.includes(Number(asKind(node, 'ParamRef')?.number))
  }
  return kind === 'AEXPR_OP' && (isNull(lexpr) || isNull(rexpr))
}

/** What an UPDATE or a DELETE computes must be the same wherever it is. */
function* brokenByChange({ returningClause, ...change }: Tree, { variables }: Required<Known>): Generator<Rule> {
  if (functionsIn(change).some((name) => volatile.test(name))) yield 'nothing volatile in a change'
  const hasColumn = (part: Tree) =>
    [...partsOf({ part })].some(
      ([kind, node]) => kind === 'ColumnRef' && !variables.includes(columnOf({ ColumnRef: node })?.name ?? ''),
    )
  for (const [kind, part] of partsOf(change, 'SelectStmt')) {
    if ((kind === 'CaseExpr' || kind === 'CoalesceExpr') && isMutable(part))
      yield 'no time in case or coalesce of a change'
    if (kind === 'CaseExpr' && part.arg) yield 'case by conditions in a change'
    const isStable = (kind === 'FuncCall' && stable.test(nameOf(part.funcname))) || (kind === 'A_Expr' && shifts(part))
    if (isStable && hasColumn(part)) yield 'nothing stable with a column in a change'
  }
  if (isMutable(returningClause)) yield 'returning columns'
}

/** A moment and an interval added up are STABLE: days have 23 to 25 hours. */
const shifts = (expression: Tree) =>
  /^[+-]$/.test(nameOf(expression.name)) &&
  [...partsOf(expression)].some(([kind, { typeName }]) => kind === 'TypeCast' && textsIn(typeName).includes('interval'))

function* brokenByInsert(insert: Tree): Generator<Rule> {
  const conflict = insert.onConflictClause as Tree | undefined
  if (conflict?.action === 'ONCONFLICT_UPDATE' && isMutable(conflict)) yield 'nothing mutable in do update'
  if (isMutable(insert.returningClause)) yield 'returning columns'
  const select = asKind(insert.selectStmt, 'SelectStmt')
  if (select?.valuesLists) {
    if (has(select, 'SubLink')) yield 'no subquery in values'
  } else if (select && !conflict && !isFromRows(insert, select)) yield 'insert from rows of the organization'
}

/** Whether rows are inserted where they are read, their organization as it stands there. */
function isFromRows({ cols, withClause, relation }: Tree, select: Tree): boolean {
  if (withClause || functionsIn(select).some((name) => volatile.test(name))) return false
  const names = listOf(cols).map((each) => asKind(each, 'ResTarget')?.name)
  const place = Math.max(0, names.indexOf(keyOf((relation as Tree).relname)))
  const first = (part: Tree): Tree => (part.larg ? first(part.larg as Tree) : part)
  const target = asKind(listOf(first(select).targetList)[place], 'ResTarget')
  return /^(organization_)?id$/.test(columnOf(target?.val)?.name ?? '')
}

const isMutable = (node: unknown) =>
  has(node, 'SQLValueFunction') || functionsIn(node).some((name) => volatile.test(name) || stable.test(name))
