import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { ArgsType, Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { invalidField, responseTooLarge } from '#core/errors/problem'
import { extractPhoneDigits, foldText, searchTextSql } from '#core/text/folding'
import { foldDomains } from '#core/text/mail-address'
import { Between, Text } from './checks.ts'
import { limits } from './limits.ts'
import type { Row } from './row.ts'
import { DateTime } from './scalars.ts'

/** Which page of a list. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 1, description: 'Page number, counted from 1.' })
  @Between(1, 1_000_000)
  page!: number

  @Field(() => Int, { nullable: true, defaultValue: 25, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  perPage!: number
}

/** What a list that is nested in a resource accepts. */
@ArgsType()
export class NestedListArgs extends PageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 20, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  override perPage!: number
}

/**
 * The order of a list, by one of these columns: `name` or `-name` over REST, `name` or `name_desc` in GraphQL. What a
 * resolver reads is REST's.
 */
export function Sort(list: string, ...columns: string[]) {
  return SortWithDefault('newest first', list, ...columns)
}

/** The same for a list that is in another order where none is asked for: `usual`, in words. */
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

/** What every list accepts. */
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

/** What a list answers: `{ <name>: rows of the page, total }`. Extend it by a class `…List`, decorated with `@ObjectType`. */
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

/** A page of rows, and how many there are in all. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** 422 where the rows of a page have longer texts and lists (such as the lines of invoices) together than one answer shows. */
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

/**
 * `order by` for the `sort` argument: one of the columns a list offers, then the id, or another column that is unique, so
 * that pages never overlap.
 */
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

/** What every list accepts beside filters of its own, as conditions on its rows; `searched` are the columns of `q`. */
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
 * A condition that every word of `q` stands in the text of the columns, both folded, or the digits of `q` if it is a phone number. Nothing
 * has the words of a text without letters and signs.
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

/** True of a column that the database keeps folded (`searchable`); others are folded as they are read. */
const isFolded = (column: string) => /\.search_(name|text)$/.test(column)

/** `and <condition>` where there is a value to compare with, nothing otherwise. */
export const andWhere = (value: unknown, condition: Sql): Sql =>
  value === undefined || value === null ? empty : sql` and ${condition}`

/** `and …` for moments from the day `from` through the day `to`, both in Europe/Berlin and both optional. */
export const andDuringDays = (
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Sql =>
  sql`${andWhere(from, sql`${raw(column)} >= ${from}::date::timestamp at time zone 'Europe/Berlin'`)}${andWhere(
    to,
    sql`${raw(column)} < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'`,
  )}`

/** `limit … offset …` of a page. */
export const limitOffset = ({ page, perPage }: Pick<ListArgs, 'page' | 'perPage'>): Sql =>
  sql`limit ${perPage} offset ${(page - 1) * perPage}`
