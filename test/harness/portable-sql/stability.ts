import { asKind, columnOf, listOf, nameOf, type Tree, walkTree } from './tree.ts'

/** The types of the columns by their names, where all columns of a name have one. */
export type ColumnTypes = Readonly<Record<string, string>>

const volatile =
  /^(clock_timestamp|timeofday|gen_random_\w+|uuidv[47]|uuid_generate_v\w+|random\w*|nextval|setval|currval|lastval|pg_\w*advisory\w*)$/

/** STABLE in PostgreSQL's catalog whatever they are given, of what one would write. */
const stable =
  /^(now|(transaction|statement)_timestamp|current_setting|to_(char|date|timestamp|jsonb?)|concat(_ws)?|format|jsonb?_(build_\w+|object_agg|agg|populate_\w+)|row_to_json|array_to_(json|string)|age|quote_\w+)$/

/** What PostgreSQL makes of the other side: a text without a cast, or a parameter. */
const untyped = 'untyped'

const isText = (type: string | undefined) => /^(text|varchar|bpchar)$/.test(type ?? '')
const isOfClock = (type: string | undefined) => /^(date|timestamp|timestamptz|time|timetz)$/.test(type ?? '')

export const isVolatile = (node: unknown) =>
  [...walkTree({ node })].some(([kind, { funcname }]) => kind === 'FuncCall' && volatile.test(nameOf(funcname)))

/** Whether a part computes what may differ from one moment, or from one time zone, to the next. */
export const isMutable = (node: unknown, types: ColumnTypes) =>
  isVolatile(node) || [...walkTree({ node })].some(([kind, part]) => isStable(kind, part, types))

/** The same where Citus looks at the functions themselves: what `text || int` calls is STABLE, and elsewhere written out. */
export const isNotImmutable = (node: unknown, types: ColumnTypes) => isMutable(node, types) || joinsOthers(node, types)

const joinsOthers = (node: unknown, types: ColumnTypes) =>
  [...walkTree({ node })].some(([kind, { name, lexpr, rexpr }]) => {
    const sides = [lexpr, rexpr].map((side) => typeIn(side, types))
    return (
      kind === 'A_Expr' &&
      nameOf(name) === '||' &&
      sides.some(isText) &&
      sides.some((type) => /^(int|bool|numeric|uuid)/.test(type ?? ''))
    )
  })

/** Whether a part by itself is STABLE: what depends on the time zone, or on now. */
export function isStable(kind: string, part: Tree, types: ColumnTypes): boolean {
  const typeOf = (node: unknown) => typeIn(node, types)
  switch (kind) {
    case 'SQLValueFunction':
      return true
    case 'FuncCall': {
      const name = nameOf(part.funcname)
      const given = typeOf(listOf(part.args)[1])
      if (name === 'extract' || name === 'date_part') return given === 'timestamptz'
      if (name === 'date_trunc') return given !== 'timestamp' && given !== 'interval'
      return stable.test(name)
    }
    case 'TypeCast':
      return isStableCast(typeOf(part.arg), typeNamed(part.typeName))
    case 'MinMaxExpr': {
      const given = listOf(part.args).map(typeOf)
      return given.includes('timestamptz') && given.some((type) => type === 'date' || type === 'timestamp')
    }
    case 'A_Expr': {
      const [left, right] = [typeOf(part.lexpr), typeOf(part.rexpr)]
      if (/^[+-]$/.test(nameOf(part.name))) return shifts(left, right, nameOf(part.name))
      if (nameOf(part.name) === '||') return [left, right].some(isOfClock)
      const others = [right, ...listOf(asKind(part.rexpr, 'List')?.items ?? part.rexpr).map(typeOf)]
      return others.some((other) => comparesByClock(left, other) || comparesByClock(other, left))
    }
    default:
      return false
  }
}

/** A value that takes the type of the column which it is set to does so by a cast. */
export const isStableAssignment = ({ name, val }: Tree, types: ColumnTypes) =>
  isStableCast(typeIn(val, types), types[String(name)])

function isStableCast(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined || from === to || from === untyped) return false
  if (from === 'timestamptz') return true
  if (from === 'date' || from === 'timestamp') return to === 'timestamptz' || isText(to)
  return isText(from) && (isOfClock(to) || to === 'interval')
}

/** A moment and an interval added up are STABLE, as days have 23 to 25 hours; two moments apart are not. */
function shifts(left: string | undefined, right: string | undefined, operator: string): boolean {
  const others = left === 'timestamptz' ? [right] : right === 'timestamptz' ? [left] : []
  if (others.length) return operator === '+' || others.some((type) => type === 'interval' || type === 'date')
  return (left === 'interval' && right === undefined) || (right === 'interval' && left === undefined)
}

const comparesByClock = (one: string | undefined, other: string | undefined) =>
  one === 'timestamptz' && (other === 'date' || other === 'timestamp')

/** The type of an expression, as far as moments and days are concerned; undefined where it cannot be told. */
function typeIn(node: unknown, types: ColumnTypes): string | undefined {
  const [[kind, part] = []] = Object.entries((node ?? {}) as Record<string, Tree>)
  const typeOf = (each: unknown) => typeIn(each, types)
  const firstOf = (values: unknown[]) => values.map(typeOf).find((type) => type !== untyped)
  if (!part) return undefined
  switch (kind) {
    case 'ColumnRef':
      return types[columnOf(node)?.name ?? '']
    case 'ParamRef':
      return untyped
    case 'A_Const':
      return 'ival' in part ? 'int4' : 'fval' in part ? 'numeric' : untyped
    case 'TypeCast':
      return typeNamed(part.typeName)
    case 'SQLValueFunction':
      return { SVFOP_CURRENT_DATE: 'date', SVFOP_CURRENT_TIMESTAMP: 'timestamptz' }[String(part.op)]
    case 'CoalesceExpr':
    case 'MinMaxExpr':
      return firstOf(listOf(part.args))
    case 'FuncCall':
      return typeOfCall(nameOf(part.funcname), listOf(part.args).map(typeOf))
    case 'A_Expr':
      return part.kind === 'AEXPR_OP' ? typeOfSum(nameOf(part.name), typeOf(part.lexpr), typeOf(part.rexpr)) : undefined
    default:
      return undefined
  }
}

function typeOfCall(name: string, given: (string | undefined)[]): string | undefined {
  if (/^(now|(clock|transaction|statement)_timestamp|to_timestamp)$/.test(name)) return 'timestamptz'
  if (/^(make_interval|age|justify_\w+)$/.test(name)) return 'interval'
  if (name === 'timezone') return given[1] === 'timestamptz' ? 'timestamp' : given[1] && 'timestamptz'
  if (name === 'date_trunc') return given[1] === 'date' ? 'timestamptz' : given[1]
  if (/^(min|max)$/.test(name)) return given[0]
  return undefined
}

function typeOfSum(operator: string, left: string | undefined, right: string | undefined): string | undefined {
  if (operator === '||') return 'text'
  if (!/^[+-]$/.test(operator)) return undefined
  const isMoment = (type: string | undefined) => type === 'timestamptz' || type === 'timestamp'
  if (isMoment(left)) return operator === '-' && (isMoment(right) || right === untyped) ? 'interval' : left
  if (isMoment(right)) return operator === '-' ? 'interval' : right
  if (left === 'date' && right === 'interval') return 'timestamp'
  if (left === 'date' && /^int[248]$/.test(right ?? '')) return 'date'
  return left === 'interval' ? 'interval' : undefined
}

const typeNamed = (typeName: unknown) =>
  listOf((typeName as Tree).arrayBounds).length ? undefined : nameOf((typeName as Tree).names)
