import { afterEach, describe, expect, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import { appendAuditEntries } from '#core/audit/chain'
import { addDays } from '#core/time/clock'
import { runDunning } from '#features/billing/reminders/dunning-run'
import { processDueEndings } from '#features/platform/ending/process-endings'
import { endingTables } from '#features/platform/ending/retained-tables'
import { findDueWebhooks } from '#features/platform/webhook-dispatcher/pending-work'
import { createBrowserSession, createPeople, signInWith } from '../../../harness/browser-session.ts'
import { createFixtures } from '../../../harness/fixtures.ts'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { readMails } from '../../../harness/mails.ts'
import { office, tokenOf } from '../../calendar/bookings/office.ts'
import { upload } from '../../content/files/upload.ts'

// An organization ends after 30 days: what no law keeps is erased, the rest is locked, and goes when it may.

const at = house()
afterEach(() => vi.restoreAllMocks())

const standOn = (today: string) => vi.spyOn(at.app.services.clock, 'today').mockReturnValue(today)
const job = () => processDueEndings(at.app.services, at.app.system)
const nameOf = async (of: House) => (await of.owner.rest('GET', '/organization')).body.name as string
const end = async (of: House) => of.owner.rest('POST', '/organization/end', { name: await nameOf(of) })
const mailsOf = (of: House) =>
  readMails(at.app, "organization_id = $1 and kind like 'organization_ending%'", [of.organizationId])
const rowsOf = async (of: House) => {
  const counts: Record<string, number> = {}
  for (const table of Object.keys(endingTables)) {
    const column = table === 'organizations' ? 'id' : 'organization_id'
    const { rows } = await at.app.system.query(`select count(*)::int as count from ${table} where ${column} = $1`, [
      of.organizationId,
    ])
    if (rows[0].count) counts[table] = rows[0].count
  }
  return counts
}
const keysOf = async (of: House, folder: string) => {
  const keys: string[] = []
  for await (const { key } of at.app.services.storage.walk(`${folder}/${of.organizationId}`)) keys.push(key)
  return keys
}

/** Makes the erasure break off once it has made so many deletions. */
const breakOffAfter = (most: number) => {
  const query = at.app.system.query.bind(at.app.system)
  let deletions = 0
  return vi.spyOn(at.app.system, 'query').mockImplementation(((...given: Parameters<typeof query>) => {
    const { text = '' } = given[0] as { text?: string }
    if (text.startsWith('delete from') && ++deletions > most) throw new Error('killed')
    return query(...given)
  }) as never)
}

describe('the decision', () => {
  test("is an owner's, with the name, and can be withdrawn", async () => {
    const own = await openHouse(at.app)
    const today = at.app.services.clock.today()
    const name = await nameOf(own)
    for (const who of ['admin', 'accountant', 'auditor', 'member', 'viewer'] as const) {
      expect((await own[who].rest('POST', '/organization/end', { name })).status).toBe(403)
      expect((await own[who].rest('POST', '/organization/keep', {})).status).toBe(403)
      expect((await own[who].rest('GET', '/organization/ending')).status).toBe(403)
    }
    expect((await own.owner.rest('GET', '/organization/ending')).body).toMatchObject({
      ends_on: null,
      has_ended: false,
    })
    const wrong = await own.owner.rest('POST', '/organization/end', { name: 'Nebenan' })
    expect([wrong.status, wrong.body.field]).toEqual([422, 'name'])
    // However the name is typed.
    await own.owner.rest('PUT', '/organization', { name: `Käse ${name}` })
    const ended = await own.owner.rest('POST', '/organization/end', { name: `Käse ${name}`.normalize('NFD') })
    expect([ended.status, ended.body]).toMatchObject([
      200,
      { ends_on: addDays(today, 30), has_ended: false, kept: [], kept_until: null },
    ])
    // A second time neither moves the day nor tells it again.
    standOn(addDays(today, 3))
    expect((await end(own)).body.ends_on).toBe(addDays(today, 30))
    expect(await mailsOf(own)).toHaveLength(1)
    // Everything works on.
    expect((await own.member.rest('POST', '/projects', { name: 'Weiter' })).status).toBe(201)
    await job()
    expect((await own.member.rest('GET', '/projects')).body.total).toBe(1)
    const kept = await own.owner.rest('POST', '/organization/keep', {})
    expect([kept.status, kept.body.ends_on]).toEqual([200, null])
    expect(await mailsOf(own)).toHaveLength(2)
    standOn(addDays(today, 31))
    await job()
    expect((await own.member.rest('GET', '/projects')).body.total).toBe(1)
    const { entries } = (await own.owner.rest('GET', '/audit-log?per_page=2')).body
    expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual([
      'organization.ending',
      'organization.kept',
    ])
  })

  test('is told to all owners once more three days before', async () => {
    const own = await openHouse(at.app)
    const today = at.app.services.clock.today()
    await end(own)
    standOn(addDays(today, 26))
    await job()
    expect(await mailsOf(own)).toHaveLength(1)
    for (const day of [27, 28]) {
      standOn(addDays(today, day))
      await job()
      expect(await mailsOf(own)).toHaveLength(2)
    }
    await own.owner.rest('POST', '/organization/keep', {})
  })
})

test('an organization of which nothing is kept is gone on its day, and no other', async () => {
  const own = await openHouse(at.app)
  const beside = await openHouse(at.app)
  await beside.owner.rest('POST', '/projects', { name: 'Bleibt' })
  const before = await rowsOf(beside)
  await own.owner.rest('POST', '/projects', { name: 'Geht' })
  await upload(own, 'owner', { file: ['a', 'a.txt'] })
  expect(await keysOf(own, 'files')).toHaveLength(1)
  const { ends_on } = (await end(own)).body
  standOn(ends_on)
  await job()
  await job()
  expect(await rowsOf(own)).toEqual({})
  expect(await keysOf(own, 'files')).toEqual([])
  expect((await own.owner.rest('GET', '/organization')).status).toBe(401)
  expect(await rowsOf(beside)).toEqual(before)
})

test('an organization keeps what laws keep, for its owners to read, until that may go', async () => {
  const own = await openHouse(at.app)
  await createFixtures(own).all()
  await at.app.system.query(
    `insert into bank_bookings (organization_id, transaction_id, payment_id)
     select t.organization_id, t.id, p.id from bank_transactions t join payments p on p.organization_id = t.organization_id
     where t.organization_id = $1 limit 1`,
    [own.organizationId],
  )
  const today = at.app.services.clock.today()
  const { invoices } = (await own.owner.rest('GET', '/invoices?status=sent')).body
  const pdf = `/invoices/${invoices[0].id}/pdf`
  expect((await own.owner.rest('GET', pdf)).status).toBe(200)
  const boss = await createPeople(own).signedIn(Role.owner)
  const worker = await createPeople(own).somebody(Role.admin)
  const preview = (await own.owner.rest('GET', '/organization/ending')).body
  const { ends_on } = (await end(own)).body
  standOn(ends_on)

  // Killed half-way: it is locked, and the rest goes the next time.
  const killed = breakOffAfter(30)
  await job()
  killed.mockRestore()
  expect(await rowsOf(own)).toHaveProperty('tasks')
  expect((await own.admin.rest('GET', '/invoices')).status).toBe(401)
  await job()

  const left = await rowsOf(own)
  expect(Object.keys(left).filter((table) => !endingTables[table]?.retained)).toEqual([])
  expect(left).toMatchObject({ organizations: 1, members: 2, tokens: 1 })
  expect(Object.keys(left)).toEqual(
    expect.arrayContaining(['invoices', 'payments', 'quotes', 'contracts', 'time_entries', 'archived_documents']),
  )
  expect(await keysOf(own, 'files')).toEqual([])
  expect(await keysOf(own, 'documents')).not.toEqual([])

  // Others are not let in; owners sign in and read.
  expect((await signInWith(createBrowserSession(at.app), worker)).errors?.[0].extensions.code).toBe('forbidden')
  const page = createBrowserSession(at.app)
  expect((await signInWith(page, boss.who)).data).toMatchObject({ signIn: { signedIn: true } })
  for (const each of [page, boss.page]) {
    const { data } = await each.send(
      '{ currentSession { organizationHasEnded organizationEndsOn permissions } invoices { total } }',
    )
    expect(data.currentSession).toMatchObject({ organizationHasEnded: true, organizationEndsOn: ends_on })
    expect(data.currentSession.permissions).not.toContain('createClient')
    expect(data.invoices.total).toBeGreaterThan(0)
  }
  const write = await page.send('mutation { createClient(input: { name: "Neu" }) { id } }')
  expect(write.errors?.[0].extensions.code).toBe('organization_ended')
  expect(write.errors?.[0].message).toContain('wurde beendet')
  const keep = await page.send('mutation { keepOrganization { endsOn } }')
  expect(keep.errors?.[0].extensions.code).toBe('organization_ended')
  const { data } = await page.send(
    '{ organizationEnding { hasEnded keptUntil kept { law keptUntil records } } auditLogVerification { valid } }',
  )
  expect(data.organizationEnding.hasEnded).toBe(true)
  expect(data.auditLogVerification.valid).toBe(true)
  expect(data.organizationEnding.kept.length).toBe(preview.kept.length)
  // What an owner does in years, such as an export, is in the log and does not prolong its period.
  const exported = { action: 'accounting.exported', resourceId: null, before: null, after: null } as const
  const actor = { type: 'user', id: boss.who.id, name: 'Inhaber' } as const
  for (const { text, values } of appendAuditEntries(
    own.organizationId,
    [{ ...exported, actor }],
    new Date('2033-05-05'),
  ))
    await at.app.system.query({ text, values })
  expect((await page.send('{ organizationEnding { keptUntil } }')).data.organizationEnding.keptUntil).toBe(
    data.organizationEnding.keptUntil,
  )
  const { invoice } = (await page.send(`{ invoice(id: "${invoices[0].id}") { pdfUrl } }`)).data
  const { pathname, search } = new URL(invoice.pdfUrl)
  const read = await at.app.server.inject({ url: pathname + search, headers: { cookie: page.cookie ?? '' } })
  expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'application/pdf'])

  // Nothing happens by itself.
  const before = await rowsOf(own)
  standOn(addDays(ends_on, 60))
  await runDunning(at.app.services, at.app.system)
  await job()
  expect(await rowsOf(own)).toEqual({ ...before, tokens: before.tokens })

  // Records go as their laws let go of them, and the organization with the last.
  const days = data.organizationEnding.kept.map(({ keptUntil }: { keptUntil: string }) => keptUntil) as string[]
  expect(days.at(-1)).toBe(data.organizationEnding.keptUntil)
  expect(days).toHaveLength(4)
  const [, letters, vouchers] = days as [string, string, string, string]
  const letterTables = ['quotes', 'contracts', 'reminders', 'signatures', 'mails']
  const voucherTables = [
    'invoices',
    'payments',
    'issued_documents',
    'bank_transactions',
    'bank_bookings',
    'bank_imports',
  ]
  standOn(letters)
  await job()
  expect(Object.keys(await rowsOf(own))).toEqual(expect.arrayContaining(['quotes', 'contracts', ...voucherTables]))
  standOn(addDays(letters, 1))
  await job()
  const withoutLetters = Object.keys(await rowsOf(own))
  expect(withoutLetters.filter((table) => letterTables.includes(table))).toEqual([])
  expect(withoutLetters).toEqual(expect.arrayContaining(voucherTables))
  standOn(addDays(vouchers, 1))
  await job()
  expect(Object.keys(await rowsOf(own))).toContain('audit_entries')
  expect(Object.keys(await rowsOf(own)).filter((table) => voucherTables.includes(table))).toEqual([])
  standOn(days.at(-1) as string)
  await job()
  expect(await rowsOf(own)).toMatchObject({ organizations: 1 })
  standOn(addDays(days.at(-1) as string, 1))
  await job()
  expect(await rowsOf(own)).toEqual({})
  expect([...(await keysOf(own, 'documents')), ...(await keysOf(own, 'audit-anchors'))]).toEqual([])
  expect(today < ends_on).toBe(true)
}, 180_000)

