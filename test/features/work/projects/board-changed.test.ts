import { type Client, createClient } from 'graphql-ws'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { house, openHouse } from '../../../harness/house.ts'
import { socketUrl } from '../../../harness/subscriptions.ts'

const at = house()
let url = ''
const opened: Client[] = []

beforeAll(async () => {
  url = await socketUrl(at.app)
})
afterEach(async () => {
  for (const client of opened.splice(0)) await client.dispose()
})

interface Change {
  event: string
  taskId: string | null
  task: { title: string; position: number; subtaskTotal: number; columnId: string } | null
  project: { name: string; columns: { name: string }[] } | null
}

const query = `subscription ($projectId: UUID!) { boardChanged(projectId: $projectId) {
  event taskId task { title position subtaskTotal columnId } project { name columns { name } } } }`

/** The changes of a board, one after the other. */
function follow(token: string | null, projectId: string) {
  const connectionParams = { authorization: `Bearer ${token}` }
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 })
  opened.push(client)
  const changes = client.iterate<{ boardChanged: Change }>({ query, variables: { projectId } })
  const next = async () => {
    const { value } = await changes.next()
    if (value?.errors) throw value.errors[0]
    return value?.data?.boardChanged as Change
  }
  return { next }
}

const newProject = async (name: string) => {
  const { body } = await at.owner.rest('POST', '/projects', { name })
  return { id: body.id as string, columns: body.columns.map(({ id }: { id: string }) => id) as string[] }
}

const newTask = async (project: { id: string; columns: string[] }, title: string) =>
  (await at.owner.rest('POST', '/tasks', { title, project_id: project.id, column_id: project.columns[0] })).body.id

/** Changes the project until the subscription, which says nothing of having begun, tells of it; reads on to a mark. */
async function begun(next: () => Promise<Change>, project: { id: string; columns: string[] }) {
  const first = next()
  let heard = false
  first.then(() => {
    heard = true
  })
  for (let round = 0; !heard; round++)
    await at.owner.rest('PUT', `/projects/${project.id}`, { description: `Runde ${round}` })
  const mark = await newTask({ id: project.id, columns: project.columns.slice(-1) }, 'Bereit')
  for (let change = await first; change.taskId !== mark; ) change = await next()
}

test('a board tells what changed, with the task as it is shown now', async () => {
  const [here, there] = [await newProject('Hier'), await newProject('Dort')]
  const old = await newTask(here, 'Alt')
  const { next } = follow(at.viewer.token, here.id)
  await begun(next, here)

  await newTask(there, 'Anderswo')
  const task = await newTask(here, 'Neu')
  expect(await next()).toMatchObject({ event: 'task.created', taskId: task, task: { title: 'Neu', position: 1 } })
  await at.owner.rest('POST', `/tasks/${old}/subtasks`, { title: 's' })
  expect(await next()).toMatchObject({ event: 'subtask.created', taskId: old, task: { subtaskTotal: 1 } })
  await at.owner.rest('PATCH', `/tasks/${task}/move`, { column_id: here.columns[1], position: 0 })
  expect(await next()).toMatchObject({ event: 'task.moved', task: { columnId: here.columns[1], position: 0 } })
  await at.owner.rest('PATCH', `/tasks/${task}/toggle-done`)
  expect(await next()).toMatchObject({ event: 'task.completed', taskId: task, task: null })
  await at.owner.rest('PATCH', `/tasks/${task}/toggle-done`)
  expect(await next()).toMatchObject({ event: 'task.updated', task: { title: 'Neu' } })
  await at.owner.rest('POST', `/projects/${here.id}/columns`, { name: 'Fünfte' })
  const { event, taskId, project } = await next()
  expect([event, taskId, project?.columns.at(-1)?.name]).toEqual(['project.updated', null, 'Fünfte'])
  await at.owner.rest('PATCH', `/tasks/${old}/move`, { column_id: there.columns[0] })
  expect(await next()).toMatchObject({ event: 'task.moved', taskId: old, task: null })
  await at.owner.rest('PUT', `/tasks/${old}`, { title: 'Nicht mehr hier' })
  await at.owner.rest('PATCH', `/tasks/${old}/move`, { column_id: here.columns[0], position: 0 })
  expect(await next()).toMatchObject({ event: 'task.moved', task: { title: 'Nicht mehr hier', position: 0 } })
  await at.owner.rest('DELETE', `/tasks/${task}`)
  expect(await next()).toMatchObject({ event: 'task.deleted', taskId: task, task: null })
  await at.owner.rest('DELETE', `/projects/${here.id}`)
  expect(await next()).toMatchObject({ event: 'project.deleted', project: null })
  expect(await next()).toBeUndefined()
})

test('another organization’s board does not exist, and an auditor may not look', async () => {
  const other = await openHouse(at.app)
  const { id } = await newProject('Geheim')
  const refusal = async (token: string | null) => {
    try {
      await follow(token, id).next()
    } catch (error) {
      const [first] = (Array.isArray(error) ? error : [error]) as { extensions: { code: string } }[]
      return first?.extensions.code
    }
  }
  expect(await refusal(other.owner.token)).toBe('not_found')
  expect(await refusal(at.auditor.token)).toBe('forbidden')
})
