import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { rotatePartitions } from '#core/database/partitions'
import { idempotencyKeysTable } from '#core/http/idempotency'
import { createBrowserSession, createPeople, ownOrigin, signInWith } from '../../harness/browser-session.ts'
import { house, openHouse } from '../../harness/house.ts'
import { listen } from '../../harness/subscriptions.ts'

const at = house()
let keys = 0
const newKey = () => ({ 'idempotency-key': `key-${++keys}` })

test('the same key and body replay the first response byte for byte', async () => {
  const key = newKey()
  const first = await at.owner.rest('POST', '/clients', { name: 'Einmal', city: 'Ulm' }, key)
  const again = await at.owner.rest('POST', '/clients', { city: 'Ulm', name: 'Einmal' }, key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.raw.equals(first.raw)).toBe(true)
  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
})

test('another body with the same key is rejected', async () => {
  const key = newKey()
  await at.owner.rest('POST', '/clients', { name: 'Eins' }, key)
  const other = await at.owner.rest('POST', '/clients', { name: 'Zwei' }, key)
  expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused'])
})

test('the stored hash of a body does not allow guessing it quickly', async () => {
  const { id } = (await at.member.rest('POST', '/storage/folders', { name: 'Angebote' })).body
  await at.member.rest('POST', `/storage/folder-shares/${id}`, { password: 'geheim' }, newKey())
  const quick = createHash('sha256').update(`member {"folder_id":"${id}","password":"geheim"}`).digest()
  const { rows } = await at.app.system.query(
    'select fingerprint from idempotency_keys order by created_at desc limit 1',
  )
  expect(rows[0].fingerprint).toHaveLength(32)
  expect(rows[0].fingerprint.equals(quick)).toBe(false)
})

test('a key belongs to its token and path', async () => {
  const key = newKey()
  const mine = await at.owner.rest('POST', '/clients', { name: 'Selbe' }, key)
  const theirs = await at.admin.rest('POST', '/clients', { name: 'Selbe' }, key)
  expect(theirs.status).toBe(201)
  expect(theirs.body.id).not.toBe(mine.body.id)
})