test('what is being written while an organization is locked goes the next night', async () => {
  const own = await openHouse(at.app)
  await own.owner.rest('POST', '/time-entries', {
    ...{ project_id: (await own.owner.rest('POST', '/projects', { name: 'Zeit' })).body.id },
    ...{ started_at: '2026-11-02T08:00:00Z', ended_at: '2026-11-02T09:00:00Z' },
  })
  const { ends_on } = (await end(own)).body
  standOn(ends_on)
  const query = at.app.system.query.bind(at.app.system)
  const late = vi.spyOn(at.app.system, 'query').mockImplementation((async (...given: Parameters<typeof query>) => {
    const { text = '' } = given[0] as { text?: string }
    if (text.startsWith('delete from clients'))
      await query(
        `insert into tags (organization_id, id, created_at, updated_at, name)
         values ($1, gen_random_uuid(), now(), now(), 'Spät')`,
        [own.organizationId],
      )
    return query(...given)
  }) as never)
  await job()
  late.mockRestore()
  expect(await rowsOf(own)).toMatchObject({ tags: 1, time_entries: 1 })
  standOn(addDays(ends_on, 1))
  await job()
  expect(await rowsOf(own)).not.toHaveProperty('tags')
  expect(await rowsOf(own)).toMatchObject({ time_entries: 1 })
})

