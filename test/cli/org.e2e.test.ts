import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueTokenByCommand } from '#core/access/issue-token-by-command'
import { createSchemas, describeRest } from '../../src/app.ts'
import { createFixtures } from '../harness/fixtures.ts'
import { createPerson, type Person, startApp } from '../harness/house.ts'
import { runProgramToEnd } from '../harness/process.ts'

// An organization moves to another installation: everything that is answered there is what was answered here.

type Installation = Awaited<ReturnType<typeof startApp>>

let source: Installation
let target: Installation
let organizationId = ''
let file = ''
let before: Person
let after: Person
let output = ''

const kontor = (at: Installation, ...args: string[]) =>
  runProgramToEnd('kontor.js', args, { DATA_DIR: at.directory, DATABASE_URL: at.url })

const ownerOf = async (at: Installation) => {
  const { rows } = await at.app.system.query(
    "select id from members where organization_id = $1 and role = 'owner' order by created_at limit 1",
    [organizationId],
  )
  const { token } = await issueTokenByCommand(at.app.system, {
    organizationId,
    memberId: rows[0].id,
    name: 'Comparison',
  })
  return createPerson(at.app, organizationId, rows[0].id, token)
}

beforeAll(async () => {
  ;[source, target] = await Promise.all([startApp(), startApp()])
  const demo = await kontor(source, 'demo', '--scale', '0.1', '--json')
  expect(demo.code, demo.stderr).toBe(0)
  organizationId = JSON.parse(demo.stdout).organization_id
  before = await ownerOf(source)
  // Whatever a demo does not have.
  await createFixtures({ app: source.app, owner: before }).all()
  file = join(source.directory, 'archive.zip')
  const exported = await kontor(source, 'org', 'export', '--org', organizationId, '--to', file, '--json')
  expect(exported.code, exported.stderr).toBe(0)
  const imported = await kontor(target, 'org', 'import', '--from', file, '--json')
  expect(imported.code, imported.stderr).toBe(0)
  output = imported.stdout
  after = await ownerOf(target)
}, 300_000)
afterAll(async () => {
  await source?.stop()
  await target?.stop()
})

/** Routes that tell of the installation, of secrets that stay behind, or of what is told once. */
const elsewhere =
  /^\/(tokens|events|notices|security-log|installation|public\/(bookings|invitations|shares|sign)|calendar\/(feed|feeds|connections)\b|webhooks\/\{id\}\/deliveries|organization\/export|pages\/export|accounting\/export|audit-log)|\/(preview|erasure-plan|personal-data)$/

/** What else a route asks for. */
const asked: Readonly<Record<string, string>> = {
  '/calendar/events': '?from=2020-01-01T00:00:00Z&to=2032-01-01T00:00:00Z',
  '/search': '?q=an',
}

/** Which ids a route with one takes: those in the answers of another route. */
const listOf: Readonly<Record<string, string>> = {
  '/pages/versions/{id}': '/pages/{id}/versions',
  '/payments/import/{id}': '',
}

interface Answers {
  [path: string]: { status: number; body: unknown }
}

