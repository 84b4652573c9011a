import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { runProgramToEnd, startServer } from '../harness/process.ts'
import { freePort } from '../harness/service.ts'
import { isInHistory, lastRelease, releasePrograms, unpackBackup } from './last-release.ts'

// Whoever upgrades must be able to go back (docs/decisions/0096): the last release's data are read as they were, and its programs
// run beside this one on the new schema.

/** What is of the day or of the reading itself, by path. */
const volatile = [
  '/installation/checks',
  '/organization/export',
  '/pages/export',
  '/accounting/export',
  '/search',
  '/security-log',
  '/tokens',
  '/reports/time/csv',
  '/storage/files/{id}/download',
  '/storage/files/{id}/preview',
]

/** What these want to be asked. */
const asked: Record<string, string> = {
  '/calendar/events': 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z',
}

type Answers = Record<string, { status: number; body: unknown }>

const folder = mkdtempSync(join(tmpdir(), 'kontor-release-'))
let database: Awaited<ReturnType<typeof createDatabase>>
let release: ReturnType<typeof releasePrograms>
let settings: NodeJS.ProcessEnv
let token = ''

const read = async (base: string, path: string) => {
  const answer = await fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  const type = answer.headers.get('content-type') ?? ''
  const body = Buffer.from(await answer.arrayBuffer())
  return {
    status: answer.status,
    body: type.startsWith('application/json')
      ? JSON.parse(body.toString())
      : createHash('sha256').update(body).digest('hex'),
  }
}

/** The answers of all GET routes of the release, each with an id for the first three of its list. */
async function readAll(base: string): Promise<Answers> {
  const paths = Object.entries(release.routes).flatMap(([path, methods]) =>
    'get' in methods && !volatile.includes(path) && !path.startsWith('/public/') && !path.includes('{token}')
      ? [path]
      : [],
  )
  const answers: Answers = {}
  const ids = new Map<string, string[]>()
  for (const path of paths.filter((each) => !each.includes('{'))) {
    const isPaged = JSON.stringify(release.routes[path]).includes('"per_page"')
    answers[path] = await read(base, `${path}?${[...(isPaged ? ['per_page=100'] : []), asked[path] ?? ''].join('&')}`)
    const { body } = answers[path]
    const rows = Object.values(body ?? {}).find(Array.isArray) ?? []
    ids.set(path, rows.flatMap(({ id }: { id?: string }) => id ?? []).slice(0, 3))
  }
  for (const path of paths.filter((each) => each.includes('{'))) {
    const list = path.slice(0, path.indexOf('/{'))
    for (const id of ids.get(list) ?? []) {
      const one = path.replace(/\{\w+\}/, id)
      answers[one] = await read(base, one)
    }
  }
  return answers
}

/** A draft has no XML, and nobody's time runs: 409 and 404 are answers too. */
function assertAnswered(answers: Answers) {
  for (const [path, { status }] of Object.entries(answers)) expect([200, 404, 409], path).toContain(status)
}

/** Starts a server, lets it be asked, and stops it. */
async function during<T>(start: typeof startServer, work: (base: string) => Promise<T>): Promise<T> {
  const port = String(await freePort())
  const server = start({ ...settings, PORT: port, PUBLIC_URL: 'http://kontor.example' })
  try {
    await server.ready
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    await server.stop()
  }
}

describe.skipIf(!isInHistory())(
  `release ${lastRelease.version}${isInHistory() ? '' : ' (skipped: its commit is not in this clone, fetch the whole history)'}`,
  () => {
    let before: Answers

    beforeAll(async () => {
      release = releasePrograms()
      unpackBackup(folder)
      database = await createDatabase(inject('cluster'), 'template0')
      settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), API_RATE_LIMIT_PER_MINUTE: '1000000' }
      const restored = await release.run(
        ['restore', '--from', join(folder, 'backup'), '--into', database.url],
        settings,
      )
      expect(restored.code, restored.stderr).toBe(0)
      copyFileSync(join(folder, 'secret.key'), join(folder, 'data', 'secret.key'))
      const client = new pg.Client(database.url)
      await client.connect()
      const { rows } = await client.query("select email from members where role = 'owner'")
      await client.end()
      const made = await release.run(
        ['token', 'create', '--email', rows[0].email, '--name', 'Test', '--json'],
        settings,
      )
      token = JSON.parse(made.stdout).token
      before = await during(release.startServer, readAll)
    }, 300_000)

    afterAll(async () => {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('its data are read by this one as they were', { timeout: 300_000 }, async () => {
      expect(Object.keys(before).length).toBeGreaterThan(80)
      assertAnswered(before)
      const after = await during(startServer, readAll)
      for (const [path, answer] of Object.entries(before)) expect(after[path], path).toMatchObject(answer as object)
    })

    test('it reads them on the new schema too, and both serve at once', { timeout: 300_000 }, async () => {
      await during(startServer, async () => {
        expect(await during(release.startServer, readAll)).toEqual(before)
      })
    })

    test('it works on the new schema, and this one reads what it wrote', { timeout: 300_000 }, async () => {
      const { code, stdout, stderr } = await release.run(['demo', '--scale', '0.1', '--json'], settings)
      expect(code, stderr).toBe(0)
      token = JSON.parse(stdout).token
      const after = await during(startServer, readAll)
      assertAnswered(after)
      const checked = await runProgramToEnd('kontor.js', ['doctor', '--archive'], settings)
      expect(checked.stdout).not.toMatch(/^(archive|audit).*✗/m)
    })
  },
)
