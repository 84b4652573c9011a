import { setImmediate } from 'node:timers/promises'
import { Extensions } from 'type-graphql'
import { responseTooLarge } from '#core/errors/problem'
import type { DataRate } from '#core/http/request-data-rate'
import { minResponseDataRate } from '#core/http/response-data-rate'
import type { Context } from '#core/operation/context'
import { createFairQueue } from '#core/runtime/fair-queue'
import { organizationOf } from '#core/runtime/large-turns'
import { limits } from '#core/schema/limits'

/** A list that REST answers whole unless a page is asked for: its resolver answers a `WholeList` where its root is `asWhole`. */
export const Unpaged = () => Extensions({ whole: true })

/** The root value of a list that is asked for as a whole. */
export const unpagedRoot: object = { asked: 'whole' }

/**
 * The rows of a list by what each is read by, in their order. They are read, shown and written a slice at a time, however
 * many; `read` leaves out a row that went meanwhile.
 */
export class UnpagedList<Key = never> {
  readonly name: string
  /** The name of the GraphQL type. */
  readonly resource: string
  readonly keys: readonly Key[]
  readonly read: (keys: readonly Key[]) => Promise<object[]>

  constructor(name: string, resource: string, keys: readonly Key[], read: (keys: readonly Key[]) => Promise<object[]>) {
    this.name = name
    this.resource = resource
    this.keys = keys
    this.read = read
  }
}

/** Rows in the order of their ids. */
export function sortByIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Rows that are shown before others have their turn. */
const rowsAtOnce = 50

/**
 * Who asks for lists as a whole: one of a token and two of an organization at a time, until they are sent, so that few
 * are in memory. A key is a token's line, as in `createLargeTurns`.
 */
export const createUnpagedQueue = () =>
  createFairQueue({ places: 8, mostPerKey: 1, groups: { of: organizationOf, most: 2 }, longestWait: 30_000 })

/** A list is taken within two minutes: what is held for its client is up to 32 MiB. */
export function unpagedDataRate(parts: readonly Buffer[]): DataRate {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return { ...minResponseDataRate, bytes: Math.max(minResponseDataRate.bytes, Math.ceil(bytes / 6)) }
}

/** The list as JSON, in parts. */
export async function serializeUnpagedList<Key>(
  context: Context,
  { name, resource, keys, read }: UnpagedList<Key>,
): Promise<Buffer[]> {
  const parts = [Buffer.from(`{"${name}":[`)]
  let bytes = 0
  let total = 0
  for (let from = 0; from < keys.length; from += rowsAtOnce) {
    const found = await read(keys.slice(from, from + rowsAtOnce))
    const shown = await Promise.all(found.map((row) => context.services.represent(resource, row, context)))
    // What was read for these rows is not kept beside what is written of them.
    context.forget()
    const part = Buffer.from(shown.map((row, index) => (total + index ? ',' : '') + JSON.stringify(row)).join(''))
    total += shown.length
    bytes += part.length
    if (bytes > limits.wholeBytes) throw responseTooLarge(limits.wholeBytes)
    parts.push(part)
    await setImmediate()
  }
  return [...parts, Buffer.from(`],"total":${total}}`)]
}
