import { createHmac } from 'node:crypto'
import { type Pool, type PoolClient } from 'pg'
import { Agent, request } from 'undici'

/** A queue without tenants, subscriptions, ordering across processes, limits, address checks and attempt records. */
export async function fillBaselineQueue(system: Pool, lanes: number, each: number, body: string) {
  await system.query('drop table if exists bare_queue')
  await system.query(
    `create table bare_queue (id uuid primary key default gen_random_uuid(), lane int, sequence int, body text not null,
       claimed boolean not null default false, done_at timestamptz)`,
  )
  await system.query(
    'insert into bare_queue (lane, sequence, body) select l, i, $3 from generate_series(1, $1::int) l, generate_series(1, $2::int) i',
    [lanes, each, body],
  )
  await system.query('create index on bare_queue (lane, sequence) where not claimed')
  await system.query('vacuum analyze bare_queue')
}

/** Empties the queue in the simplest way: claim, HMAC, POST, mark; one loop per lane. */
export async function runBaselineDispatcher(system: Pool, url: string, lanes: number): Promise<void> {
  const dispatcher = new Agent()
  const secret = Buffer.alloc(32, 1)
  const loop = async (client: PoolClient, lane: number) => {
    for (;;) {
      const { rows } = await client.query<{ id: string; body: string }>({
        name: 'claim',
        text: `update bare_queue set claimed = true where id in (
                 select id from bare_queue where lane = $1 and not claimed order by sequence limit 100 for update skip locked
               ) returning id, body`,
        values: [lane],
      })
      if (!rows.length) return
      for (const { id, body } of rows) {
        const timestamp = Math.floor(Date.now() / 1000)
        const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': `v1,${signature}`,
          },
          body,
        })
        await answer.body.dump()
        if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}.`)
        await client.query({ name: 'mark', text: 'update bare_queue set done_at = now() where id = $1', values: [id] })
      }
    }
  }
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const client = await system.connect()
      await loop(client, lane + 1).finally(() => client.release())
    }),
  )
  await dispatcher.close()
}
