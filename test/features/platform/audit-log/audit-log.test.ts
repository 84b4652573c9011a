import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createOrganization } from '#features/people/organizations/create-organization'
import { anchorAuditLogs, readAuditAnchors } from '#features/platform/audit-log/audit-anchors'
import { verifyAuditLogs } from '#features/platform/audit-log/verify-audit-chain'
import { createFixtures } from '../../../harness/fixtures.ts'
import { createPerson, house, openHouse, scenario } from '../../../harness/house.ts'

// Who changed what: told in the transaction of the change, chained, and noticed where anybody changes it from outside.

const at = house()

type Entry = Record<string, unknown> & { id: string; action: string; previous_hash: string; hash: string }

const entries = async (query = '', as: 'owner' | 'auditor' = 'owner'): Promise<Entry[]> => {
  const { status, body } = await at[as].rest('GET', `/audit-log${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.entries
}
const newest = async (action: string) => (await entries(`?action=${action}&per_page=1`))[0]

/** docs/audit-log.md, in other words than the service's own: sorted by a replacer, hashed as hexadecimal text. */
function recompute(organizationId: string, log: Entry[]) {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  let previous = sha256(Buffer.from(organizationId))
  return log.map(({ previous_hash, hash, ...content }) => {
    const digest = sha256(Buffer.from(JSON.stringify(content, sorted)))
    const holds = previous_hash === previous && hash === sha256(Buffer.from(previous + digest, 'hex'))
    previous = hash
    return holds
  })
}

describe('what is told', () => {
  test('a setting: who, before and after, only what changed', async () => {
    await at.admin.rest('PUT', '/organization', { iban: 'DE02120300000000202051', city: 'Köln' })
    await at.admin.rest('PUT', '/organization', { iban: 'DE02 5001 0517 0137 0750 30', city: 'Köln' })
    expect(await newest('organization.updated')).toMatchObject({
      actor: { type: 'user', id: at.admin.id, name: 'admin' },
      resource: 'organization',
      resource_id: at.organizationId,
      before: { iban: 'DE02120300000000202051' },
      after: { iban: 'DE02500105170137075030' },
    })
    expect(Object.keys((await newest('organization.updated'))?.after as object)).toEqual(['iban'])
  })
  test('nothing where nothing changes, and nothing where it is refused', async () => {
    const { body } = await at.owner.rest('GET', '/audit-log')
    await at.owner.rest('PUT', '/organization', { city: 'Köln' })
    await at.owner.rest('PUT', '/organization', { iban: 'DE00' })
    await at.accountant.rest('PUT', '/organization', { city: 'Bonn' })
    expect((await at.owner.rest('GET', '/audit-log')).body.total).toBe(body.total)
  })
  test('members come, change roles and go; passwords and tokens are never in it', async () => {
    const { body: jan } = await at.owner.rest('POST', '/members', {
      name: 'Jan',
      email: 'jan@kontor.example',
      role: 'member',
    })
    await at.owner.rest('PUT', `/members/${jan.id}`, { role: 'admin' })
    await at.owner.rest('DELETE', `/members/${jan.id}`)
    const log = await entries(`?resource=member&resource_id=${jan.id}`)
    expect(log.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: 'member.deleted', before: { email: 'jan@kontor.example', role: 'admin' }, after: null },
      { action: 'member.updated', before: { role: 'member' }, after: { role: 'admin' } },
      { action: 'member.created', before: null, after: { name: 'Jan', role: 'member' } },
    ])
    const { body: token } = await at.member.rest('POST', '/tokens', { name: 'Skript' })
    await at.member.rest('DELETE', `/tokens/${token.id}`)
    const tokens = await entries(`?resource_id=${token.id}`)
    expect(tokens.map(({ action }) => action)).toEqual(['token.deleted', 'token.created'])
    expect(tokens[1]?.after).toEqual({
      member_id: at.member.id,
      name: 'Skript',
      scope: 'full',
      last_four: token.last_four,
      expires_at: token.expires_at,
    })
    const { rows } = await at.app.system.query<{ text: string }>(
      `select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_entries where organization_id = $1`,
      [at.organizationId],
    )
    for (const { text } of rows) expect(text).not.toMatch(/hash|secret|password/)
  })
  test('webhooks: made, led elsewhere, given a new secret, deleted; their address without its secrets', async () => {
    const url = 'https://hooks.example/services/T0/B0/s3cret?key=s3cret'
    const { body: webhook } = await at.admin.rest('POST', '/webhooks', { url, events: ['invoice.paid'] })
    await at.admin.rest('PUT', `/webhooks/${webhook.id}`, { url: `${url}2` })
    await at.admin.rest('PUT', `/webhooks/${webhook.id}`, { active: false, events: ['*'] })
    await at.owner.rest('POST', `/webhooks/${webhook.id}/rotate-secret`)
    await at.owner.rest('DELETE', `/webhooks/${webhook.id}`)
    const log = await entries(`?resource=webhook&resource_id=${webhook.id}`)
    const address = expect.stringMatching(/^https:\/\/hooks\.example\/… \(SHA-256 [0-9a-f]{8}\)$/)
    expect(log.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'webhook.deleted', before: { url: address, events: ['*'], active: false }, after: null },
      { action: 'webhook.secret_rotated', before: null, after: null },
      {
        action: 'webhook.updated',
        before: { active: true, events: ['invoice.paid'] },
        after: { active: false, events: ['*'] },
      },
      { action: 'webhook.updated', before: { url: address }, after: { url: address } },
      { action: 'webhook.created', before: null, after: { url: address, events: ['invoice.paid'], active: true } },
    ])
    expect(JSON.stringify(log)).not.toContain('s3cret')
    expect(log[0]?.actor).toMatchObject({ id: at.owner.id })
  })
  test('a reversed payment, with its reason', async () => {
    const id = await createFixtures(at).one('payment')
    await at.accountant.rest('DELETE', `/payments/${id}?reason=doppelt`)
    expect(await newest('payment.reversed')).toMatchObject({
      resource_id: id,
      before: { reversed_at: null, reversal_reason: null },
      after: { reversal_reason: 'doppelt', reversed_by: at.accountant.id },
    })
  })
  test('what of a client decides the bookings, and nothing else of it', async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Huber', country: 'AT' })
    await at.owner.rest('PUT', `/clients/${client.id}`, { name: 'Huber & Co' })
    await at.owner.rest('PUT', `/clients/${client.id}`, { vat_id: 'ATU12345678', debtor_number: 10_077 })
    const log = await entries(`?resource_id=${client.id}`)
    expect(log.map(({ before, after }) => [before, after])).toEqual([
      [
        { vat_id: null, debtor_number: null },
        { vat_id: 'ATU12345678', debtor_number: 10_077 },
      ],
    ])
  })
  test('the first entries are of the command that made the organization', async () => {
    const [first, second, third] = await entries('?sort=created_at')
    expect([first?.action, second?.action, third?.action]).toEqual([
      'organization.created',
      'member.created',
      'token.created',
    ])
    expect(first?.actor).toEqual({ type: 'system', id: null, name: 'kontor' })
  })
})

describe('the list', () => {
  for (const as of ['owner', 'admin', 'auditor'] as const)
    scenario(at, `is for the ${as}`, { as, get: '/audit-log?per_page=1', status: 200 })
  for (const as of ['accountant', 'member', 'viewer'] as const) {
    scenario(at, `is not for the ${as}`, { as, get: '/audit-log', status: 403 })
    scenario(at, `is not verified for the ${as}`, { as, get: '/audit-log/verify', status: 403 })
  }
  scenario(at, 'knows its actions', { get: '/audit-log?action=payment.made', status: 422, body: { field: 'action' } })
  scenario(at, 'knows its resources', { get: '/audit-log?resource=task', status: 422, body: { field: 'resource' } })
  scenario(at, 'goes forward', { get: '/audit-log?from=2026-02-01&to=2026-01-01', status: 422, body: { field: 'to' } })
  scenario(at, 'has nothing of before', {
    get: '/audit-log?to=2020-01-01',
    status: 200,
    body: { entries: [], total: 0 },
  })
  test('is filtered by who, what and when', async () => {
    const byAdmin = await entries(`?actor=${at.admin.id}`)
    expect(byAdmin.length).toBeGreaterThan(0)
    expect(byAdmin.every(({ actor }) => (actor as { id: string }).id === at.admin.id)).toBe(true)
    const today = at.app.services.clock.today()
    expect(await entries(`?from=${today}&to=${today}&per_page=1`)).toHaveLength(1)
    expect(await entries(`?resource_id=00000000-0000-4000-8000-000000000000`)).toEqual([])
  })
  test('is the same in GraphQL', async () => {
    const { data } = await at.auditor.graphql(
      '{ auditLog(perPage: 1) { total entries { action actor { type name } before after hash } } auditLogVerification { valid entries firstBrokenId } }',
    )
    const [entry] = await entries('?per_page=1')
    expect(data.auditLog.entries[0].hash).toBe(entry?.hash)
    expect(data.auditLogVerification).toEqual({ valid: true, entries: data.auditLog.total, firstBrokenId: null })
  })
  test('is another organization’s own', async () => {
    const other = await openHouse(at.app)
    const { body } = await other.owner.rest('GET', '/audit-log')
    expect(body.entries.every(({ actor }: Entry) => (actor as { id: string }).id !== at.admin.id)).toBe(true)
    expect((await other.owner.rest('GET', `/audit-log?resource_id=${at.organizationId}`)).body.total).toBe(0)
  })
})

describe('the chain', () => {
  beforeAll(async () => {
    // Two at once, and many: no entry is lost, and none stands in another's place.
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        at.owner.rest('POST', '/tokens', { name: `gleichzeitig ä${index} "\\` }),
      ),
    )
  })
  test('is recomputed from what the list shows, by the documentation alone', async () => {
    const pages = await Promise.all([1, 2].map((page) => entries(`?sort=created_at&per_page=100&page=${page}`)))
    const log = pages.flat()
    expect(log.length).toBeGreaterThan(40)
    expect(recompute(at.organizationId, log).every(Boolean)).toBe(true)
    expect(recompute(at.admin.id, log)[0]).toBe(false)
    const { body } = await at.auditor.rest('GET', '/audit-log/verify')
    expect(body).toEqual({ valid: true, entries: log.length, first_broken_id: null, first_missing_sequence: null })
  })
  test('the service itself can only append', async () => {
    for (const statement of [
      sql`update audit_entries set actor_name = 'jemand' where organization_id = ${at.organizationId}`,
      sql`delete from audit_entries where organization_id = ${at.organizationId}`,
      sql`delete from audit_chains where organization_id = ${at.organizationId}`,
      sql`update audit_chains set sequence = 1 where organization_id = ${at.organizationId}`,
      sql`insert into audit_chains (organization_id, sequence, entry_id, digest, previous_hash, hash)
          select organization_id, sequence, id, hash, hash, hash from audit_entries where organization_id = ${at.organizationId}
          on conflict (organization_id, sequence) do update set hash = excluded.hash`,
      sql`truncate audit_chains`,
      sql`truncate audit_entries`,
    ])
      await expect(
        at.app.services.database.tenant(at.organizationId, (transaction) => transaction.writeReturning(statement)),
      ).rejects.toThrow('permission denied')
  })
  const at4 = 'where organization_id = $1 and sequence = 4'
  test.each([
    ['a changed value', `update audit_entries set after = '{"city":"Bonn"}' ${at4}`, 4],
    ['another actor', `update audit_entries set actor_name = 'jemand' ${at4}`, 4],
    ['another time', `update audit_entries set created_at = now() ${at4}`, 4],
    ['another hash', `update audit_entries set hash = sha256(hash) ${at4}`, 4],
    ['a hash that fits again', `update audit_entries set previous_hash = hash ${at4}`, 4],
    ['an entry that is gone', `delete from audit_entries ${at4}`, 5],
    ['a first entry that is gone', 'delete from audit_entries where organization_id = $1 and sequence = 1', 2],
    ['a last entry that is gone', 'delete from audit_entries where organization_id = $1 and sequence = 6', 6],
    ['all entries gone', 'delete from audit_entries where organization_id = $1', 6],
    ['an end that is gone', 'delete from audit_chains where organization_id = $1', 6],
    ['an end that was moved', 'delete from audit_chains where organization_id = $1 and sequence = 6', 6],
    ['an end with another hash', 'update audit_chains set hash = digest where organization_id = $1', 6],
  ])('%s is noticed, and named', async (_, statement, broken) => {
    const { app } = at
    const made = await createOrganization(app.system, { name: 'Haus', email: 'anna@kontor.example' })
    const owner = createPerson(app, made.organizationId, made.memberId, made.token)
    await owner.rest('PUT', '/organization', { city: 'Köln' })
    for (const name of ['eins', 'zwei']) await owner.rest('POST', '/tokens', { name })
    const { rows: log } = await app.system.query<{ id: string }>(
      'select id from audit_entries where organization_id = $1 order by sequence',
      [made.organizationId],
    )
    expect(log).toHaveLength(6)
    expect((await owner.rest('GET', '/audit-log/verify')).body.valid).toBe(true)
    await app.system.query(statement, [made.organizationId])
    const firstBrokenId = log[broken - 1]?.id
    const { body } = await owner.rest('GET', '/audit-log/verify')
    expect(body).toMatchObject({ valid: false, first_broken_id: firstBrokenId })
    const { broken: found } = await verifyAuditLogs(app.system, app.services.storage)
    expect(found).toContainEqual({ organizationId: made.organizationId, firstBrokenId, firstMissingSequence: null })
    expect(found.some(({ organizationId }) => organizationId === at.organizationId)).toBe(false)
  })
})

