import { asKind, conjunctsOf, has, listOf, nameOf, type Tree } from './tree.ts'

/**
 * Whether a condition is settled before a row is read, to the disadvantage of an outer join: it is null or false by what
 * its parameters are, or no column stands in it. What holds always is left out by the planner.
 */
function isSettled(condition: unknown, nulls: readonly number[]): boolean {
  if (isTrue(condition)) return false
  return holdsNever(condition, nulls) || !(has(condition, 'ColumnRef') || has(condition, 'SubLink'))
}

const isTrue = (node: unknown) => (asKind(node, 'A_Const')?.boolval as Tree | undefined)?.boolval === true

/** Conditions that are settled, of those in a join that keeps rows without a partner: `left join`, `not exists`. */
export const findConstantConditions = (kind: string, part: Tree, nulls: readonly number[]): boolean =>
  conditionsOutside(kind, part).some((condition) => isSettled(condition, nulls))

function conditionsOutside(kind: string, part: Tree): unknown[] {
  if (kind === 'JoinExpr' && part.jointype !== 'JOIN_INNER') return conjunctsOf(part.quals)
  return conjunctsOf(part.whereClause).flatMap((condition) => {
    const negated = asKind(condition, 'BoolExpr')
    const link = negated?.boolop === 'NOT_EXPR' ? asKind(listOf(negated.args)[0], 'SubLink') : undefined
    if (link?.subLinkType !== 'EXISTS_SUBLINK') return []
    return conjunctsOf(asKind(link.subselect, 'SelectStmt')?.whereClause)
  })
}

function holdsNever(condition: unknown, nulls: readonly number[]): boolean {
  const never = (each: unknown) => holdsNever(each, nulls)
  const { boolop, args } = asKind(condition, 'BoolExpr') ?? {}
  if (boolop === 'AND_EXPR') return listOf(args).some(never)
  if (boolop === 'OR_EXPR') return listOf(args).every(never)
  const constant = asKind(condition, 'A_Const')
  const isFalse = constant?.boolval !== undefined && !isTrue(condition)
  return isFalse || isNull(condition, nulls)
}

/** Whether an expression is null by itself, or since its operator makes null of null. */
function isNull(node: unknown, nulls: readonly number[]): boolean {
  const isNullToo = (each: unknown) => isNull(each, nulls)
  const cast = asKind(node, 'TypeCast')
  if (cast) return isNullToo(cast.arg)
  if (asKind(node, 'A_Const')?.isnull === true) return true
  const parameter = asKind(node, 'ParamRef')
  if (parameter) return nulls.includes(Number(parameter.number))
  const row = asKind(node, 'RowExpr')
  if (row) return listOf(row.args).some(isNullToo)
  const { boolop, args } = asKind(node, 'BoolExpr') ?? {}
  if (boolop === 'NOT_EXPR') return listOf(args).every(isNullToo)
  const call = asKind(node, 'FuncCall')
  if (call) return isStrict(nameOf(call.funcname)) && listOf(call.args).some(isNullToo)
  const { kind, lexpr, rexpr } = asKind(node, 'A_Expr') ?? {}
  const items = listOf(asKind(rexpr, 'List')?.items ?? rexpr)
  if (kind === 'AEXPR_IN') return isNullToo(lexpr) || items.every(isNullToo)
  if (kind === 'AEXPR_BETWEEN') return isNullToo(lexpr) || items.some(isNullToo)
  return /^AEXPR_(OP|I?LIKE)$/.test(String(kind)) && (isNullToo(lexpr) || isNullToo(rexpr))
}

/** Functions that answer null where they are given it: most are; these are written beside columns. */
const isStrict = (name: string) =>
  /^(lower|upper|trim|btrim|left|right|length|timezone|date_trunc|make_interval)$/.test(name)
