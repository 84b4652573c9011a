import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import type { Database } from '#core/database/database'
import { fanOutEvents } from '#features/platform/webhook-dispatcher/fan-out-events'
import { house } from '../../harness/house.ts'

const at = house()

type Writable = Socket & { _write: () => void; _writev: () => void }

/** Counts packets sent to PostgreSQL during `work`, which gets the only free connection. */
async function packetsOf(database: Database, work: () => Promise<unknown>): Promise<number> {
  const { pool } = database
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const [free, ...others] = all as [PoolClient, ...PoolClient[]]
  const { stream } = (free as unknown as { connection: { stream: Writable } }).connection
  const spies = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
  free.release()
  try {
    await work()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
    for (const other of others) other.release()
  }
}

async function read(database: Database, organizationId: string) {
  const transaction = await database.begin('read', organizationId, null)
  await transaction.enter(organizationId, sql`select set_org(${organizationId}::uuid)`)
  await transaction.commit()
}

test('a read sends the previous commit in its first packet', async () => {
  const { database } = at.app.services
  await read(database, at.organizationId)
  const packets = await packetsOf(database, async () => {
    await read(database, at.organizationId)
    await read(database, at.organizationId)
    await read(database, at.organizationId)
  })
  expect(packets).toBe(3)
})

test('deliveries of events take two packets', async () => {
  const { database } = at.app.services
  // Bypasses the bus, whose statement would be counted.
  await database.tenant(at.organizationId, (transaction) =>
    transaction.write(
      sql`insert into event_sequences as s (organization_id, last) values (${at.organizationId}, 1)
          on conflict (organization_id) do update set last = s.last + 1`,
    ),
  )
  expect(await packetsOf(database, () => fanOutEvents(database, at.organizationId))).toBe(2)
})
