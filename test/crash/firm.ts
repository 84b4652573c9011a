import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import { createPool } from '#core/database/connection'
import { createOrganization } from '#features/people/organizations/create-organization'
import type { Server } from './server.ts'

export interface Answer {
  status: number
  body: { id: string; number: string | null; status: string; error?: string }
}

/** A firm on a server that is killed. */
export interface Firm {
  organizationId: string
  token: string
  /** The database as its owner, past the server. */
  system: Pool
  /** A call of the REST API; null where the answer was cut off. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer | null>
  /** The ids of new drafts, all that a send needs in them. */
  drafts(count: number): Promise<string[]>
  /** Sends an invoice under an `Idempotency-Key` of its own, so that it may be sent again. */
  send(id: string): Promise<Answer | null>
  /** Fails unless all that was committed is whole: see `expectWhole`. */
  expectWhole(): Promise<void>
  /**
   * While no job runs: lets the time pass after which the jobs of a process that was killed are taken up, and those
   * that failed are tried again.
   */
  passTime(): Promise<void>
  /** Waits until no mail is left to send; answers the ids of all mails, in the order of their invoices' numbers. */
  mailed(): Promise<{ id: string; sha256: string }[]>
}

/** Opens a firm with a client; the server at `base` is ready. */
export async function openFirm(base: string, databaseUrl: string): Promise<Firm> {
  const system = createPool(databaseUrl, 'system', 2)
  const { organizationId, token } = await createOrganization(system, { name: 'Absturz', email: 'a@absturz.example' })
  const request = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const call: Firm['call'] = async (...args) => {
    try {
      const answer = await request(...args)
      return { status: answer.status, body: (await answer.json()) as Answer['body'] }
    } catch {
      return null
    }
  }
  const seller = { legal_name: 'Absturz GmbH', street: 'Weg 1', postal_code: '1', city: 'Hamburg', tax_number: '1' }
  await call('PUT', '/organization', seller)
  const buyer = { name: 'A', email: 'a@a.example', street: 'R', postal_code: '1', city: 'B', country: 'DE' }
  const client = await call('POST', '/clients', buyer)
  const invoice = {
    client_id: client?.body.id,
    issue_date: '2026-01-05',
    due_date: '2126-01-19',
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
  }
  const read = new Set<string>()
  const sha256Of = async (id: string) => {
    const pdf = await request('GET', `/invoices/${id}/pdf`)
    return createHash('sha256')
      .update(Buffer.from(await pdf.arrayBuffer()))
      .digest('hex')
  }
  return {
    organizationId,
    token,
    system,
    call,
    async drafts(count) {
      const made = await Promise.all(Array.from({ length: count }, () => call('POST', '/invoices', invoice)))
      return made.map((answer) => answer?.body.id ?? '')
    },
    send: (id) => call('POST', `/invoices/${id}/send`, undefined, { 'idempotency-key': id }),
    async expectWhole() {
      const { numbered } = await expectWhole(system, organizationId)
      for (const { id, sha256 } of numbered.filter((each) => !read.has(each.id))) {
        expect(await sha256Of(id), 'the document of a number').toBe(sha256)
        read.add(id)
      }
    },
    async passTime() {
      await system.query(
        "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'",
      )
      const boss = new PgBoss({ connectionString: databaseUrl, schedule: false, monitorIntervalSeconds: 1 })
      await boss.start()
      await boss.supervise()
      await boss.stop()
      await system.query("update pgboss.job set start_after = now() where state = 'retry'")
    },
    async mailed() {
      for (let tries = 0; tries < 400; tries++) {
        const waiting = await rowsOf(
          system,
          "select 1 from mails where organization_id = $1 and status = 'queued'",
          organizationId,
        )
        if (!waiting.length) break
        await sleep(200)
      }
      return rowsOf<{ id: string; sha256: string }>(
        system,
        `select m.id, i.pdf_sha256 as sha256 from invoices i
         left join mails m on m.organization_id = i.organization_id and m.subject_id = i.id and m.status = 'sent'
         where i.organization_id = $1 and i.number is not null order by i.number`,
        organizationId,
      )
    },
  }
}

