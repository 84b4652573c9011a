import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
let client = ''
let project = ''

beforeAll(async () => {
  client = (await at.owner.rest('POST', '/clients', { name: 'Acme' })).body.id
  project = (await at.owner.rest('POST', '/projects', { name: 'Relaunch', client_id: client, color: '#ff8800' })).body
    .id
})

describe('creating a project', () => {
  scenario(at, 'answers it with its default columns, in German unless asked otherwise', () => ({
    as: 'member',
    post: '/projects',
    send: { name: 'Relaunch', client_id: client, color: '#FF8800', budget_minutes: 600 },
    status: 201,
    body: {
      name: 'Relaunch',
      client_id: client,
      client: { id: client, name: 'Acme' },
      status: 'active',
      budget_minutes: 600,
      columns: ['Offen', 'In Arbeit', 'Prüfung', 'Erledigt'].map((name, sort_order) => ({ name, sort_order })),
    },
    events: ['project.created'],
  }))
  scenario(at, 'names the columns in the language asked for', {
    post: '/projects',
    send: { name: 'Relaunch' },
    headers: { 'accept-language': 'en' },
    status: 201,
    body: {
      client: null,
      columns: ['To do', 'In progress', 'Review', 'Done'].map((name, sort_order) => ({ name, sort_order })),
    },
    events: ['project.created'],
  })
  test('names the columns in its creator’s language where nothing is asked for', async () => {
    await at.owner.rest('PUT', `/members/${at.member.id}`, { language: 'en' })
    const { body } = await at.member.rest('POST', '/projects', { name: 'English' })
    expect(body.columns[0].name).toBe('To do')
    await at.owner.rest('PUT', `/members/${at.member.id}`, { language: null })
  })
  for (const as of ['accountant', 'auditor', 'viewer'] as const)
    scenario(at, `is refused to ${as}`, { as, post: '/projects', send: { name: 'x' }, status: 403 })
  scenario(at, 'is refused without a token', { as: 'nobody', post: '/projects', send: { name: 'x' }, status: 401 })
  scenario(at, 'needs a name', { post: '/projects', send: {}, status: 400, body: { field: 'name' } })
  const wrong: [string, object, string][] = [
    ['an empty name', { name: '' }, 'name'],
    ['a colour in words', { name: 'x', color: 'rot' }, 'color'],
    ['an unknown status', { name: 'x', status: 'done' }, 'status'],
    ['a client that does not exist', { name: 'x', client_id: '00000000-0000-4000-8000-000000000000' }, 'client_id'],
    ['a client’s id that is none', { name: 'x', client_id: 'acme' }, 'client_id'],
    ['a negative budget', { name: 'x', budget_minutes: -1 }, 'budget_minutes'],
  ]
  for (const [what, send, field] of wrong)
    scenario(at, `refuses ${what}`, { post: '/projects', send, status: 422, body: { field } })
})

describe('reading projects', () => {
  scenario(at, 'get-one carries columns and totals', () => ({
    as: 'viewer',
    get: `/projects/${project}`,
    status: 200,
    body: { id: project, totals: { open_tasks: 0, overdue_tasks: 0, done_tasks: 0 }, columns: [{}, {}, {}, {}] },
  }))
  scenario(at, 'is refused to an auditor, who reads money alone', { as: 'auditor', get: '/projects', status: 403 })
  test('filters by archived, status and client; all without', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Alt', status: 'archived' })
    const ids = async (query: string) =>
      (await at.owner.rest('GET', `/projects?per_page=100&${query}`)).body.projects.map(({ id }: { id: string }) => id)
    expect(await ids('archived=true')).toEqual([body.id])
    expect(await ids('archived=false')).not.toContain(body.id)
    expect(await ids('')).toEqual(expect.arrayContaining([body.id, project]))
    expect(await ids('status=archived')).toEqual([body.id])
    expect(await ids(`client_id=${client}`)).toContain(project)
    expect(await ids('client_id=00000000-0000-4000-8000-000000000000')).toEqual([])
    expect(await ids('q=relaunch%20acme')).toContain(project)
  })
  scenario(at, 'refuses an unknown value in a filter', {
    get: '/projects?status=x',
    status: 422,
    body: { field: 'status' },
  })
  test('a client’s get-one shows its newest projects, and null to an auditor', async () => {
    const { body } = await at.owner.rest('GET', `/clients/${client}`)
    expect(body.projects).toContainEqual({ id: project, name: 'Relaunch', status: 'active' })
    expect((await at.auditor.rest('GET', `/clients/${client}`)).body.projects).toBeNull()
  })
})

describe('changing a project', () => {
  scenario(at, 'changes what is sent', () => ({
    put: `/projects/${project}`,
    send: { description: 'Neu', client_id: null },
    status: 200,
    body: { description: 'Neu', client: null, name: 'Relaunch', version: 2 },
    events: ['project.updated'],
  }))
  scenario(at, 'says nothing when nothing changed', () => ({
    put: `/projects/${project}`,
    send: { description: 'Neu' },
    status: 200,
    body: { version: 2 },
  }))
  scenario(at, 'archiving is said beside the change', () => ({
    patch: `/projects/${project}/status`,
    send: { status: 'archived' },
    status: 200,
    body: { status: 'archived' },
    events: ['project.updated', 'project.archived'],
  }))
  scenario(at, 'archiving again says nothing', () => ({
    patch: `/projects/${project}/status`,
    send: { status: 'archived' },
    status: 200,
  }))
  scenario(at, 'comes back from the archive', () => ({
    patch: `/projects/${project}/status`,
    send: { status: 'active' },
    status: 200,
    events: ['project.updated'],
  }))
  scenario(at, 'a status must be sent', () => ({
    patch: `/projects/${project}/status`,
    send: {},
    status: 400,
    body: { field: 'status' },
  }))
  scenario(at, 'a status must be one of three', () => ({
    patch: `/projects/${project}/status`,
    send: { status: 'done' },
    status: 422,
    body: { field: 'status' },
  }))
  scenario(at, 'is refused to a viewer', () => ({
    as: 'viewer',
    patch: `/projects/${project}/status`,
    send: { status: 'active' },
    status: 403,
  }))
  scenario(at, 'a stale version is refused', () => ({
    put: `/projects/${project}`,
    send: { name: 'Y' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  scenario(at, 'an unknown client is refused', () => ({
    put: `/projects/${project}`,
    send: { client_id: project },
    status: 422,
    body: { field: 'client_id' },
  }))
})

describe('deleting a project', () => {
  test('takes columns and tasks along, and its event shows the last state', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Weg' })
    const task = await at.owner.rest('POST', '/tasks', {
      title: 'x',
      project_id: body.id,
      column_id: body.columns[0].id,
    })
    expect(task.status, JSON.stringify(task.body)).toBe(201)
    await at.events()
    expect((await at.owner.rest('DELETE', `/projects/${body.id}`)).status).toBe(204)
    expect(await at.events()).toEqual(['project.deleted'])
    expect((await at.owner.rest('GET', `/tasks/${task.body.id}`)).status).toBe(404)
    expect((await at.owner.rest('GET', `/projects/${body.id}/columns`)).status).toBe(404)
    const feed = await at.owner.rest('GET', '/events?names=project.deleted')
    expect(feed.body.events.at(-1).data).toMatchObject({ name: 'Weg', columns: [{}, {}, {}, {}] })
  })
  scenario(at, 'is refused to a viewer', () => ({ as: 'viewer', delete: `/projects/${project}`, status: 403 }))
})