/** All that is answered to the owner, by path. */
async function readEverything(at: Installation, owner: Person): Promise<Answers> {
  const document = (await describeRest(createSchemas().rest, 'http://127.0.0.1')) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>
  }
  const routes = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && !elsewhere.test(path) ? [{ path, parameters: (get.parameters ?? []).map(({ name }) => name) }] : [],
  )
  const answers: Answers = {}
  const idsIn: Record<string, string[]> = {}
  const read = async (route: string, path: string) => {
    const { status, body, raw, headers } = await owner.rest('GET', path)
    const isJson = String(headers['content-type']).startsWith('application/json')
    answers[path] = { status, body: isJson ? body : createHash('sha256').update(raw).digest('hex') }
    if (!isJson || status !== 200) return undefined
    const rows = Object.values(body).find(Array.isArray) ?? []
    idsIn[route] = [...(idsIn[route] ?? []), ...rows.flatMap((row: { id?: string }) => row?.id ?? [])]
    return body
  }
  const depth = (path: string) => path.split('{').length + (path in listOf ? 1 : 0)
  const order = routes.toSorted((a, b) => depth(a.path) - depth(b.path) || a.path.localeCompare(b.path))
  for (const { path, parameters } of order) {
    const parameter = /\{(\w+)\}/.exec(path)
    if (!parameter) {
      for (let page = 1; ; page++) {
        const query = parameters.includes('per_page') ? `?per_page=100&page=${page}` : (asked[path] ?? '')
        const body = await read(path, path + query)
        if (!parameters.includes('per_page') || !(body?.total > 100 * page)) break
      }
    } else if (path.startsWith('/public/booking/')) {
      const { rows } = await at.app.system.query(
        `select m.slug, t.slug as type from members m left join booking_event_types t on t.organization_id = m.organization_id and t.user_id = m.id
         where m.organization_id = $1 order by 1, 2`,
        [organizationId],
      )
      for (const { slug, type } of rows) {
        if (path === '/public/booking/{user_slug}') await read(path, `/public/booking/${slug}`)
        if (path === '/public/booking/{user_slug}/{type_slug}' && type)
          await read(path, `/public/booking/${slug}/${type}`)
      }
    } else {
      const list = listOf[path] ?? path.slice(0, parameter.index - 1)
      if (path === '/payments/import/{id}')
        idsIn[list] = (
          await at.app.system.query('select id from bank_imports where organization_id = $1', [organizationId])
        ).rows.map(({ id }) => id)
      for (const id of new Set(idsIn[list])) {
        const body = await read(path, path.replace(parameter[0], id))
        if (path !== '/storage/files/{id}/download') continue
        const { pathname, search } = new URL(body.url)
        const { rawPayload } = await at.app.server.inject({ url: pathname + search })
        answers[path.replace(parameter[0], id)] = {
          status: 200,
          body: createHash('sha256').update(rawPayload).digest('hex'),
        }
      }
    }
  }
  return answers
}

/** Without what an import changes on purpose. */
const comparable = (answers: Answers): Answers =>
  JSON.parse(JSON.stringify(answers), (_, value) => {
    if (value?.disabled_reason !== undefined)
      return { ...value, active: null, consecutive_failures: null, disabled_reason: null }
    if (value?.max_downloads !== undefined) return { ...value, revoked: null }
    if (value?.state === 'queued') return { ...value, state: 'failed' }
    if (value?.preview === 'ready') return { ...value, preview: 'pending' }
    return value
  })

describe('organization imported into another installation', () => {
  test('answers all requests as before', async () => {
    const [here, there] = [await readEverything(source, before), await readEverything(target, after)]
    expect(Object.keys(here).length).toBeGreaterThan(300)
    for (const wanted of ['/invoices/', '/pages/versions/', '/tasks/', '/storage/files/', '/public/booking/'])
      expect(Object.keys(here).some((path) => path.startsWith(wanted) && path.length > wanted.length)).toBe(true)
    expect(Object.values(here).map(({ status }) => status)).not.toContain(500)
    expect(comparable(there)).toEqual(comparable(here))
  }, 240_000)

  test('continues its audit log with the origin', async () => {
    const log = async (who: Person) =>
      (await who.rest('GET', '/audit-log?per_page=100&sort=created_at&action=organization.exported')).body.entries
    const [exported] = (await log(before)).slice(-1)
    const { body } = await after.rest('GET', '/audit-log?action=organization.imported')
    expect(body.entries).toMatchObject([
      {
        actor: { type: 'system', name: 'kontor' },
        resource_id: organizationId,
        previous_hash: exported.hash,
        after: { source: { hash: exported.hash, last_entry_id: exported.id, version: expect.any(String) } },
      },
    ])
    expect((await after.rest('GET', '/audit-log/verify')).body).toMatchObject({ valid: true, first_broken_id: null })
    const doctor = await kontor(target, 'doctor', '--archive', '--json')
    expect(JSON.parse(doctor.stdout).checks).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'archive', ok: true })]),
    )
  })

  test('continues its numbers', async () => {
    const next = (who: Person) => who.rest('GET', '/organization/numbering').then(({ body }) => body)
    expect(await next(after)).toEqual(await next(before))
  })

  test('lists what is not imported', () => {
    const said = JSON.parse(output)
    expect(said).toMatchObject({ organization_id: organizationId, missing_files: [] })
    expect(said.webhooks_without_secret).not.toEqual([])
    expect(said.disconnected_calendars).not.toEqual([])
    expect(said.revoked_shares).toBeGreaterThan(0)
    expect(said.members.every(({ is_known }: { is_known: boolean }) => !is_known)).toBe(true)
  })

  test('cannot be imported twice', async () => {
    const { code, stderr } = await kontor(target, 'org', 'import', '--from', file)
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, `The organization ${organizationId} is here already.`])
  })
})
