import { setTimeout as pause } from 'node:timers/promises'
import type { House } from '../../../harness/house.ts'
import type { ReceivedRequest } from '../../../peers/tls-receiver.ts'

/** The event that a receiver was sent. */
export const eventOf = ({ body }: Pick<ReceivedRequest, 'body'>) => JSON.parse(body.toString())

/** What a receiver knows a delivery by. */
export const keyOf = ({ headers }: Pick<ReceivedRequest, 'headers'>) => headers['idempotency-key']

/** Subscribes an address to events, as the owner. */
export const subscribe = async (by: House, url: string, events: string[] = ['*']) =>
  (await by.owner.rest('POST', '/webhooks', { url, events })).body

export interface DeliveryRow {
  id: string
  event_id: string
  status: string
  attempt_count: number
  attempts: {
    at: string
    status: number | null
    fault: string | null
    durationMs: number
    retryAfterSeconds: number | null
  }[]
  next_attempt_at: string | null
}

/** A webhook's deliveries as the table has them, in the order of their events. */
export const deliveriesOf = async (by: House, webhookId: string): Promise<DeliveryRow[]> =>
  (
    await by.app.system.query<DeliveryRow>(
      'select * from webhook_deliveries where webhook_id = $1 order by sequence nulls first',
      [webhookId],
    )
  ).rows

/** Waits until a webhook has so many deliveries and none is pending. */
export async function settled(by: House, webhookId: string, count: number): Promise<DeliveryRow[]> {
  return until(
    () => deliveriesOf(by, webhookId),
    (rows) => rows.length >= count && rows.every(({ status }) => status !== 'pending'),
  )
}

/** What `read` answers once it fits; what it last answered after ten seconds. */
export async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean, ms = 10_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await read()
    if (fits(value) || Date.now() > end) return value
    await pause(20)
  }
}