test('no link, page, feed, token or webhook of an organization that has ended answers before it is erased', async () => {
  const own = await openHouse(at.app)
  const { post } = createFixtures(own)
  await own.owner.rest('PUT', '/organization', {
    ...{ name: 'Seller GmbH', street: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin', vat_id: 'DE123456788' },
    ...{ iban: 'DE02120300000000202051', phone: '+49 30 1', email: 'office@seller.example' },
  })
  const client = await post('/clients', {
    ...{ name: 'Kunde', street: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
    email: 'kunde@kunde.example',
  })
  const quote = await post('/quotes', {
    ...{ client_id: client.id, valid_until: '2099-12-31' },
    line_items: [{ description: 'Gestaltung', quantity: 2, unit_price_cents: 5000, tax_rate: 19 }],
  })
  await post(`/quotes/${quote.id}/send`)
  const event = await post('/calendar/events', {
    ...{ title: 'Abnahme', start_time: '2199-06-03T08:00:00Z', end_time: '2199-06-03T09:00:00Z' },
    attendee_emails: ['gast@gast.example'],
  })
  const linkIn = async (subject: { id: string }, kind: string) => {
    const [mail] = await readMails(at.app, 'subject_id = $1', [subject.id])
    return new RegExp(`/${kind}/(\\w{65})`).exec(mail?.text ?? '')?.[1]
  }
  const [sign, invitation] = [await linkIn(quote, 'sign'), await linkIn(event, 'invitation')]
  const folder = await post('/storage/folders', { name: 'Geteilt' })
  const { id: fileId } = (await upload(own, 'owner', { folder_id: folder.id, file: ['a', 'a.txt'] })).body
  const share = lastOf((await post(`/storage/shares/${fileId}`)).url)
  const shared = lastOf((await post(`/storage/folder-shares/${folder.id}`)).url)
  const { url: zip } = (await own.nobody.rest('POST', `/public/shares/${shared}/download`, { folder_id: folder.id }))
    .body
  const { url: feed } = await post('/calendar/feeds', { name: 'Telefon' })
  const hosts = await office(own, own.owner)
  const [start] = await hosts.slots()
  const booking = tokenOf(await hosts.book(start))
  const webhook = await post('/webhooks', { url: 'https://example.com/kontor', events: ['*'] })
  await post(`/webhooks/${webhook.id}/test`)

  const documents = [
    ...[`/api/v1/public/sign/${sign}`, `/api/v1/public/sign/${sign}/pdf`, `/sign/${sign}`],
    ...[`/api/v1/public/invitations/${invitation}`, `/invitation/${invitation}`],
    ...[`/api/v1/public/shares/${share}`, `/share/${share}`, `/share/${shared}`, pathOf(zip), pathOf(feed)],
    ...[`/api/v1/public/bookings/${booking}`, `/booking/${booking}`, `/api/v1${hosts.page}`],
    ...[hosts.page.replace('/public/booking', '/book'), `/api/v1${hosts.page.slice(0, hosts.page.lastIndexOf('/'))}`],
  ]
  const ask = async () =>
    Promise.all(
      documents.map(async (url) => [url, (await at.app.server.inject({ url, remoteAddress: '192.0.2.7' })).statusCode]),
    )
  const changes = async () => {
    const statuses: Record<string, number> = {}
    for (const [path, body] of [
      [`/public/sign/${sign}/reject`, {}],
      [`/public/invitations/${invitation}/answer`, { answer: 'declined' }],
      [`/public/shares/${share}/download`, {}],
      [`/public/bookings/${booking}/cancel`, {}],
      [`${hosts.page}/book`, { start, name: 'Kim Gast', email: 'kim@gast.example' }],
    ] as const)
      statuses[path] = (await own.nobody.rest('POST', path, body)).status
    return statuses
  }
  expect((await ask()).filter(([, status]) => status !== 200)).toEqual([])
  expect(await findDueWebhooks(at.app.system, own.organizationId)).toHaveLength(1)
  expect((await own.owner.rest('GET', '/clients')).status).toBe(200)

  const { ends_on } = (await end(own)).body
  expect((await ask()).filter(([, status]) => status !== 200)).toEqual([])
  standOn(ends_on)
  const killed = breakOffAfter(0)
  await job()
  killed.mockRestore()
  expect(await rowsOf(own)).toMatchObject({ shares: 2, signing_links: 1, calendar_feeds: 1, tokens: 6 })
  expect((await ask()).filter(([, status]) => status !== 404)).toEqual([])
  expect(new Set(Object.values(await changes()))).toEqual(new Set([404]))
  expect(await findDueWebhooks(at.app.system, own.organizationId)).toEqual([])
  for (const who of ['owner', 'admin'] as const) {
    expect((await own[who].rest('GET', '/clients')).status).toBe(401)
    const { rows } = await at.app.system.query('select id from tokens where organization_id = $1 and member_id = $2', [
      ...[own.organizationId, own[who].id],
    ])
    expect(await at.app.services.tokenRights.load(own.organizationId, rows[0].id)).toBeNull()
  }
  await job()
  expect((await ask()).filter(([, status]) => status !== 404)).toEqual([])
}, 60_000)

const lastOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
