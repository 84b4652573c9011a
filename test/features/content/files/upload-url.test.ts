import { expect, test, vi } from 'vitest'
import { createPerson, house, type Person } from '../../../harness/house.ts'
import { written } from './upload.ts'

const at = house()

const addressFor = async (caller: Person) =>
  (await caller.graphql('{ uploadUrl { url expiresAt } }')) as {
    data: { uploadUrl: { url: string; expiresAt: string } } | null
    errors?: { extensions: { code: string } }[]
  }
const address = async (caller: Person) => {
  const { pathname, search } = new URL((await addressFor(caller)).data?.uploadUrl.url ?? '')
  return pathname + search
}
/** Posts a form without a token, as a browser would. */
const post = async (url: string) => {
  const { type, payload } = await written({ file: ['aus dem Browser', 'browser.txt'] })
  const response = await at.app.server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
  return { status: response.statusCode, body: JSON.parse(response.body), headers: response.headers }
}

test('an address takes an upload in the name of who asked for it', async () => {
  const { data } = await addressFor(at.member)
  const seconds = (Date.parse(data?.uploadUrl.expiresAt ?? '') - Date.now()) / 1000
  expect(seconds).toBeGreaterThan(298)
  expect(seconds).toBeLessThanOrEqual(300)
  const { status, body } = await post(await address(at.member))
  expect([status, body.name, body.uploaded_by]).toEqual([201, 'browser.txt', at.member.id])
  expect((await at.viewer.rest('GET', `/storage/files/${body.id}`)).body).toEqual(body)
})

test('who may not write gets none', async () => {
  for (const reader of [at.viewer, at.accountant, at.auditor])
    expect((await addressFor(reader)).errors?.[0]?.extensions.code).toBe('forbidden')
})

test('an address that was changed, or is none, is 403', async () => {
  const url = await address(at.member)
  for (const changed of [
    url.slice(0, -3),
    url.replace('ticket=', 'ticket=A'),
    '/uploads',
    '/uploads?ticket=x&ticket=y',
  ])
    expect([(await post(changed)).status, changed]).toEqual([403, changed])
})

test('its uploads count as requests of the token', async () => {
  const url = await address(at.member)
  const left = async () => Number((await post(url)).headers['x-ratelimit-remaining'])
  expect((await left()) - (await left())).toBe(1)
})

test('an address past its time is 410', async () => {
  const url = await address(at.member)
  const { clock } = at.app.services
  const now = vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
  const { status, body } = await post(url)
  now.mockRestore()
  expect([status, body.error]).toEqual([410, 'expired'])
})

test('an address ends with the token it was made by, and a read token’s takes nothing', async () => {
  const made = async (scope: string) => {
    const { body } = await at.owner.rest('POST', '/tokens', { name: 'x', scope })
    const url = await address(createPerson(at.app, at.organizationId, at.owner.id, body.token))
    return { id: body.id, url }
  }
  const full = await made('full')
  expect((await post(full.url)).status).toBe(201)
  await at.owner.rest('DELETE', `/tokens/${full.id}`)
  expect((await post(full.url)).status).toBe(401)
  expect((await post((await made('read')).url)).status).toBe(403)
})
