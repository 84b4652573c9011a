import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, scenario, startApp } from '../../../harness/house.ts'

const at = house()
let tag = ''

beforeAll(async () => {
  tag = (await at.owner.rest('POST', '/tags', { name: 'Design', color: '#00FF00' })).body.id
})

describe('tags', () => {
  scenario(at, 'are created by a member', {
    as: 'member',
    post: '/tags',
    send: { name: 'Text' },
    status: 201,
    body: { name: 'Text', color: null, version: 1 },
  })
  scenario(at, 'have names of their own, whatever the case', {
    post: '/tags',
    send: { name: 'DESIGN' },
    status: 409,
    body: { error: 'conflict', field: 'name' },
  })
  for (const [what, send, status, field] of [
    ['no name', {}, 400, 'name'],
    ['a blank name', { name: ' ' }, 422, 'name'],
    ['a colour in words', { name: 'x', color: 'rot' }, 422, 'color'],
  ] as const)
    scenario(at, `refuse ${what}`, { post: '/tags', send, status, body: { field } })
  scenario(at, 'are listed, by name too', {
    as: 'viewer',
    get: '/tags?sort=name&q=des',
    status: 200,
    body: { tags: [{ name: 'Design' }], total: 1 },
  })
  scenario(at, 'are read by their id', () => ({ get: `/tags/${tag}`, status: 200, body: { name: 'Design' } }))
  scenario(at, 'are changed', () => ({
    put: `/tags/${tag}`,
    send: { color: null },
    status: 200,
    body: { color: null, version: 2 },
  }))
  scenario(at, 'do not take another’s name', () => ({
    put: `/tags/${tag}`,
    send: { name: 'text' },
    status: 409,
    body: { field: 'name' },
  }))
  scenario(at, 'are closed to an auditor', { as: 'auditor', get: '/tags', status: 403 })
  for (const method of ['post', 'put', 'delete'] as const)
    scenario(at, `${method} is refused to a viewer`, () => ({
      as: 'viewer',
      [method]: method === 'post' ? '/tags' : `/tags/${tag}`,
      send: { name: 'x' },
      status: 403,
    }))
  test('a deleted one is off every task', async () => {
    const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
    const task = { title: 'x', project_id: project.id, column_id: project.columns[0].id, tag_ids: [tag] }
    const { body } = await at.owner.rest('POST', '/tasks', task)
    expect(body.tags).toHaveLength(1)
    await at.events()
    expect((await at.owner.rest('DELETE', `/tags/${tag}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/tasks/${body.id}`)).body).toMatchObject({
      tags: [],
      version: body.version + 1,
    })
    expect(await at.events()).toEqual(['task.updated'])
    const { events } = (await at.owner.rest('GET', '/events?names=task.updated&per_page=100')).body
    expect(events.at(-1)).toMatchObject({ changes: ['tag_ids'], data: { id: body.id, tags: [], tag_ids: [] } })
  })
})

test('a deleted tag of very many tasks is off all of them, each of which says so', async () => {
  const { app, stop } = await startApp()
  try {
    await app.work()
    const own = await openHouse(app)
    const { body: project } = await own.owner.rest('POST', '/projects', { name: 'Viele' })
    const { body: many } = await own.owner.rest('POST', '/tags', { name: 'Viele' })
    const task = { title: 'x', project_id: project.id, column_id: project.columns[0].id, tag_ids: [many.id] }
    const tasks = 203
    for (let made = 0; made < tasks; made++) expect((await own.owner.rest('POST', '/tasks', task)).status).toBe(201)
    await own.events()
    expect((await own.owner.rest('DELETE', `/tags/${many.id}`)).status).toBe(204)
    const told: string[] = []
    await expect.poll(async () => told.push(...(await own.events())), { timeout: 20_000 }).toBe(tasks)
    expect(new Set(told)).toEqual(new Set(['task.updated']))
    const { body } = await own.owner.rest('GET', `/projects/${project.id}/tasks`)
    const shown = body.tasks.map(({ version, tag_ids }: { version: number; tag_ids: string[] }) => [version, tag_ids])
    expect(new Set(shown.map(String))).toEqual(new Set(['2,']))
  } finally {
    await stop()
  }
}, 60_000)
