import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import {
  findPostmaster,
  measureRequests,
  median,
  type Request,
  type RequestCost,
  startBaseline,
  startKontor,
} from './measure.ts'

const rounds = 5
const requests = 300
/** Maximum ratio to the baseline's CPU. */
const limit = 1.5

/** The board of a project with 200 open tasks, compared with the best plain SQL. */
export async function benchmarkBoard() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 2)
  say('Seeding 5 organizations with 20 projects of 200 open tasks each …')
  const { organizationId, projectId, token } = await seed(system)
  const postmaster = await findPostmaster(system)
  const path = `/projects/${projectId}/columns`
  const bare = await startBaseline('./baseline-board.ts', [database.url, organizationId])
  const kontor = await startKontor(database.url, directory)
  const headers = { authorization: `Bearer ${token}` }
  const asked: Request = { method: 'GET', path, status: 200, contains: '"subtask_total"' }
  const ours: Request = { ...asked, path: `/api/v1${path}`, headers }
  const costs: { bare: RequestCost[]; kontor: RequestCost[] } = { bare: [], kontor: [] }
  try {
    await assertAlike(bare.base + path, `${kontor.base}/api/v1${path}`, headers)
    await measureRequests(bare, postmaster, asked, requests / 2)
    await measureRequests(kontor, postmaster, ours, requests / 2)
    for (let round = 0; round < rounds; round++) {
      costs.bare.push(await measureRequests(bare, postmaster, asked, requests))
      costs.kontor.push(await measureRequests(kontor, postmaster, ours, requests))
    }
  } finally {
    bare.process.kill()
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const total = (cost: RequestCost[]) => median(cost.map(({ server, database: db }) => server + db))
  const part = (cost: RequestCost[], name: 'server' | 'database') => median(cost.map((one) => one[name])).toFixed(2)
  const ratio = total(costs.kontor) / total(costs.bare)
  const row = (cost: RequestCost[]) => `${total(cost).toFixed(2)} (${part(cost, 'server')} + ${part(cost, 'database')})`
  process.stdout.write(`Median of ${rounds} alternating rounds, 8 connections\n\n`)
  process.stdout.write(
    `${formatTable([
      ['board of 200 tasks', 'bare ms (server + database)', 'Kontor ms', 'ratio', 'limit', ''],
      ['', row(costs.bare), row(costs.kontor), ratio.toFixed(2), limit.toFixed(2), ratio <= limit ? 'holds' : 'misses'],
    ])}\n\n`,
  )
}

/** Both must return the same, otherwise the comparison is meaningless. */
async function assertAlike(bare: string, kontor: string, headers: Record<string, string>) {
  const [base, ours] = await Promise.all([
    fetch(bare).then((answer) => answer.json()),
    fetch(kontor, { headers }).then((answer) => answer.json()),
  ])
  const cards = (board: { tasks: object[] }[]) => board.map(({ tasks }) => tasks)
  if (cards(ours).flat().length !== 200) throw new Error('There are not 200 tasks on the board.')
  const sorted = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([key, part]) => [key, sorted(part)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value
  if (JSON.stringify(sorted(cards(base))) !== JSON.stringify(sorted(cards(ours))))
    throw new Error('The two servers show different boards.')
}

/** Organizations full of work, as SQL: each task with four subtasks, two comments, three times, two tags and two assignees. */
async function seed(system: Pool) {
  let first: { organizationId: string; token: string } | undefined
  for (let number = 0; number < 5; number++) {
    const made = await createOrganization(system, { name: `Board ${number}`, email: `board${number}@kontor.example` })
    first ??= made
  }
  if (!first) throw new Error('nothing was seeded')
  const fresh = 'gen_random_uuid(), now(), now()'
  const columns = 'organization_id, id, created_at, updated_at'
  for (const statement of [
    `insert into members (${columns}, email, name, slug, role)
     select o.id, ${fresh}, o.id || i::text || '@x.example', 'Person ' || i, o.id || '-' || i, 'member'
     from organizations o, generate_series(1, 9) i`,
    `insert into tags (${columns}, name, color) select o.id, ${fresh}, 'Marke ' || i, '#336699'
     from organizations o, generate_series(1, 20) i`,
    `insert into projects (${columns}, name) select o.id, ${fresh}, 'Projekt ' || i
     from organizations o, generate_series(1, 20) i`,
    `insert into project_columns (${columns}, project_id, name, sort_order)
     select organization_id, ${fresh}, id, 'Spalte ' || i, i from projects, generate_series(0, 3) i`,
    `insert into tasks (${columns}, project_id, column_id, title, rank, due_date, priority)
     select organization_id, ${fresh}, project_id, id, 'Eine Aufgabe mit einem Titel von üblicher Länge ' || i, i, '2026-07-01', 'medium'
     from project_columns, generate_series(1, 50) i`,
    `insert into tasks (${columns}, project_id, column_id, title, rank, status, completed_at)
     select organization_id, ${fresh}, project_id, id, 'Erledigt ' || i, 100 + i, 'done', now()
     from project_columns, generate_series(1, 20) i`,
    `insert into subtasks (${columns}, task_id, title, done, position)
     select organization_id, ${fresh}, id, 'Schritt ' || i, i < 2, i from tasks, generate_series(0, 3) i where status = 'open'`,
    `insert into time_entries (${columns}, user_id, user_name, project_id, task_id, started_at, ended_at, status, duration_seconds)
     select organization_id, ${fresh}, id, 'Person', project_id, id, now() - i * interval '1 day',
       now() - i * interval '1 day' + interval '1 hour', 'stopped', 3600
     from tasks, generate_series(1, 3) i`,
    `insert into comments (${columns}, task_id, author_name, content)
     select organization_id, ${fresh}, id, 'Anna', '<p>Ein Kommentar</p>' from tasks, generate_series(1, 2) where status = 'open'`,
    `insert into task_assignees select t.organization_id, t.id, m.id from tasks t
     cross join lateral (select id from members where organization_id = t.organization_id
       order by md5(id::text || t.id::text) limit 2) m where t.status = 'open'`,
    `insert into task_tags select t.organization_id, t.id, g.id from tasks t
     cross join lateral (select id from tags where organization_id = t.organization_id
       order by md5(id::text || t.id::text) limit 2) g where t.status = 'open'`,
    'vacuum analyze',
  ])
    await system.query(statement)
  const { rows } = await system.query<{ id: string }>('select id from projects where organization_id = $1 limit 1', [
    first.organizationId,
  ])
  return { ...first, projectId: rows[0]?.id ?? '' }
}
