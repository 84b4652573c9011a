import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { ArgsType, Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { invalidField, responseTooLarge } from '#core/errors/problem'
import { extractPhoneDigits, foldText, searchTextSql } from '#core/text/folding'
import { foldDomains } from '#core/text/mail-address'
import { Between, Text } from './checks.ts'
import { limits } from './limits.ts'
import type { Row } from './row.ts'
import { DateTime } from './scalars.ts'

@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 1, description: 'Page number, counted from 1.' })
  @Between(1, 1_000_000)
  page!: number

  @Field(() => Int, { nullable: true, defaultValue: 25, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  perPage!: number
}

/** Arguments of a nested list. */
@ArgsType()
export class NestedListArgs extends PageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 20, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  override perPage!: number
}

/** The sort argument: `name` or `-name` in REST, `name` or `name_desc` in GraphQL. Resolvers get the REST form. */
export function Sort(list: string, ...columns: string[]) {
  return SortWithDefault('newest first', list, ...columns)
}

/** For lists with another default order; `usual` describes it. */
export function SortWithDefault(usual: string, list: string, ...columns: string[]) {
  const values = Object.fromEntries(
    columns.flatMap((column) => [
      [column, column],
      [`${column}_desc`, `-${column}`],
    ]),
  )
  registerEnumType(values, { name: `${list}Sort`, description: 'Sort order, ascending or descending.' })
  return Field(() => values as never, {
    nullable: true,
    description: `Sort order; defaults to ${usual}. What has no such value stands last in ascending order, and first in descending.`,
  }) as PropertyDecorator
}

/** Arguments of all lists. */
@ArgsType()
export class ListArgs extends PageArgs {
  @SortWithDefault('newest first, unless the list says otherwise', 'List', 'created_at')
  sort?: string

  @Field(() => String, {
    nullable: true,
    description:
      'Full-text filter: every word must occur. Case and accents do not count, `ß` is `ss`, and `ä` is `a` and `ae`.',
  })
  @Text(200)
  q?: string

  @Field(() => DateTime, { nullable: true, description: 'Only rows created or changed at or after this moment.' })
  updatedSince?: Date
}

/** Creates the type of a list: `{ <name>: rows, total }`. Extend it with a class `…List` decorated with `@ObjectType`. */
export function createListType<Name extends string, Item extends object>(
  name: Name,
  item: new () => Item,
  options: { description: string } = { description: 'The rows of this page.' },
): new () => Record<Name, Row<Item>[]> & { total: number } {
  @ObjectType(`${item.name}Rows`, { simpleResolvers: true })
  class List {
    @Field(() => Int, { description: 'Number of rows over all pages.' })
    total!: number
  }
  Field(() => [item], options)(List.prototype, name)
  return List as new () => Record<Name, Row<Item>[]> & { total: number }
}

/** The rows of a page and the total number of rows. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Throws 422 if the texts and lists of the rows (such as line items) exceed the size of a response. */
export function assertResponseSize<Row>(rows: Row[]): Row[] {
  let items = 0
  let characters = 0
  for (const row of rows)
    for (const name in row) {
      const value: unknown = row[name]
      if (typeof value === 'string') characters += value.length
      else if (Array.isArray(value)) items += value.length
    }
  if (items > limits.itemsInRows || characters > limits.answerBytes) throw responseTooLarge(limits.answerBytes)
  return rows
}

/** `order by` for the `sort` argument. A unique column is appended, so that pages do not overlap. */
export function orderBy(
  sort: string | undefined,
  columns: Readonly<Record<string, string>>,
  alias: string,
  unique = 'id',
): Sql {
  const descending = sort === undefined || sort.startsWith('-')
  const name = sort?.replace(/^-/, '') ?? 'created_at'
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) {
    const choices = Object.keys(columns).join(', ')
    throw invalidField('sort', { de: `muss eines von ${choices} sein`, en: `must be one of ${choices}` })
  }
  const direction = descending ? 'desc' : 'asc'
  return raw(`order by ${alias}.${column} ${direction}, ${alias}.${unique} ${direction}`)
}

/** Conditions for the common list arguments; `searched` are the columns for `q`. */
export const filterList = (
  { q, updatedSince, externalId }: Partial<Pick<ListArgs, 'q' | 'updatedSince'>> & { externalId?: string },
  alias: string,
  searched: readonly string[],
): Sql =>
  sql`${andWhere(updatedSince, sql`${raw(alias)}.updated_at >= ${updatedSince}`)}${andWhere(
    externalId,
    sql`${raw(alias)}.external_id = ${externalId}`,
  )}${containsWords(q, searched)}`

/**
 * Requires every word of `q`, folded, in the columns, or its digits if it is a phone number. Text without letters and digits
 * matches nothing.
 */
function containsWords(q: string | undefined, columns: readonly string[]): Sql {
  const words = [
    ...new Set(
      foldText(foldDomains(q ?? ''))
        .split(/\s+/)
        .filter(Boolean),
    ),
  ]
  if (!words.length) return q?.trim() ? sql` and false` : empty
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const [stored, others] = [columns.filter(isFolded), columns.filter((column) => !isFolded(column))]
  const folded = others.length ? [searchTextSql(`concat_ws(' ', ${others.join(', ')})`)] : []
  const text = sql`concat_ws(' ', ${raw([...stored, ...folded].join(', '))})`
  const phone = extractPhoneDigits(q ?? '')
  return phone
    ? sql` and (${text} like all(${patterns}::text[]) or ${text} like ${`%${phone}%`})`
    : sql` and ${text} like all(${patterns}::text[])`
}

/** True for columns that are stored folded (`searchable`). */
const isFolded = (column: string) => /\.search_(name|text)$/.test(column)

/** ` and <condition>` if the value is given, otherwise empty. */
export const andWhere = (value: unknown, condition: Sql): Sql =>
  value === undefined || value === null ? empty : sql` and ${condition}`

/** Restricts a timestamp to the days `from` to `to` in Europe/Berlin, both optional. */
export const andDuringDays = (
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Sql =>
  sql`${andWhere(from, sql`${raw(column)} >= ${from}::date::timestamp at time zone 'Europe/Berlin'`)}${andWhere(
    to,
    sql`${raw(column)} < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'`,
  )}`

export const limitOffset = ({ page, perPage }: Pick<ListArgs, 'page' | 'perPage'>): Sql =>
  sql`limit ${perPage} offset ${(page - 1) * perPage}`
