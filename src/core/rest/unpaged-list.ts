import { setImmediate } from 'node:timers/promises'
import { Extensions } from 'type-graphql'
import { responseTooLarge } from '#core/errors/problem'
import type { DataRate } from '#core/http/request-data-rate'
import { minResponseDataRate } from '#core/http/response-data-rate'
import type { Context } from '#core/operation/context'
import { createFairQueue } from '#core/runtime/fair-queue'
import { getOrganizationOfKey } from '#core/runtime/response-memory'
import { limits } from '#core/schema/limits'

/**
 * REST returns the whole list unless a page is requested. The resolver returns an `UnpagedList` if its root value is
 * `unpagedRoot`.
 */
export const Unpaged = () => Extensions({ whole: true })

/** Root value of an unpaged request. */
export const unpagedRoot: object = { asked: 'whole' }

/** A list that is read, serialized and written in batches. `read` omits rows that were deleted meanwhile. */
export class UnpagedList<Key = never> {
  readonly name: string
  /** Name of the GraphQL type. */
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

export function sortByIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Rows per turn of the event loop. */
const rowsAtOnce = 50

/**
 * Limits unpaged lists in memory: one per token and two per organization until they are sent. Keys are those of the memory
 * slots.
 */
export const createUnpagedQueue = () =>
  createFairQueue({ maxConcurrent: 8, maxPerKey: 1, groups: { of: getOrganizationOfKey, most: 2 }, maxWaitMs: 30_000 })

/** The client must read a list of up to 32 MiB within two minutes. */
export function unpagedDataRate(parts: readonly Buffer[]): DataRate {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return { ...minResponseDataRate, bytes: Math.max(minResponseDataRate.bytes, Math.ceil(bytes / 6)) }
}

/** JSON in several parts. */
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
    // Clears the identity map, so that rows do not accumulate.
    context.clearReadCache()
    const part = Buffer.from(shown.map((row, index) => (total + index ? ',' : '') + JSON.stringify(row)).join(''))
    total += shown.length
    bytes += part.length
    if (bytes > limits.wholeBytes) throw responseTooLarge(limits.wholeBytes)
    parts.push(part)
    await setImmediate()
  }
  return [...parts, Buffer.from(`],"total":${total}}`)]
}