async function rowsOf<Row>(system: Pool, text: string, organizationId: string): Promise<Row[]> {
  return (await system.query(text, [organizationId])).rows
}

/** The mails that jobs have yet to send. Asked for before the mails are: a mail is marked before its job is done. */
export async function mailJobs(system: Pool): Promise<string[]> {
  const { rows } = await system.query<{ id: string }>(
    "select data->>'mailId' as id from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')",
  )
  return rows.map(({ id }) => id)
}

/**
 * Numbers without gap, on sent invoices alone; each change with its event and each event with its change, numbered
 * without gap; each sent invoice with one mail, and each mail that is not yet sent with its job.
 */
export async function expectWhole(system: Pool, organizationId: string) {
  const invoices = await rowsOf<{ id: string; number: string | null; status: string; sha256: string | null }>(
    system,
    'select id, number, status, pdf_sha256 as sha256 from invoices where organization_id = $1 order by number',
    organizationId,
  )
  const numbered = invoices.filter(({ number }) => number !== null)
  expect(numbered.map(({ number }) => number)).toEqual(
    numbered.map((_, index) => `RE-2026-${String(index + 1).padStart(4, '0')}`),
  )
  for (const { number, status } of invoices) expect(status).toBe(number === null ? 'draft' : 'sent')

  const events = await rowsOf<{ name: string; sequence: number; id: string; number: string | null }>(
    system,
    `select name, sequence, body::json->'data'->>'id' as id, body::json->'data'->>'number' as number
     from events where organization_id = $1 order by sequence`,
    organizationId,
  )
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  const told = (name: string) =>
    events.filter((event) => event.name === name).map(({ id, number }) => `${id} ${number}`)
  expect(told('invoice.created').sort()).toEqual(invoices.map(({ id }) => `${id} null`).sort())
  expect(told('invoice.sent').sort()).toEqual(numbered.map(({ id, number }) => `${id} ${number}`).sort())

  const jobs = await mailJobs(system)
  const mails = await rowsOf<{ id: string; subject_id: string; status: string }>(
    system,
    'select id, subject_id, status from mails where organization_id = $1',
    organizationId,
  )
  expect(mails.map(({ subject_id }) => subject_id).sort()).toEqual(numbered.map(({ id }) => id).sort())
  for (const { id, status } of mails)
    if (status !== 'sent')
      expect({ status, jobs: jobs.filter((each) => each === id).length }).toEqual({ status: 'queued', jobs: 1 })
  return { numbered }
}

/** Which process of PostgreSQL is killed. */
export type Victim = 'postmaster' | 'backend'

/** The process to kill of the cluster in a data directory. */
export async function pidOf(victim: Victim, dataDir: string, { system }: Firm): Promise<number> {
  if (victim === 'postmaster')
    return Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const { rows } = await system.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'kontor app' order by state_change desc limit 1",
  )
  return rows[0]?.pid ?? 0
}

/** Milliseconds until everything works again, whatever was killed. */
const most = 10_000

/** Sends what was cut off until it is sent; fails where that takes longer than `most`, or is refused for good. */
export async function sentInTheEnd(firm: Firm, server: Server, drafts: string[], since: number) {
  for (const id of drafts)
    for (;;) {
      const answer = await firm.send(id)
      if (answer?.status === 200) break
      const passing = answer === null || answer.status === 503 || answer.body.error === 'request_in_progress'
      expect({ passing, answer }).toMatchObject({ passing: true })
      expect(performance.now() - since, 'milliseconds until it works again').toBeLessThan(most)
      await sleep(50)
    }
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
  expect(performance.now() - since, 'milliseconds until it is ready').toBeLessThan(most)
}
