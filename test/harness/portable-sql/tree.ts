/** A part of PostgreSQL's parse tree, as `libpg-query` answers it: an object under the name of its kind. */
export type Tree = { readonly [key: string]: unknown }

/** Every part of a tree with the name it stands under, but for what stands under one name. */
export function* walkTree(node: unknown, except?: string): Generator<[kind: string, part: Tree]> {
  if (Array.isArray(node)) for (const each of node) yield* walkTree(each, except)
  else if (node && typeof node === 'object')
    for (const [kind, part] of Object.entries(node)) {
      if (kind === except) continue
      if (part && typeof part === 'object' && !Array.isArray(part)) yield [kind, part as Tree]
      yield* walkTree(part, except)
    }
}

export const has = (node: unknown, wanted: string) => [...walkTree(node)].some(([kind]) => kind === wanted)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The part of a kind that a node is, if it is one. */
export const asKind = (node: unknown, kind: string) => (node as Record<string, Tree | undefined> | undefined)?.[kind]

/** The texts that stand in a part, in their order. */
export const textsIn = (node: unknown): string[] =>
  [...walkTree({ node })].flatMap(([, { sval }]) => (typeof sval === 'string' ? [sval] : []))

/** The last part of a function's or an operator's name. */
export const nameOf = (names: unknown) => textsIn(listOf(names).at(-1))[0] ?? ''

/** The names of the functions that are called in a part. */
export const functionsIn = (node: unknown, except?: string) =>
  [...walkTree(node, except)].flatMap(([kind, { funcname }]) => (kind === 'FuncCall' ? [nameOf(funcname)] : []))

export function columnOf(node: unknown): { table: string | undefined; name: string } | undefined {
  const column = asKind(node, 'ColumnRef')
  if (!column) return undefined
  const names = listOf(column.fields).map((field) => textsIn(field)[0] ?? '*')
  return { table: names.at(-2), name: names.at(-1) ?? '' }
}

/** The conditions that must all hold. */
export function conjunctsOf(condition: unknown): unknown[] {
  const both = asKind(condition, 'BoolExpr')
  if (both?.boolop === 'AND_EXPR') return listOf(both.args).flatMap(conjunctsOf)
  return condition ? [condition] : []
}
