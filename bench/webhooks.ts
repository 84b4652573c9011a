import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createReceiverClient } from '#core/outbound/receiver-client'
import { createLog } from '#core/runtime/log'
import { createOrganization } from '#features/people/organizations/create-organization'
import { startDispatcher } from '#features/platform/webhook-dispatcher/dispatcher'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { fillBaselineQueue, runBaselineDispatcher } from './baseline-dispatcher.ts'
import { formatTable } from './format-table.ts'
import { median } from './measure.ts'

const rounds = 5
/** At least so much of the bare loop's throughput. */
const limit = 0.5

const scenarios = [
  { name: 'one webhook', lanes: 1, each: 3000 },
  { name: 'eight organizations', lanes: 8, each: 500 },
]

/** From the event's row to the acknowledged delivery, per second, compared with a baseline loop. */
export async function benchmarkWebhooks() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 10)
  const receiver = fork(new URL('./receiver.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const [{ port, caFile }] = (await once(receiver, 'message')) as [{ port: number; caFile: string }]
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(caFile, 'utf8')])
  const url = `https://localhost:${port}/hook`
  const app = await createApp({
    config: readConfig({ DATA_DIR: directory }),
    databaseUrl: database.url,
    log: createLog('fatal'),
  })
  const run = async () => {
    const services = {
      ...app.services,
      receiver: createReceiverClient({ allowPrivateCidrs: ['127.0.0.0/8', '::1/128'] }),
      retryBaseMs: 1000,
      mostPerMinute: 1e9,
    }
    const dispatcher = await startDispatcher(database.url, app.system, services, say as never)
    await emptied(system)
    return dispatcher
  }
  process.stdout.write(
    `Median of ${rounds} alternating rounds; TLS, keep-alive, the receiver in a process of its own\n\n`,
  )
  const table = [['deliveries', 'bare/s', 'Kontor/s', 'ratio', 'limit', '']]
  try {
    for (const { name, lanes, each } of scenarios) {
      say(`Measuring ${name} …`)
      const bare: number[] = []
      const kontor: number[] = []
      for (let round = 0; round < rounds; round++) {
        await fillBaselineQueue(system, lanes, each, bodyOf(randomUUID()))
        bare.push(await perSecond(lanes * each, () => runBaselineDispatcher(system, url, lanes)))
        await fillEvents(system, app.services.secrets.seal('whsec_AQEB', 'webhook'), url, lanes, each)
        let stop = async () => {}
        kontor.push(
          await perSecond(lanes * each, async () => {
            ;({ stop } = await run())
          }),
        )
        await stop()
      }
      const ratio = median(kontor) / median(bare)
      table.push([
        `${name}, ${lanes * each}`,
        median(bare).toFixed(0),
        median(kontor).toFixed(0),
        ratio.toFixed(2),
        limit.toFixed(2),
        ratio >= limit ? 'holds' : 'misses',
      ])
    }
  } finally {
    receiver.kill()
    await app.close()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${formatTable(table)}\n`)
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (count / (performance.now() - began)) * 1000
}

const bodyOf = (id: string) => JSON.stringify({ id, event: 'client.created', data: { name: 'x'.repeat(1000) } })

/** Organizations with a webhook and so many events each, none of them a delivery yet. */
async function fillEvents(system: Pool, secret: Buffer, url: string, organizations: number, each: number) {
  await system.query(
    'truncate webhook_deliveries, webhooks, webhook_departures, webhook_cursors, events, event_sequences',
  )
  for (let number = 0; number < organizations; number++) {
    const { organizationId, memberId } = await createOrganization(system, {
      name: 'Bench',
      email: `${randomUUID()}@kontor.example`,
    })
    await system.query(
      `insert into webhooks (organization_id, id, created_at, updated_at, url, events, sealed_secret, created_by)
       values ($1, gen_random_uuid(), now(), now(), $2, '{*}', $3, $4)`,
      [organizationId, url, secret, memberId],
    )
    const ids = Array.from({ length: each }, () => randomUUID())
    await system.query('insert into event_sequences (organization_id, last) values ($1, $2)', [organizationId, each])
    await system.query(
      `insert into events (organization_id, id, sequence, name, created_at, body)
       select $1, id, place, 'client.created', now(), overlay(body placing ',"sequence":' || place || '}' from length(body))
       from unnest($2::uuid[], $3::text[]) with ordinality as e (id, body, place)`,
      [organizationId, ids, ids.map(bodyOf)],
    )
  }
  await system.query('vacuum analyze events, webhooks, webhook_deliveries')
}

/** Waits until every event is a delivery that succeeded. */
async function emptied(system: Pool): Promise<void> {
  for (;;) {
    const { rows } = await system.query<{ open: boolean }>(
      `select exists (select from event_sequences s left join webhook_cursors c using (organization_id) where s.last > coalesce(c.sequence, 0))
         or exists (select from webhook_deliveries where status = 'pending') as open`,
    )
    if (!rows[0]?.open) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { rows } = await system.query<{ count: number }>(
    `select (select count(*) from events) - (select count(*) from webhook_deliveries where status = 'succeeded' and attempt_count = 1) as count`,
  )
  if (rows[0]?.count !== 0) throw new Error(`${rows[0]?.count} deliveries did not succeed at once.`)
}