test('limits stored large responses per minute, and rejects further operations', async () => {
  const own = await openHouse(at.app)
  const content = 'Wort '.repeat(110_000)
  const { body: page } = await own.owner.rest('POST', '/pages', { title: 'Groß' })
  await own.owner.rest('PUT', `/pages/${page.id}/content`, { content, format: 'markdown' })
  const rename = (title: string) => {
    const again = Array.from(
      { length: 9 },
      (_, at) => `p${at}: updatePage(id: $id, input: { title: $title }) { content }`,
    )
    const payload = {
      query: `mutation ($id: UUID!, $title: String!) { ${again.join(' ')} }`,
      variables: { id: page.id, title },
    }
    const headers = { authorization: `Bearer ${own.owner.token}`, ...newKey() }
    return at.app.server.inject({ method: 'POST', url: '/graphql', headers, payload })
  }
  const statuses: number[] = []
  for (let time = 0; time < 6; time++) statuses.push((await rename(`${time}`)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
  expect((await own.owner.rest('GET', `/pages/${page.id}`)).body.title).toBe('2')
  // Small responses are still stored.
  expect((await own.owner.rest('POST', '/clients', { name: 'Klein' }, newKey())).status).toBe(201)
})

/** Sends a path unnormalized. */
async function post(path: string, body: object, headers: Record<string, string>) {
  const { hostname, port } = new URL(await listen(at.app))
  const sent = request({
    hostname,
    port,
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${at.owner.token}`, 'content-type': 'application/json', ...headers },
  })
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return text(answer)
}

test('normalizes paths: trailing slash, encoding, case, fragment', async () => {
  const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Umzug' })
  const { body: task } = await at.owner.rest('POST', '/tasks', {
    title: 'Packen',
    project_id: project.id,
    column_id: project.columns[0].id,
  })
  const key = newKey()
  const comment = { content: 'Die Kisten sind da.' }
  const first = await post(`/api/v1/tasks/${task.id}/comments`, comment, key)
  expect(JSON.parse(first)).toMatchObject(comment)
  for (const path of [
    `${task.id}/comments/`,
    `${task.id}/comment%73`,
    `${task.id}/%63omments/?`,
    `${task.id}/comments#`,
    `${task.id}/comments/#`,
    `${task.id.toUpperCase()}/comments`,
  ])
    expect({ path, answer: await post(`/api/v1/tasks/${path}`, comment, key) }).toEqual({ path, answer: first })
  const query = { query: 'mutation { createClient(input: { name: "Zweimal" }) { id } }' }
  const client = await post('/graphql', query, key)
  expect(client).toMatch(/"id":/)
  for (const path of ['/graphql/', '/graphq%6c', '/graphql#x', '/graphql?x'])
    expect({ path, answer: await post(path, query, key) }).toEqual({ path, answer: client })
})

test("a browser's key belongs to the member across sessions", async () => {
  const { somebody } = createPeople(at)
  const [alma, hugo] = [await somebody(), await somebody()]
  const query = 'mutation { createClient(input: { name: "Wieder angemeldet" }) { id } }'
  const create = async (who: typeof alma) => {
    const page = createBrowserSession(at.app)
    await signInWith(page, who)
    return (await page.send(query, {}, { ...ownOrigin, 'idempotency-key': 'browser' })).data.createClient.id
  }
  const first = await create(alma)
  expect(await create(alma)).toBe(first)
  expect(await create(hugo)).not.toBe(first)
})

test('a response is not replayed after a role change, as it may show too much', async () => {
  const key = newKey()
  const people = await openHouse(at.app)
  const send = () => people.admin.rest('POST', '/clients', { name: 'Rolle' }, key)
  expect((await send()).status).toBe(201)
  expect((await people.owner.rest('PUT', `/members/${people.admin.id}`, { role: 'member' })).status).toBe(200)
  const { status, body } = await send()
  expect([status, body.error]).toEqual([422, 'idempotency_key_reused'])
})

test('errors are not stored, so the key runs again', async () => {
  const key = newKey()
  expect((await at.owner.rest('POST', '/clients', { name: '' }, key)).status).toBe(422)
  expect((await at.owner.rest('POST', '/clients', { name: 'Jetzt' }, key)).status).toBe(201)
})

test('eight concurrent requests with one key create one client, twenty times', async () => {
  for (let round = 0; round < 20; round++) {
    const key = newKey()
    const name = `Gleichzeitig ${round}`
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.owner.rest('POST', '/clients', { name }, key)))
    for (const { status, body } of answers)
      expect(status === 201 || (status === 409 && body.error === 'request_in_progress'), JSON.stringify(body)).toBe(
        true,
      )
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(
      (await at.owner.rest('GET', `/clients?q=${encodeURIComponent(name)}&per_page=100`)).body.clients.filter(
        (client: { name: string }) => client.name === name,
      ),
    ).toHaveLength(1)
  }
})

test('stored responses are encrypted', async () => {
  await at.owner.rest('POST', '/clients', { name: 'Geheimname' }, newKey())
  const { rows } = await at.app.system.query<{ body: Buffer }>(
    'select body from idempotency_keys where organization_id = $1',
    [at.organizationId],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { body } of rows) expect(body.includes('Geheimname')).toBe(false)
})

test('rejects an empty or too long key', async () => {
  const long = await at.owner.rest('POST', '/clients', { name: 'x' }, { 'idempotency-key': 'k'.repeat(256) })
  expect(long.status).toBe(422)
})

test('stored responses are deleted after a day', async () => {
  const headers = { 'idempotency-key': 'alt' }
  await at.owner.rest('POST', '/clients', { name: 'Alt' }, headers)
  const kept = async () =>
    (await at.app.system.query('select from idempotency_keys where organization_id = $1', [at.organizationId])).rowCount
  const before = (await kept()) ?? 0
  await at.app.system.query(
    `update idempotency_keys set created_at = now() - interval '49 hours' where organization_id = $1 and created_at =
       (select max(created_at) from idempotency_keys where organization_id = $1)`,
    [at.organizationId],
  )
  await rotatePartitions(at.app.system, [idempotencyKeysTable], new Date())
  expect(await kept()).toBe(before - 1)
})
