import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { getIntrospectionQuery } from 'graphql'
import type { Pool } from 'pg'
import { Pool as Connections } from 'undici'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { generateRestRoutes } from '#core/rest/routes'
import { createOrganization } from '#features/people/organizations/create-organization'
import { createSchemas } from '../src/app.ts'
import { formatTable } from './format-table.ts'
import { startKontor } from './measure.ts'
import { createPublicLoads } from './public-loads.ts'
import { rebuildCounters } from './seed.ts'
import { createRestLoads, createSocketLoads, type LoadResponse, type SendRequest } from './worst-loads.ts'
import {
  createWorstDocuments,
  createWorstIntrospection,
  createWorstQueries,
  createWorstReads,
  createWorstWrites,
  type ResolveId,
  type WorstRequest,
} from './worst-requests.ts'

/** Restricts the run to requests whose `kind: name` contains this. */
const only = process.env.FAIRNESS_ONLY ?? ''
const longestWait = 150
const mostMemory = 512
/** Milliseconds between the bystander's requests, and concurrent copies of a request. */
const every = 100
const atOnce = 2
/** Attempts of a slow request; the shortest wait counts, because the machine itself pauses at times. */
const tries = 4

/** The most expensive valid requests of one organization, while another one calls `GET /me` ten times a second. */
export async function benchmarkFairness() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 2)
  const attacker = await createOrganization(system, { name: 'Viel', email: 'viel@kontor.example' })
  const bystander = await createOrganization(system, { name: 'Wartet', email: 'wartet@kontor.example' })
  say('Seeding …')
  const idOf = await fill(system, attacker.organizationId, attacker.memberId)
  await rebuildCounters(system)
  await system.query('vacuum analyze')

  const kontor = await startKontor(database.url, directory)
  const pid = kontor.process.pid ?? 0
  const connections = new Connections(kontor.base, {
    connections: atOnce,
    bodyTimeout: 120_000,
    headersTimeout: 120_000,
  })
  const authorization = `Bearer ${attacker.token}`
  const send = async ({ method, path, body }: WorstRequest) => {
    const { statusCode, body: answer } = await connections.request({
      method: method as 'GET',
      path,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const bytes = (await answer.arrayBuffer()).byteLength
    return { status: statusCode, bytes }
  }
  const crowd = new Connections(kontor.base, { connections: 20, bodyTimeout: 120_000, headersTimeout: 120_000 })
  const sendAny: SendRequest = async (method, path, body, type = 'application/json') => {
    const { statusCode, body: answer } = await crowd.request({
      method: method as 'GET',
      path,
      headers: { authorization, 'content-type': type },
      ...(body !== undefined && { body: body instanceof Readable ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: statusCode, bytes: text.length, text }
  }
  const watch = createWatch(kontor.base, bystander.token)

  const { schema, rest } = createSchemas()
  const routes = generateRestRoutes(rest).map(({ route }) => route)
  const introspect = (name: string): WorstRequest => ({
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
  const all = [
    introspect('the standard one'),
    ...createWorstIntrospection(schema),
    ...createWorstQueries(schema, idOf),
    ...createWorstDocuments(schema),
    ...createWorstReads(routes, idOf),
    ...drafts,
    ...createWorstWrites(schema, routes, idOf),
  ]
  const isWanted = ({ kind, name }: { kind: string; name: string }) => `${kind}: ${name}`.includes(only)
  const requests = all.filter(isWanted)
  const worst = new Map<string, Outcome[]>()
  const note = (kind: string, outcome: Outcome) => worst.set(kind, [...(worst.get(kind) ?? []), outcome])
  /** Measures the bystander's wait, the longest block of the event loop and the memory. */
  const judge = async (name: string, work: () => Promise<Answered>): Promise<Outcome> => {
    await longestBlock(kontor.process)
    forgetPeak(pid)
    const outcome = await watch.during(work)
    return { name, ...outcome, block: await longestBlock(kontor.process), peak: peakMemory(pid) }
  }
  /** Repeats while the bystander waits too long. */
  const judgeAgain = async (name: string, work: () => Promise<Answered>, prepare?: () => Promise<unknown>) => {
    let outcome: Outcome | undefined
    for (let count = 0; count < tries && (!outcome || outcome.wait > longestWait); count++) {
      await prepare?.()
      const next = await judge(name, work)
      const peak = Math.max(next.peak, outcome?.peak ?? 0)
      outcome = { ...(!outcome || next.wait < outcome.wait ? next : outcome), peak }
    }
    return outcome as Outcome
  }
  let peak = 0
  try {
    // Warm-up.
    for (let index = 0; index < 20; index++) await watch.during(() => send(introspect('')))
    note('nothing at all', await judge('', () => pause(3_000).then(() => ({ status: 0, bytes: 0 }))))
    say(`${requests.length} requests …`)
    for (const request of requests) {
      const outcome = await judgeAgain(request.name, async () => {
        const [first] = await Promise.all(Array.from({ length: atOnce }, () => send(request)))
        return first as Answered
      })
      note(request.kind, outcome)
      if (only || outcome.wait > longestWait || outcome.peak > peak + 20) say(told(request.kind, outcome))
      peak = Math.max(peak, outcome.peak)
    }
    const url = `${kontor.base.replace('http', 'ws')}/graphql`
    const tell = () => sendAny('POST', '/api/v1/clients', { name: 'Neu' })
    const loads = [
      ...createRestLoads(sendAny, idOf, atOnce),
      ...createPublicLoads(sendAny, { ...attacker, idOf, atOnce, system }),
      ...createSocketLoads(url, attacker.token, tell),
    ]
    for (const { kind, name, prepare, run } of loads.filter(isWanted)) {
      const outcome = await judgeAgain(name, run, prepare).catch((error) => {
        say(`${kind}: ${name}: ${error}`)
        process.exitCode = 1
        return null
      })
      if (!outcome) continue
      note(kind, outcome)
      say(told(kind, outcome))
      peak = Math.max(peak, outcome.peak)
    }
  } finally {
    watch.stop()
    await connections.close()
    await crowd.close()
    kontor.process.kill()
    await once(kontor.process, 'exit')
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
    const table = [['fairness', 'requests', 'longest wait ms', 'block ms', 'by', 'status', 'KB', 'highest MB', '']]
    for (const [kind, found] of worst) {
      const [longest] = found.toSorted((a, b) => b.wait - a.wait)
      if (!longest) continue
      const holds = longest.wait <= longestWait ? 'holds' : 'misses'
      table.push([
        kind,
        String(found.length),
        longest.wait.toFixed(0),
        longest.block.toFixed(0),
        longest.name,
        String(longest.status),
        (longest.bytes / 1024).toFixed(0),
        String(Math.max(...found.map((each) => each.peak))),
        holds,
      ])
    }
    process.stdout.write(`${formatTable(table)}\n\nPeak memory ${peak} MB (wanted: under ${mostMemory})\n\n`)
  }
}

type Answered = Pick<LoadResponse, 'status' | 'bytes'>

/** What came of a request: the bystander's longest wait, the longest block of the loop, and the highest memory meanwhile. */
interface Outcome {
  name: string
  wait: number
  block: number
  took: number
  status: number
  bytes: number
  peak: number
}

const told = (kind: string, { name, wait, block, took, status, bytes, peak }: Outcome) =>
  `${Math.round(wait)} ms, block ${Math.round(block)} ms, ${peak} MB  ${kind}: ${name} (${status}, ${bytes} bytes, ${Math.round(took)} ms)`

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Calls `GET /me` ten times a second and measures the longest response time while something runs. */
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

async function longestBlock(server: ChildProcess): Promise<number> {
  server.send('block')
  const [{ block }] = (await once(server, 'message')) as [{ block: number }]
  return block
}

/** Resets the peak of resident memory (proc(5), clear_refs). */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const peakMemory = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Fills a large organization by SQL; returns the id with the most data for each kind of resource. */
async function fill(system: Pool, organizationId: string, memberId: string): Promise<ResolveId> {
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
  await run(`update organizations set street = 'Hafenstraße 1', postal_code = '20457', city = 'Hamburg' where id = $1`)
  await run(
    `insert into clients (${columns}, name, email, country, street, postal_code, city) select ${aged}, 'Kunde ' || i, 'kunde' || i || '@example.com', 'DE', 'Elbchaussee ' || i, '22763', 'Hamburg' from generate_series(1, 2000) i`,
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
      'organization_id', $1::uuid, 'actor', json_build_object('type', 'user', 'id', null, 'name', 'x'), 'sequence', i, 'data', json_build_object('notes', repeat('x', case when i <= 100 then 45000 else 5000 end))) from generate_series(1, 2000) i`)
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