describe('an anchor outside the database', () => {
  const open = async () => {
    const made = await createOrganization(at.app.system, { name: 'Haus', email: 'anna@kontor.example' })
    const owner = createPerson(at.app, made.organizationId, made.memberId, made.token)
    for (const name of ['eins', 'zwei', 'drei']) await owner.rest('POST', '/tokens', { name })
    return { ...made, owner, verify: async () => (await owner.rest('GET', '/audit-log/verify')).body }
  }
  const anchor = (log = { error: vi.fn() }, timeStamp: () => Promise<Uint8Array | null> = async () => null) =>
    anchorAuditLogs({ ...at.app.services, system: at.app.system, log, seals: { timeStamp } })
  /** As a superuser does who knows how the chain is made. */
  const cut = async (organizationId: string, after: number) => {
    for (const table of ['audit_entries', 'audit_chains'])
      await at.app.system.query(`delete from ${table} where organization_id = $1 and sequence > $2`, [
        organizationId,
        after,
      ])
  }

  test('tells a cut tail, and the first number that is missing', async () => {
    const { organizationId, verify } = await open()
    await cut(organizationId, 5)
    expect(await verify(), 'without an anchor nobody could know').toMatchObject({ valid: true, entries: 5 })
    await anchor()
    expect(await verify()).toMatchObject({ valid: true, entries: 5 })
    await cut(organizationId, 4)
    expect(await verify()).toEqual({ valid: false, entries: 4, first_broken_id: null, first_missing_sequence: 5 })
    const { broken } = await verifyAuditLogs(at.app.system, at.app.services.storage)
    expect(broken).toContainEqual({ organizationId, firstBrokenId: null, firstMissingSequence: 5 })
    await cut(organizationId, 0)
    expect(await verify()).toMatchObject({ valid: false, entries: 0, first_missing_sequence: 1 })
  })

  test('tells a chain that went on from elsewhere, and is not replaced by it', async () => {
    const { organizationId, owner, verify } = await open()
    await anchor()
    await cut(organizationId, 3)
    for (const name of ['vier', 'fünf', 'sechs', 'sieben']) await owner.rest('POST', '/tokens', { name })
    const { rows } = await at.app.system.query(
      'select id from audit_entries where organization_id = $1 and sequence = 6',
      [organizationId],
    )
    const broken = { valid: false, entries: 5, first_broken_id: rows[0].id, first_missing_sequence: null }
    expect(await verify()).toEqual(broken)
    const log = { error: vi.fn() }
    await anchor(log)
    expect(log.error).toHaveBeenCalledWith(
      { organization_id: organizationId, sequence: 6 },
      'the audit log has lost what was anchored',
    )
    expect([...(await readAuditAnchors(at.app.services.storage, organizationId)).keys()]).toEqual([6])
    expect(await verify()).toEqual(broken)
  })

  test('is written once for each state, with a manifest of all, stamped where there is an authority', async () => {
    const { organizationId, owner } = await open()
    const { storage } = at.app.services
    const first = await anchor()
    expect(await storage.exists(first.replace('.txt', '.tst'))).toBe(false)
    await anchor()
    expect([...(await readAuditAnchors(storage, organizationId)).keys()]).toEqual([6])
    await owner.rest('POST', '/tokens', { name: 'mehr' })
    let stamped = Buffer.alloc(0)
    const manifest = await anchor({ error: vi.fn() }, async (...given: unknown[]) => {
      stamped = Buffer.from(given[0] as Uint8Array)
      return Buffer.from('stamp')
    })
    const anchors = await readAuditAnchors(storage, organizationId)
    expect([...anchors.keys()].sort()).toEqual([6, 7])
    const written = Buffer.from(await storage.read(manifest))
    expect(written.toString().split('\n')).toContain(`${organizationId} 7 ${anchors.get(7)}`)
    expect(stamped).toEqual(written)
    expect(Buffer.from(await storage.read(manifest.replace('.txt', '.tst'))).toString()).toBe('stamp')
  })

  test('is there without its stamp where the authority does not answer', async () => {
    const log = { error: vi.fn() }
    const manifest = await anchor(log, () => Promise.reject(new Error('no answer')))
    expect(await at.app.services.storage.exists(manifest)).toBe(true)
    expect(log.error).toHaveBeenCalledWith(expect.anything(), 'audit logs anchored without a time stamp')
  })
})

describe.each([
  ['/organization/export', 'organization.exported', {}],
  ['/accounting/export?from=2026-01-01&to=2026-01-31&format=csv', 'accounting.exported', { format: 'csv' }],
  ['/reports/time/csv?from=2026-01-01&to=2026-01-31', 'time_report.exported', { from: '2026-01-01' }],
  ['/pages/export', 'page.exported', {}],
])('%s', (path, action, after) => {
  const entries = async () => (await at.owner.rest('GET', `/audit-log?action=${action}`)).body
  const fetchExport = (method: 'GET' | 'HEAD') =>
    at.app.server.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${at.owner.token}` },
    })
  test('is an audit entry, for the headers alone none', async () => {
    const { total } = await entries()
    expect((await fetchExport('HEAD')).statusCode).toBe(200)
    expect((await entries()).total).toBe(total)
    expect((await fetchExport('GET')).statusCode).toBe(200)
    const found = await entries()
    expect(found.total).toBe(total + 1)
    expect(found.entries[0]).toMatchObject({ action, after, actor: { type: 'user' } })
  })
})
