import type { AddressInfo } from 'node:net'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

let at: House
let url = ''
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(started.app.server.server.address() as AddressInfo).port}/graphql`
  at = await openHouse(started.app)
})
afterAll(() => stop())

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
  await new Promise((resolve) => setTimeout(resolve, 300))
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
