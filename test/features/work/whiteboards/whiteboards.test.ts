import { beforeAll, describe, expect, test } from 'vitest'
import { StorableJson } from '../../../../migrations/0111-storable-json.ts'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
const scene = {
  type: 'excalidraw',
  version: 2,
  elements: [{ id: 'b', strokeColor: '#000', points: [[0, 1.5]], camelCase: { snake_case: null } }],
  appState: { viewBackgroundColor: '#fff' },
  a: 1,
}
let project = ''
let board = ''

beforeAll(async () => {
  project = (await at.owner.rest('POST', '/projects', { name: 'Tafel' })).body.id
  board = (await at.owner.rest('POST', '/whiteboards', { title: 'Skizze', project_id: project, scene })).body.id
})

describe('whiteboards', () => {
  test('keep a scene as it was sent, the order of its keys too', async () => {
    const made = await at.member.rest('POST', '/whiteboards', { title: 'x', scene })
    expect([made.status, JSON.stringify(made.body.scene)]).toEqual([201, JSON.stringify(scene)])
    const read = await at.viewer.rest('GET', `/whiteboards/${made.body.id}`)
    expect(JSON.stringify(read.body.scene)).toBe(JSON.stringify(scene))
    const changed = await at.member.rest('PUT', `/whiteboards/${made.body.id}`, { scene: { b: [1], a: 'ü' } })
    expect(JSON.stringify(changed.body.scene)).toBe('{"b":[1],"a":"ü"}')
    const cleared = await at.member.rest('PUT', `/whiteboards/${made.body.id}`, { scene: null })
    expect(cleared.body).toMatchObject({ scene: null, title: 'x', version: 3 })
  })
  test('are listed by project, without their scenes', async () => {
    const { body } = await at.viewer.rest('GET', `/whiteboards?project_id=${project}`)
    expect(body).toMatchObject({
      whiteboards: [{ id: board, title: 'Skizze', project: { id: project, name: 'Tafel' } }],
      total: 1,
    })
    expect(body.whiteboards[0]).not.toHaveProperty('scene')
    const inList = await at.owner.graphql('{ whiteboards { whiteboards { scene } } }')
    expect(inList.errors?.[0]?.message).toContain('scene')
    const { data } = await at.owner.graphql(
      `{ whiteboards(projectId: "${project}") { whiteboards { project { name } } } whiteboard(id: "${board}") { scene project { name } } }`,
    )
    expect(data.whiteboards.whiteboards[0].project.name).toBe('Tafel')
    expect(data.whiteboard.project.name).toBe('Tafel')
    expect(data.whiteboard.scene.elements[0].camelCase).toEqual({ snake_case: null })
  })
  test.each([
    ['a text with U+0000', { elements: [{ text: 'a\0b' }] }],
    ['a key with U+0000', { 'a\0b': 1 }],
  ])('refuse a scene with %s', async (_, unstorable) => {
    const made = await at.member.rest('POST', '/whiteboards', { title: 'x', scene: unstorable })
    expect([made.status, made.body.field]).toEqual([422, 'scene'])
    expect(made.body.message).toContain('U+0000')
    const { errors } = await at.member.graphql(
      'mutation ($scene: JSON) { createWhiteboard(input: { title: "x", scene: $scene }) { id } }',
      { scene: unstorable },
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'validation_failed', field: 'scene' })
  })
  test('refuse half of a surrogate pair', async () => {
    const made = await at.member.rest('POST', '/whiteboards', { title: 'x', scene: { elements: ['\ud800'] } })
    expect([made.status, made.body.error]).toEqual([400, 'invalid_json'])
  })
  test('that were stored with U+0000 or half of a surrogate pair are cleaned by a migration', async () => {
    const { body } = await at.member.rest('POST', '/whiteboards', { title: 'x', scene: {} })
    const stored = String.raw`{"a\u0000b": "\u0000\ud83d\\u0000 \\\u0000", "smile": "😀"}`
    await at.app.system.query('update whiteboards set scene = $1 where id = $2', [stored, body.id])
    const statements: string[] = []
    StorableJson.prototype.up.call({ addSql: (statement: string) => statements.push(statement) } as never)
    for (const statement of statements) await at.app.system.query(statement, [])
    const { body: cleaned } = await at.member.rest('GET', `/whiteboards/${body.id}`)
    expect(cleaned.scene).toEqual({ ab: String.raw`\u0000 \\`.slice(0, -1), smile: '😀' })
  })
  test('keep the words "\\u0000" and whole pairs of surrogates', async () => {
    const words = { text: String.raw`\u0000 \\u0000 \ud800`, smile: '😀' }
    const made = await at.member.rest('POST', '/whiteboards', { title: 'x', scene: words })
    expect([made.status, made.body.scene]).toEqual([201, words])
  })
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  test.each(['POST', 'PUT'] as const)('refuse a scene that is nested deep, by %s', async (method) => {
    const path = method === 'POST' ? '/whiteboards' : `/whiteboards/${board}`
    const send = (levels: number) => at.owner.rest(method, path, `{"title":"x","scene":${nested(levels)}}`)
    expect((await send(60)).status).toBe(method === 'POST' ? 201 : 200)
    const deep = await send(70)
    expect([deep.status, deep.body.field]).toEqual([422, 'scene'])
    for (const levels of [5_000, 500_000]) expect([400, 422]).toContain((await send(levels)).status)
    await at.owner.rest('PUT', `/whiteboards/${board}`, { scene, title: 'Skizze' })
  })
  scenario(at, 'leave a project', () => ({
    put: `/whiteboards/${board}`,
    send: { project_id: null },
    status: 200,
    body: { project_id: null, project: null, scene: { a: 1 } },
  }))
  for (const [what, send, status, field] of [
    ['no title', {}, 400, 'title'],
    ['an empty title', { title: '' }, 422, 'title'],
    [
      'a project that does not exist',
      { title: 'x', project_id: '00000000-0000-4000-8000-000000000000' },
      422,
      'project_id',
    ],
  ] as const)
    scenario(at, `refuse ${what}`, { post: '/whiteboards', send, status, body: { field } })
  scenario(at, 'a stale version is refused', () => ({
    put: `/whiteboards/${board}`,
    send: { title: 'x' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  for (const method of ['post', 'put', 'delete'] as const)
    scenario(at, `${method} is refused to a viewer`, () => ({
      as: 'viewer',
      [method]: method === 'post' ? '/whiteboards' : `/whiteboards/${board}`,
      send: { title: 'x' },
      status: 403,
    }))
  scenario(at, 'are closed to an auditor', { as: 'auditor', get: '/whiteboards', status: 403 })
  scenario(at, 'are deleted', () => ({ delete: `/whiteboards/${board}`, status: 204 }))
})
