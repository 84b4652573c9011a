import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import type { Pool } from 'pg'
import { Pool as Connections } from 'undici'
import { WebSocket } from 'ws'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open'
import { limits } from '#core/graphql/limits'
import { restRoutes } from '#core/rest/routes'
import { createOrganization } from '#features/people/organizations/create-organization'
import { createSchemas } from '../src/app.ts'
import { memoryOptions, start } from './measure.ts'
import { tally } from './seed.ts'
import { format } from './table.ts'
import {
  type IdOf,
  type Worst,
  worstDocuments,
  worstIntrospection,
  worstQueries,
  worstReads,
  worstWrites,
} from './worst-requests.ts'

const longestWait = 150
const mostMemory = 512
/** How often the bystander asks, and how many of a request are under way at once. */
const every = 100
const atOnce = 2
/** How often a request that misses is sent in all: its shortest wait counts, for the machine's own pauses are nobody's doing. */
const tries = 4

/** The dearest legal requests of every kind from one organization, while another asks for `GET /me` ten times a second. */
export async function fairness() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory }, say)
  const system = createPool(database.url, 'system', 2)
  const attacker = await createOrganization(system, { name: 'Viel', email: 'viel@kontor.example' })
  const bystander = await createOrganization(system, { name: 'Wartet', email: 'wartet@kontor.example' })
  say('Seeding …')
  const idOf = await fill(system, attacker.organizationId, attacker.memberId)
  await tally(system)
  await system.query('vacuum analyze')

  const kontor = await start('./kontor-server.ts', [database.url, directory], memoryOptions())
  const pid = kontor.process.pid ?? 0
  const connections = new Connections(kontor.base, {
    connections: atOnce,
    bodyTimeout: 120_000,
    headersTimeout: 120_000,
  })
  const send = async ({ method, path, body }: Worst) => {
    const { statusCode, body: answer } = await connections.request({
      method: method as 'GET',
      path,
      headers: { authorization: `Bearer ${attacker.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const bytes = (await answer.arrayBuffer()).byteLength
    return { status: statusCode, bytes }
  }
  const watch = createWatch(kontor.base, bystander.token)

  const { schema, rest } = createSchemas()
  const routes = restRoutes(rest).map(({ route }) => route)
  const introspect = (name: string): Worst => ({
    kind: 'introspection',
    name,
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  // Routes that answer bytes are not in the schema.
  const drafts = ['pdf', 'xml'].map((form) => ({
    kind: 'PDF and XML of a long draft',
    name: form,
    method: 'GET',
    path: `/api/v1/invoices/${idOf('invoice')}/${form}`,
  }))
  const requests = [
    introspect('the standard one'),
    ...worstIntrospection(schema),
    ...worstQueries(schema, idOf),
    ...worstDocuments(schema),
    ...worstReads(routes, idOf),
    ...drafts,
    ...worstWrites(schema, routes, idOf),
  ]
  const worst = new Map<
    string,
    { wait: number; name: string; took: number; status: number; bytes: number; sent: number }[]
  >()
  const note = (kind: string, found: { wait: number; name: string; took: number; status: number; bytes: number }) =>
    worst.set(kind, [...(worst.get(kind) ?? []), { ...found, sent: atOnce }])
  try {
    // What the first request of all pays is nobody's doing.
    for (let index = 0; index < 20; index++) await watch.during(() => send(introspect('')))
    note('nothing at all', {
      name: '',
      status: 0,
      bytes: 0,
      ...(await watch.during(() => pause(3_000).then(() => ({})))),
    })
    say(`${requests.length} requests …`)
    let highest = peakMemory(pid)
    for (const request of requests) {
      const attempt = () =>
        watch.during(async () => {
          const [first] = await Promise.all(Array.from({ length: atOnce }, () => send(request)))
          return first as { status: number; bytes: number }
        })
      let outcome = await attempt()
      for (let again = 1; again < tries && outcome.wait > longestWait; again++) {
        const next = await attempt()
        if (next.wait < outcome.wait) outcome = next
      }
      note(request.kind, { name: request.name, ...outcome })
      const peak = peakMemory(pid)
      if (peak > highest + 20) say(`${peak} MB after ${request.kind}: ${request.name}`)
      highest = Math.max(highest, peak)
      if (outcome.wait > longestWait)
        say(
          `${Math.round(outcome.wait)} ms  ${request.kind}: ${request.name} (${outcome.status}, ${outcome.bytes} bytes, ${Math.round(outcome.took)} ms)`,
        )
    }
    const url = `${kontor.base.replace('http', 'ws')}/graphql`
    for (const { name, run } of socketLoads(url, attacker.token, () =>
      send({ kind: '', name: '', method: 'POST', path: '/api/v1/clients', body: JSON.stringify({ name: 'Neu' }) }),
    )) {
      const outcome = await watch.during(run)
      note('sockets', { name, status: 0, ...outcome })
    }
  } finally {
    watch.stop()
    await connections.close()
    const peak = peakMemory(pid)
    kontor.process.kill()
    await once(kontor.process, 'exit')
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
    const table = [['fairness', 'requests', 'longest wait ms', 'by', 'status', 'KB', '']]
    for (const [kind, found] of worst) {
      const [longest] = found.toSorted((a, b) => b.wait - a.wait)
      if (!longest) continue
      const holds = longest.wait <= longestWait ? 'holds' : 'misses'
      table.push([
        kind,
        String(found.length),
        longest.wait.toFixed(0),
        longest.name,
        String(longest.status),
        (longest.bytes / 1024).toFixed(0),
        holds,
      ])
    }
    process.stdout.write(`${format(table)}\n\nPeak memory ${peak} MB (wanted: under ${mostMemory})\n\n`)
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Asks for `GET /me` ten times a second, and says how long the longest answer took while something ran. */
function createWatch(base: string, token: string) {
  const connections = new Connections(base, { connections: 20 })
  let longest = 0
  let stopped = false
  const underWay = new Set<Promise<unknown>>()
  const ask = async () => {
    const began = performance.now()
    const { statusCode, body } = await connections.request({
      method: 'GET',
      path: '/api/v1/me',
      headers: { authorization: `Bearer ${token}` },
    })
    await body.text()
    if (statusCode !== 200) throw new Error(`GET /me answered ${statusCode}`)
    longest = Math.max(longest, performance.now() - began)
  }
  const timer = setInterval(() => {
    if (stopped) return
    const answer = ask().catch((error) => process.stderr.write(`${error}\n`))
    underWay.add(answer)
    answer.finally(() => underWay.delete(answer))
  }, every)
  return {
    async during<T>(work: () => Promise<T>): Promise<T & { wait: number; took: number }> {
      await Promise.all(underWay)
      longest = 0
      const began = performance.now()
      const outcome = await work()
      const took = performance.now() - began
      // At least two of the bystander's requests fall into or right behind it.
      await pause(Math.max(0, every * 2 - took))
      await Promise.all(underWay)
      return { ...outcome, wait: longest, took }
    },
    stop() {
      stopped = true
      clearInterval(timer)
      connections.close()
    },
  }
}

/** What sockets can ask for at most. */
function socketLoads(url: string, token: string, tell: () => Promise<unknown>) {
  const open = async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    await once(socket, 'message')
    return socket
  }
  const say = (socket: WebSocket, id: number, query: string) =>
    socket.send(JSON.stringify({ type: 'subscribe', id: String(id), payload: { query } }))
  return [
    {
      name: `${limits.socketsPerToken} sockets with 1,000 subscriptions asked for in each, and 20 events`,
      async run() {
        const sockets = await Promise.all(Array.from({ length: limits.socketsPerToken }, open))
        let arrived = 0
        for (const socket of sockets) {
          socket.on('message', () => {
            arrived += 1
          })
          for (let id = 0; id < 1000; id++)
            say(socket, id, 'subscription { events { id event data sequence actor { name } } }')
        }
        await settled(() => arrived)
        for (let event = 0; event < 20; event++) await tell()
        await settled(() => arrived)
        for (const socket of sockets) socket.terminate()
        return { bytes: arrived }
      },
    },
    {
      name: 'one socket that asks 2,000 times without a pause',
      async run() {
        const socket = await open()
        let arrived = 0
        socket.on('message', () => {
          arrived += 1
        })
        for (let id = 0; id < 2000; id++)
          say(socket, id, '{ clients(perPage: 20) { clients { id name projects(perPage: 5) { id } } } }')
        await settled(() => arrived)
        socket.terminate()
        return { bytes: arrived }
      },
    },
  ]
}

/** Waits until a count has stood still for a second. */
async function settled(count: () => number) {
  for (let last = -1; last !== count(); await pause(1_000)) last = count()
}

const peakMemory = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** A large organization, as SQL; answers the id of the resource of each kind that has the most in it. */
async function fill(system: Pool, organizationId: string, memberId: string): Promise<IdOf> {
  const run = (text: string) => system.query(text, text.includes('$2') ? [organizationId, memberId] : [organizationId])
  const columns = 'organization_id, id, created_at, updated_at'
  const aged = "$1::uuid, gen_random_uuid(), now() - i * interval '1 minute', now()"
  const line = {
    description: 'Beratung und alles, was dazugehört',
    quantity: 8,
    unit: 'HUR',
    unitPriceCents: 11000,
    discountPercent: 0,
    taxRate: 19,
    supply: 'service',
    taxCategory: 'S',
    taxExemptionReason: null,
    netCents: 88000,
  }
  await run(
    `insert into clients (${columns}, name, email, country, city) select ${aged}, 'Kunde ' || i, 'kunde' || i || '@example.com', 'DE', 'Hamburg' from generate_series(1, 2000) i`,
  )
  await run(`insert into projects (${columns}, name, client_id, description) select c.organization_id, gen_random_uuid(), c.created_at, now(), 'Projekt ' || i, c.id, repeat('Beschreibung ', 10)
    from (select * from clients where organization_id = $1 order by created_at desc limit 100) c, generate_series(1, 30) i`)
  await run(
    `insert into project_columns (${columns}, project_id, name, sort_order) select p.organization_id, gen_random_uuid(), now(), now(), p.id, 'Spalte ' || i, i from projects p, generate_series(0, 4) i where p.organization_id = $1`,
  )
  await run(`insert into tasks (${columns}, title, project_id, column_id, rank, description) select k.organization_id, gen_random_uuid(), now() - i * interval '1 second', now(), 'Aufgabe ' || i, k.project_id, k.id, i, repeat('Text ', 40)
    from (select * from project_columns where organization_id = $1 and project_id = (select id from projects where organization_id = $1 order by created_at desc, id desc limit 1)) k, generate_series(1, 1000) i`)
  await run(
    `insert into members (${columns}, email, name, slug, role) select ${aged}, 'm' || i || '@kontor.example', 'Mitglied ' || i, 'fairness-' || i, 'member' from generate_series(1, 100) i`,
  )
  await run(`insert into tags (${columns}, name) select ${aged}, 'Schlagwort ' || i from generate_series(1, 100) i`)
  await run(
    `insert into task_assignees select t.organization_id, t.id, m.id from (select * from tasks where organization_id = $1 limit 1000) t, (select * from members where organization_id = $1 limit 10) m`,
  )
  await run(
    `insert into task_tags select t.organization_id, t.id, g.id from (select * from tasks where organization_id = $1 limit 1000) t, (select * from tags where organization_id = $1 limit 10) g`,
  )
  const task = '(select id from tasks where organization_id = $1 order by created_at desc, id desc limit 1)'
  await run(
    `insert into subtasks (${columns}, task_id, title, position) select ${aged}, ${task}, 'Schritt ' || i, i from generate_series(1, 1000) i`,
  )
  await run(
    `insert into comments (${columns}, task_id, author_name, content) select ${aged}, ${task}, 'Anna', repeat('<p>Kommentar</p>', 1000) from generate_series(1, 200) i`,
  )
  await run(`insert into time_entries (${columns}, user_id, user_name, project_id, task_id, started_at, ended_at, status, duration_seconds)
    select ${aged}, $2::uuid, 'Anna', (select project_id from tasks where organization_id = $1 and id = ${task}), ${task}, now() - interval '20 days', now() - interval '1 day', 'stopped', 1641600 from generate_series(1, 300) i`)
  await run(
    `insert into whiteboards (${columns}, title, scene) select ${aged}, 'Tafel ' || i, json_build_object('elements', (select json_agg(json_build_object('type', 'line', 'x', n)) from generate_series(1, 10000) n)) from generate_series(1, 30) i`,
  )
  const invoices = (count: number, lines: number) =>
    system.query(
      `insert into invoices (${columns}, client_id, issue_date, due_date, line_items, subtotal_cents, tax_cents, total_cents, tax_breakdown, open_cents)
       select ${aged}, (select id from clients where organization_id = $1 order by created_at desc, id desc limit 1), '2026-01-05', '2026-01-19', $2::jsonb, 264000, 50160,
         314160, '[{"taxRate":19,"taxCategory":"S","netCents":264000,"taxCents":50160}]', 314160 from generate_series(1, $3::int) i`,
      [organizationId, JSON.stringify(Array(lines).fill(line)), count],
    )
  await invoices(1000, 3)
  await invoices(100, 500)
  await run(`insert into events (organization_id, id, sequence, name, created_at, body)
    select $1::uuid, gen_random_uuid(), i, 'client.created', now(), json_build_object('id', gen_random_uuid(), 'event', 'client.created', 'created_at', now(),
      'organization_id', $1::uuid, 'actor', json_build_object('type', 'user', 'id', null, 'name', 'x'), 'sequence', i, 'data', json_build_object('notes', repeat('x', 5000))) from generate_series(1, 2000) i`)
  await run('insert into event_sequences select $1::uuid, 2000 on conflict do nothing')

  const ids = new Map<string, string>()
  const { rows: tables } = await system.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'id'
     and exists (select from information_schema.columns o where o.table_name = c.table_name and o.column_name = 'organization_id')
     and exists (select from information_schema.columns o where o.table_name = c.table_name and o.column_name = 'created_at')`,
  )
  for (const { name } of tables) {
    const { rows } = await system.query<{ id: string }>(
      `select id from ${name} where organization_id = $1 order by created_at desc, id desc limit 1`,
      [organizationId],
    )
    const singular = name
      .replace(/^project_columns$/, 'columns')
      .replace(/ies$/, 'y')
      .replace(/s$/, '')
    if (rows[0])
      ids.set(
        singular.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        rows[0].id,
      )
  }
  const { rows } = await system.query<{ id: string }>(
    `select project_id as id from tasks where organization_id = $1 limit 1`,
    [organizationId],
  )
  ids.set('project', rows[0]?.id ?? '')
  return (resource) =>
    ids.get(resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())) ??
    '00000000-0000-4000-8000-000000000000'
}
