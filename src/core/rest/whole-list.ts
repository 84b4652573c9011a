import { setImmediate } from 'node:timers/promises'
import { Extensions } from 'type-graphql'
import { answerTooLarge } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { createFairQueue } from '#core/runtime/fair-queue'
import { limits } from '#core/schema/limits'
import type { EventResource } from '../../events.ts'

/** A list that REST answers whole unless a page is asked for: its resolver answers a `WholeList` where its root is `asWhole`. */
export const Whole = () => Extensions({ whole: true })

/** The root value of a list that is asked for as a whole. */
export const asWhole: object = { asked: 'whole' }

/** The rows of a list by their ids, in their order. They are read, shown and written a slice at a time, however many. */
export class WholeList<Row extends { id: string } = { id: string }> {
  readonly name: string
  readonly resource: EventResource
  readonly ids: readonly string[]
  readonly read: (ids: readonly string[]) => Promise<Row[]>

  constructor(
    name: string,
    resource: EventResource,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<Row[]>,
  ) {
    this.name = name
    this.resource = resource
    this.ids = ids
    this.read = read
  }
}

/** Rows that are shown before others have their turn. */
const rowsAtOnce = 50

/** Who asks for lists as a whole: one of an organization at a time, until it is sent, so that few are in memory. */
export const wholeTurns = () => createFairQueue({ places: 4, mostPerKey: 1, longestWait: 30_000 })

/** The list as JSON, in parts; a row that went meanwhile is left out. */
export async function writeWhole(context: Context, { name, resource, ids, read }: WholeList): Promise<Buffer[]> {
  const parts = [Buffer.from(`{"${name}":[`)]
  let bytes = 0
  let total = 0
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const slice = ids.slice(from, from + rowsAtOnce)
    const rows = new Map((await read(slice)).map((row) => [row.id, row]))
    const found = slice.flatMap((id) => rows.get(id) ?? [])
    const shown = await Promise.all(found.map((row) => context.services.represent(resource, row, context)))
    // What was read for these rows is not kept beside what is written of them.
    context.forget()
    const part = Buffer.from(shown.map((row, index) => (total + index ? ',' : '') + JSON.stringify(row)).join(''))
    total += shown.length
    bytes += part.length
    if (bytes > limits.wholeBytes) throw answerTooLarge(limits.wholeBytes)
    parts.push(part)
    await setImmediate()
  }
  return [...parts, Buffer.from(`],"total":${total}}`)]
}
