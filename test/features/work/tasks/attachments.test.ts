import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'
import { upload } from '../../content/files/upload.ts'

const at = house()
const missing = '00000000-0000-4000-8000-000000000000'
let task = ''
let plan = ''
let photo = ''
let attachment = ''

beforeAll(async () => {
  const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
  const made = { title: 'x', project_id: project.id, column_id: project.columns[0].id }
  task = (await at.owner.rest('POST', '/tasks', made)).body.id
  plan = (await upload(at, 'member', { file: ['Plan', 'plan.txt'] })).body.id
  photo = (await upload(at, 'member', { file: ['Foto', 'foto.txt'] })).body.id
  attachment = (await at.owner.rest('POST', `/tasks/${task}/attachments`, { file_id: plan })).body.id
})

describe('attachments', () => {
  scenario(at, 'put a file on a task, which is a change of the task', () => ({
    as: 'member',
    post: `/tasks/${task}/attachments`,
    send: { file_id: photo },
    status: 201,
    body: { task_id: task, file_id: photo, file: { id: photo, name: 'foto.txt', size_bytes: 4 } },
    events: ['task.updated'],
  }))
  scenario(at, 'put it there once', () => ({
    post: `/tasks/${task}/attachments`,
    send: { file_id: photo },
    status: 409,
    body: { error: 'conflict', field: 'file_id' },
  }))
  scenario(at, 'are listed', () => ({
    as: 'viewer',
    get: `/tasks/${task}/attachments?q=plan`,
    status: 200,
    body: { attachments: [{ id: attachment, file: { name: 'plan.txt' } }], total: 1 },
  }))
  for (const [what, send, status] of [
    ['no file', () => ({}), 400],
    ['a file that does not exist', () => ({ file_id: missing }), 422],
    ['a file’s id that is none', () => ({ file_id: 'plan' }), 422],
  ] as const)
    scenario(at, `refuse ${what}`, () => ({
      post: `/tasks/${task}/attachments`,
      send: send(),
      status,
      body: { field: 'file_id' },
    }))
  scenario(at, 'say nothing when nothing changed', () => ({
    put: `/attachments/${attachment}`,
    send: { file_id: plan },
    status: 200,
  }))
  test('take another file in place of one', async () => {
    const fresh = (await upload(at, 'member', { file: ['Neu', 'neu.txt'] })).body.id
    const { body } = await at.member.rest('PUT', `/attachments/${attachment}`, { file_id: fresh })
    expect(body).toMatchObject({ file: { name: 'neu.txt' }, version: 2 })
  })
  scenario(at, 'are taken off', () => ({ delete: `/attachments/${attachment}`, status: 204, events: ['task.updated'] }))
  test('go with their file', async () => {
    await at.owner.rest('DELETE', `/storage/files/${photo}`)
    expect((await at.owner.rest('GET', `/tasks/${task}/attachments`)).body.total).toBe(0)
  })
  for (const [method, path] of [
    ['post', () => `/tasks/${task}/attachments`],
    ['put', () => `/attachments/${attachment}`],
    ['delete', () => `/attachments/${attachment}`],
  ] as const)
    scenario(at, `${method} is refused to a viewer`, () => ({ as: 'viewer', [method]: path(), send: {}, status: 403 }))
})
