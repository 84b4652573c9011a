import { createClient } from 'graphql-ws'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { house } from '../../../harness/house.ts'
import { socketUrl, waitForSubscriptions } from '../../../harness/subscriptions.ts'

const at = house()
let url = ''

beforeAll(async () => {
  url = await socketUrl(at.app)
})

const connect = (token: string | null) =>
  createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  })

test('timerChanged tells what happens to timers, in order, with the entry as it is now', async () => {
  const client = connect(at.viewer.token)
  const query = 'subscription { timerChanged { event timeEntry { status userId project { name } } } }'
  const changes = client.iterate<{ timerChanged: unknown }>({ query })
  const first = changes.next()
  await waitForSubscriptions(at)
  const project = (await at.owner.rest('POST', '/projects', { name: 'Relaunch' })).body.id
  const entry = (await at.member.rest('POST', '/time-entries/start', { project_id: project })).body.id
  const running = { status: 'running', userId: at.member.id, project: { name: 'Relaunch' } }
  expect((await first).value?.data?.timerChanged).toEqual({ event: 'time_entry.started', timeEntry: running })
  await at.member.rest('POST', `/time-entries/${entry}/stop`)
  const stopped = { ...running, status: 'stopped' }
  expect((await changes.next()).value?.data?.timerChanged).toEqual({ event: 'time_entry.stopped', timeEntry: stopped })
  await at.member.rest('DELETE', `/time-entries/${entry}`)
  expect((await changes.next()).value?.data?.timerChanged).toEqual({ event: 'time_entry.deleted', timeEntry: null })
  await client.dispose()
})

test('timerChanged is refused to who may not read time', async () => {
  const client = connect(at.auditor.token)
  const refused = (await client.iterate({ query: 'subscription { timerChanged { id } }' }).next()).value
  expect(refused.errors[0].extensions.code).toBe('forbidden')
  await client.dispose()
})
