import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import { addDays } from '#core/time/clock'
import { eraseDueRecords } from '#features/platform/erasure/erase-due-records'
import { createBrowserSession, createPeople, password, signInWith } from '../../../harness/browser-session.ts'
import { createFixtures } from '../../../harness/fixtures.ts'
import { house, openHouse } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { camt } from '../../billing/bank-import/samples.ts'
import { upload } from '../../content/files/upload.ts'

// What is stored about a person is shown, handed over and erased as it was shown; what the law keeps goes when it may.

const at = house()
afterEach(() => vi.restoreAllMocks())

interface Entry {
  kind: string
  outcome: string
  count: number | null
  kept_until: string | null
  law: string | null
}

const planOf = async (path: string) => {
  const { status, body } = await at.owner.rest('GET', `${path}/erasure-plan`)
  expect(status).toBe(200)
  return body as { plan: string; blocked: boolean; entries: Entry[]; export_url: string }
}
const entriesOf = async (path: string) =>
  (await planOf(path)).entries
    .filter(({ count, outcome }) => count !== null && outcome !== 'review')
    .map(({ kind, outcome, count, kept_until }) => [kind, outcome, count, kept_until])
const erase = async (path: string, who: 'owner' | 'admin' = 'admin') =>
  at[who].rest('POST', `${path}/erase`, { plan: (await planOf(path)).plan })

/** All texts that an organization has about somebody. */
async function traces(word: string) {
  const { rows } = await at.app.system.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relrowsecurity and not c.relispartition and c.relname not in ('events', 'webhook_deliveries', 'idempotency_keys', 'audit_entries')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await at.app.system.query(`select from ${name} t where t::text ilike $1`, [`%${word}%`])
    if (hits.length) found.push(name)
  }
  return found.sort()
}

const word = () => `Zz${randomUUID().slice(0, 8)}`

async function makeClient(name: string) {
  await at.owner.rest('PUT', '/organization', {
    ...{ legal_name: 'Werkstatt GmbH', street: 'Speicherstraße 1', postal_code: '20457', city: 'Hamburg' },
    ...{ country: 'DE', tax_number: '22/123/45678', vat_id: 'DE136695976', iban: 'DE02120300000000202051' },
    accounting: { chart: 'SKR03', datev_consultant_number: '29098', datev_client_number: '55003' },
  })
  const { status, body } = await at.owner.rest('POST', '/clients', {
    ...{ name: `${name} GmbH`, contact_name: name, email: `post@${name.toLowerCase()}.example`, kind: 'business' },
    ...{ street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE', vat_id: 'DE136695976' },
    ...{ notes: `Ruft gern an: ${name}`, metadata: { source: name } },
  })
  expect(status).toBe(201)
  return body.id as string
}

const line = { description: 'Beratung', quantity: 1, unit: 'HUR', unit_price_cents: 10000, tax_rate: 19 }

async function invoice(client_id: string, issue_date: string) {
  const { body } = await at.owner.rest('POST', '/invoices', {
    ...{ client_id, issue_date, due_date: addDays(issue_date, 14) },
    line_items: [line],
  })
  const sent = await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
  expect([sent.status, sent.body]).toMatchObject([200, { status: 'sent' }])
  return body.id as string
}
const pay = async (id: string, paid_at: string) => {
  const paid = await at.owner.rest('POST', `/invoices/${id}/payments`, {
    ...{ amount_cents: 11900, paid_at, method: 'bank_transfer', reference: 'Danke' },
  })
  expect(paid.status).toBe(201)
}

describe('a client', () => {
  test('that nothing refers to is gone', async () => {
    const name = word()
    const id = await makeClient(name)
    const project = (await at.owner.rest('POST', '/projects', { name: 'Umbau', client_id: id })).body
    expect(await entriesOf(`/clients/${id}`)).toEqual([
      ['clients', 'erased', 1, null],
      ['projects', 'pseudonymised', 1, null],
    ])
    await at.events()
    expect((await erase(`/clients/${id}`)).status).toBe(200)
    expect((await at.owner.rest('GET', `/clients/${id}`)).status).toBe(404)
    expect((await at.owner.rest('GET', `/projects/${project.id}`)).body.client_id).toBe(null)
    expect(await traces(name)).toEqual([])
    const { rows } = await at.app.system.query(
      `select body from events where organization_id = $1 and name = 'client.deleted' and body like $2`,
      [at.organizationId, `%${id}%`],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].body).not.toContain(name)
    const { entries } = (await at.owner.rest('GET', `/audit-log?resource_id=${id}`)).body
    expect(entries).toMatchObject([{ action: 'client.erased', before: null, after: null, actor: { name: 'admin' } }])
    expect((await at.owner.rest('GET', `/clients/${id}/erasure-plan`)).status).toBe(404)
  })

  test('with vouchers and letters is pseudonymised and locked, and the rest goes when the law allows it', async () => {
    const name = word()
    const id = await makeClient(name)
    const path = `/clients/${id}`
    const first = await invoice(id, '2026-01-31')
    expect(await planOf(path)).toMatchObject({ blocked: true })
    const early = await erase(path)
    expect([early.status, early.body.error]).toEqual([409, 'invalid_state'])
    await pay(first, '2026-02-02')
    const quote = (
      await at.owner.rest('POST', '/quotes', {
        ...{ client_id: id, issue_date: '2026-01-15', valid_until: '2099-12-31' },
        line_items: [line],
      })
    ).body
    await at.owner.rest('POST', `/quotes/${quote.id}/send`, { channel: 'none' })
    expect(await planOf(path)).toMatchObject({ blocked: true })
    await at.owner.rest('POST', `/quotes/${quote.id}/mark-signed`, { name, date: '2026-01-20' })
    await at.owner.rest('PUT', path, { city: 'Potsdam' })
    const year = at.app.services.clock.today().slice(0, 4)
    const [letters, vouchers] = [`${Number(year) + 6}-12-31`, `${Number(year) + 8}-12-31`]
    const plan = await planOf(path)
    const shown = plan.entries.map(({ kind, outcome, count, kept_until }) => [kind, outcome, count, kept_until])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['clients', 'pseudonymised', 1, null],
        ['client_numbers', 'kept', 1, '2034-12-31'],
        ['invoices', 'kept', 1, '2034-12-31'],
        ['payments', 'kept', 1, '2034-12-31'],
        ['quotes', 'kept', 1, letters],
        ['archived_documents', 'kept', 1, vouchers],
        ['archived_documents', 'kept', 1, letters],
        ['events', 'kept', null, null],
      ]),
    )
    expect(plan.entries.find(({ kind }) => kind === 'invoices')?.law).toBe('§ 147 AO, § 257 HGB, § 14b UStG')

    const { status } = await erase(path)
    expect(status).toBe(200)
    const client = (await at.owner.rest('GET', path)).body
    expect(client).toMatchObject({
      ...{ name: '–', email: null, contact_name: null, city: null, notes: null, metadata: {}, archived: true },
      ...{ vat_id: 'DE136695976', erased_at: expect.any(String) },
    })
    expect(await traces(name)).toEqual(['invoices', 'quotes'])
    const debtors = async (format: string, file: string) => {
      const period = 'from=2026-01-01&to=2026-12-31'
      const { status, body, raw } = await at.owner.rest('GET', `/accounting/export?${period}&format=${format}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return (await unzip(raw)).get(file)?.toString('latin1')
    }
    // The books name the debtor as the vouchers do.
    expect(await debtors('datev', 'EXTF_Debitoren.csv')).toContain(`${name} GmbH`)
    expect(await debtors('gobd', 'kunden.csv')).toContain(`${name} GmbH`)

    // Locked: nothing changes it, and nothing new refers to it.
    const locked = [409, 'invalid_state']
    for (const [method, url, body] of [
      ['PUT', path, { name: 'Wieder da' }],
      ['POST', `${path}/erase`, { plan: (await planOf(path)).plan }],
    ] as const) {
      const answer = await at.owner.rest(method, url, body)
      expect([answer.status, answer.body.error]).toEqual(locked)
    }
    const draft = { client_id: id, issue_date: '2026-03-01', due_date: '2026-03-15', line_items: [line] }
    expect((await at.owner.rest('POST', '/invoices', draft)).body).toMatchObject({ field: 'client_id' })
    expect((await at.owner.rest('DELETE', path)).body.error).toBe('client_in_use')

    const archived = async () => {
      const { rows } = await at.app.system.query<{ kind: string; hash: string }>(
        `select kind, pdf_sha256 as hash from archived_documents where organization_id = $1 and subject_id = any($2::uuid[])`,
        [at.organizationId, [first, quote.id]],
      )
      return rows.map(({ kind }) => kind).sort()
    }
    const on = async (day: string) => {
      vi.spyOn(at.app.services.clock, 'today').mockReturnValue(day)
      await eraseDueRecords(at.app.services, at.app.system)
    }
    await on(letters)
    expect(await traces(name)).toEqual(['invoices', 'quotes'])
    expect(await archived()).toContain('invoice')
    await on(addDays(letters, 1))
    expect(await traces(name)).toEqual(['invoices'])
    expect(await archived()).toEqual(['invoice'])
    await on(addDays('2034-12-31', 1))
    expect(await traces(name)).toEqual([])
    expect(await debtors('datev', 'EXTF_Debitoren.csv')).not.toContain(name)
    // Its figures are still there, and so is its place in the sequence of numbers.
    expect((await at.owner.rest('GET', `/invoices/${first}`)).body).toMatchObject({
      total_cents: 11900,
      status: 'paid',
    })
    await on(addDays(vouchers, 1))
    expect(await archived()).toEqual([])
    expect((await at.owner.rest('GET', path)).body).toMatchObject({ vat_id: null })
    const { rows } = await at.app.system.query('select due_on from erasures where subject_id = $1', [id])
    expect(rows).toEqual([{ due_on: null }])
  }, 60_000)

  test('has every text named that mentions it, with the statements that name it without a payment', async () => {
    const name = word()
    const id = await makeClient(name)
    const made = async (path: string, body: object) => {
      const { status, body: thing } = await at.owner.rest('POST', path, body)
      expect(status, path).toBe(201)
      return thing.id as string
    }
    const project = await made('/projects', { name: 'Umbau', metadata: { for: name } })
    const [{ id: column_id }] = (await at.owner.rest('GET', `/projects/${project}/columns`)).body
    const task = await made('/tasks', { title: `Plan für ${name}`, project_id: project, column_id })
    await made(`/tasks/${task}/subtasks`, { title: `${name} anrufen` })
    await made(`/tasks/${task}/comments`, { content: `Frage an ${name}` })
    await made('/tags', { name: `Für ${name}` })
    await made('/storage/folders', { name: `Akte ${name}` })
    await made('/whiteboards', { title: `Skizze ${name}` })
    await made('/calendar/events', {
      ...{ title: `Essen mit ${name}`, start_time: '2026-01-12T09:00:00Z', end_time: '2026-01-12T10:00:00Z' },
    })
    const page = await made('/pages', { title: 'Notizen', content: `# ${name}` })
    await at.owner.rest('PUT', `/pages/${page}/content`, { content: 'Nichts mehr' })
    await upload(at, 'owner', { file: [camt({ cents: 7700, purpose: name }), 'u.xml'] }, {}, '/payments/import')
    const { entries } = await planOf(`/clients/${id}`)
    const named = entries.filter(({ outcome, count }) => count && (outcome === 'review' || outcome === 'kept'))
    expect(Object.fromEntries(named.map(({ kind, outcome, count }) => [`${outcome} ${kind}`, count]))).toEqual({
      ...{ 'kept bank_transactions': 1, 'kept bank_proposals': 1, 'review projects': 1, 'review tasks': 1 },
      ...{ 'review subtasks': 1, 'review comments': 1, 'review tags': 1, 'review folders': 1 },
      ...{ 'review whiteboards': 1, 'review calendar_events': 1, 'review page_versions': 1 },
    })
    expect((await erase(`/clients/${id}`)).status).toBe(200)
  })

  test('with the address of a member shows and erases nothing of what is the member’s', async () => {
    const { email } = (await at.owner.rest('GET', '/me')).body
    const { body: event } = await at.admin.rest('POST', '/calendar/events', {
      ...{
        title: 'Runde',
        start_time: '2026-01-12T09:00:00Z',
        end_time: '2026-01-12T10:00:00Z',
        attendee_emails: [email],
      },
    })
    const mail = randomUUID()
    await at.app.system.query(
      `insert into mails (organization_id, id, created_at, updated_at, kind, sender, recipients, copies, subject, body_text, body_html, status)
       values ($1, $2, now(), now(), 'calendar_reminder', 'Haus', array[$3], '{}', 'Zahnarzt', 'Zahnarzt', '', 'sent')`,
      [at.organizationId, mail, email],
    )
    const { status, body } = await at.admin.rest('POST', '/clients', { name: 'Schein', email })
    expect(status).toBe(201)
    expect(await entriesOf(`/clients/${body.id}`)).toEqual([['clients', 'erased', 1, null]])
    const { raw } = await at.admin.rest('GET', `/clients/${body.id}/personal-data`)
    expect(String(unzip(raw).get('mails.jsonl'))).not.toContain('Zahnarzt')
    expect((await erase(`/clients/${body.id}`)).status).toBe(200)
    const { rows } = await at.app.system.query('select subject from mails where id = $1', [mail])
    expect(rows).toEqual([{ subject: 'Zahnarzt' }])
    const { attendees } = (await at.admin.rest('GET', `/calendar/events/${event.id}`)).body
    expect(attendees).toMatchObject([{ email }])
  })

  test('is in bank statements as long as vouchers are kept', async () => {
    const name = word()
    const id = await makeClient(name)
    const sent = await invoice(id, '2026-01-31')
    const { number } = (await at.owner.rest('GET', `/invoices/${sent}`)).body
    const file = camt({ cents: 11900, purpose: `${number} ${name}` })
    const { body } = await upload(at, 'owner', { file: [file, 'u.xml'] }, {}, '/payments/import')
    const [{ transaction_id }] = body.proposals
    const payments = [{ transaction_id, invoice_id: sent, amount_cents: 11900 }]
    expect(
      (await at.owner.rest('POST', `/payments/import/${body.id}/confirm`, { payments })).body.payments,
    ).toHaveLength(1)
    expect(await traces(name)).toEqual(expect.arrayContaining(['bank_proposals', 'bank_transactions']))
    expect((await erase(`/clients/${id}`)).status).toBe(200)
    expect(await traces(name)).toEqual(expect.arrayContaining(['bank_proposals', 'bank_transactions']))
    vi.spyOn(at.app.services.clock, 'today').mockReturnValue('2050-01-01')
    await eraseDueRecords(at.app.services, at.app.system)
    expect(await traces(name)).toEqual([])
    expect((await at.owner.rest('GET', `/payments/import/${body.id}`)).body.proposals).toHaveLength(1)
  })

  test('is handed over with all that is stored, and nothing that lets somebody in', async () => {
    const name = word()
    const id = await makeClient(name)
    await pay(await invoice(id, '2026-01-31'), '2026-02-02')
    for (const who of ['accountant', 'auditor', 'member', 'viewer'] as const)
      expect((await at[who].rest('GET', `/clients/${id}/personal-data`)).status).toBe(403)
    const { status, raw } = await at.owner.rest('GET', `/clients/${id}/personal-data`)
    expect(status).toBe(200)
    const files = await unzip(raw)
    expect(JSON.parse(String(files.get('kontor.json')))).toMatchObject({ kind: 'client', id })
    expect(String(files.get('clients.jsonl'))).toContain(name)
    // What a copy has to come with (Art. 15(1) GDPR).
    const information = String(files.get('information.md'))
    expect([...information.matchAll(/^## (\S+)/gm)].map(([, first]) => first)).toEqual([
      'Verantwortlicher',
      'Zwecke',
      'Gespeicherte',
      'Empfänger',
      'Herkunft',
      'Automatisierte',
      'Ihre',
    ])
    expect(information).toContain('| Rechnungen | 1 | 31.12.2034 | § 147 AO')
    expect(String(files.get('payments.jsonl'))).toContain('Danke')
    expect([...files.keys()].filter((file) => file.startsWith('documents/'))).toHaveLength(1)
    expect((await at.owner.rest('GET', `/audit-log?resource_id=${id}`)).body.entries[0]).toMatchObject({
      action: 'client.exported',
    })
    const { pathname, search } = new URL((await planOf(`/clients/${id}`)).export_url)
    expect((await at.app.server.inject({ url: pathname + search })).statusCode).toBe(200)
    expect((await at.owner.rest('GET', '/clients/x/personal-data')).status).toBe(404)
  })

  test('is handed over with business that is still open', async () => {
    const name = word()
    const id = await makeClient(name)
    const open = { client_id: id, issue_date: '2026-01-15', valid_until: '2099-12-31', line_items: [line] }
    const quote = (await at.owner.rest('POST', '/quotes', open)).body
    await invoice(id, '2026-01-31')
    const files = await unzip((await at.owner.rest('GET', `/clients/${id}/personal-data`)).raw)
    expect(String(files.get('quotes.jsonl'))).toContain(quote.id)
    expect(String(files.get('invoices.jsonl')).trim().split('\n')).toHaveLength(1)
  })

  test('has a signed contract and its document kept for six years from its end', async () => {
    const id = await makeClient(word())
    const contract = (
      await at.owner.rest('POST', '/contracts', {
        ...{ client_id: id, title: 'Wartung', content: 'Pflege', ends_on: '2031-06-30' },
      })
    ).body
    expect((await at.owner.rest('POST', `/contracts/${contract.id}/send`, { channel: 'none' })).status).toBe(200)
    await at.app.system.query(
      "update contracts set status = 'signed', signed_at = sent_at, signer_name = 'A' where organization_id = $1 and id = $2",
      [at.organizationId, contract.id],
    )
    const kept = (await planOf(`/clients/${id}`)).entries.filter(({ kept_until }) => kept_until)
    expect(kept.map(({ kind, kept_until }) => [kind, kept_until])).toEqual([
      ['contracts', '2037-12-31'],
      ['archived_documents', '2037-12-31'],
    ])
  })

  test('is erased as it was shown, once, and by nobody else', async () => {
    const id = await makeClient(word())
    const path = `/clients/${id}`
    const { plan } = await planOf(path)
    await at.owner.rest('POST', '/projects', { name: 'Neues', client_id: id })
    const outdated = await at.owner.rest('POST', `${path}/erase`, { plan })
    expect([outdated.status, outdated.body.error]).toEqual([412, 'precondition_failed'])
    const now = (await planOf(path)).plan
    expect(now).not.toBe(plan)
    const other = await openHouse(at.app)
    expect((await other.owner.rest('GET', `${path}/erasure-plan`)).status).toBe(404)
    expect((await other.owner.rest('POST', `${path}/erase`, { plan: now })).status).toBe(404)
    for (const who of ['accountant', 'auditor', 'member', 'viewer'] as const)
      expect((await at[who].rest('POST', `${path}/erase`, { plan: now })).status).toBe(403)
    const both = await Promise.all([1, 2].map(() => at.owner.rest('POST', `${path}/erase`, { plan: now })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('a member', () => {
  const join = async () => {
    const name = word()
    const email = `${name.toLowerCase()}@kontor.example`
    const { body } = await at.owner.rest('POST', '/members', { name, email, role: 'member' })
    return { id: body.id as string, name, email }
  }

  test('is gone but for working time, which goes after two years', async () => {
    const { id, name } = await join()
    const project = (await at.owner.rest('POST', '/projects', { name: 'Zeit' })).body
    const worked = await at.owner.rest('POST', '/time-entries', {
      ...{ project_id: project.id, user_id: id },
      ...{ started_at: '2026-01-12T08:00:00Z', ended_at: '2026-01-12T09:00:00Z' },
    })
    expect(worked.status).toBe(201)
    expect(await traces(name)).toEqual(['mails', 'member_emails', 'member_slugs', 'members', 'time_entries'])
    const shown = await entriesOf(`/members/${id}`)
    expect(shown).toEqual(
      expect.arrayContaining([
        ['members', 'erased', 1, null],
        ['mails', 'pseudonymised', 1, null],
        ['time_entries', 'kept', 1, '2028-12-31'],
      ]),
    )
    expect((await erase(`/members/${id}`)).status).toBe(200)
    expect(await traces(name)).toEqual(['time_entries'])
    const { entries } = (await at.owner.rest('GET', `/audit-log?resource_id=${id}&action=member.erased`)).body
    expect(entries).toMatchObject([{ before: null, after: null }])
    vi.spyOn(at.app.services.clock, 'today').mockReturnValue('2029-01-01')
    await eraseDueRecords(at.app.services, at.app.system)
    expect(await traces(name)).toEqual([])
  })

  test('has billed time kept as long as its invoice, and laws named in the language of the reader', async () => {
    const { id } = await join()
    const client = await makeClient(word())
    const project = (await at.owner.rest('POST', '/projects', { name: 'Zeit', client_id: client })).body
    await at.owner.rest('POST', '/time-entries', {
      ...{ project_id: project.id, user_id: id, hourly_rate_cents: 10000 },
      ...{ started_at: '2025-12-30T08:00:00Z', ended_at: '2025-12-30T09:00:00Z' },
    })
    const december = { client_id: client, from: '2025-12-01', to: '2025-12-31' }
    const billed = await at.owner.rest('POST', '/invoices/from-time-entries', december)
    expect(billed.body).toMatchObject({ total_cents: 11900 })
    const last = `${Number(billed.body.issue_date.slice(0, 4)) + 8}-12-31`
    expect(await entriesOf(`/members/${id}`)).toContainEqual(['time_entries', 'kept', 1, last])
    const headers = { 'accept-language': 'de' }
    const { body } = await at.owner.rest('GET', `/members/${id}/erasure-plan`, undefined, headers)
    expect(body.entries.filter(({ law }: Entry) => law && /GDPR/.test(law))).toEqual([])
  })

  test('who is the only owner stays, and an admin neither sees nor erases an owner', async () => {
    const other = await openHouse(at.app)
    const path = `/members/${other.owner.id}`
    const { body } = await other.owner.rest('GET', `${path}/erasure-plan`)
    expect(body).toMatchObject({
      blocked: true,
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'members', outcome: 'blocking' })]),
    })
    expect((await other.owner.rest('POST', `${path}/erase`, { plan: body.plan })).status).toBe(409)
    expect((await other.admin.rest('GET', `${path}/erasure-plan`)).status).toBe(403)
    expect((await other.admin.rest('POST', `${path}/erase`, { plan: body.plan })).status).toBe(403)
    expect((await other.admin.rest('GET', `${path}/personal-data`)).status).toBe(403)
  })
})

test('a session erases after a new proof of identity alone', async () => {
  const { somebody } = createPeople(at)
  const who = await somebody(Role.owner, undefined, at)
  const page = createBrowserSession(at.app)
  await signInWith(page, who)
  const id = await makeClient(word())
  await at.app.system.query(
    "update tokens set proved_at = proved_at - interval '11 minutes' where member_id = $1 and kind = 'session'",
    [who.id],
  )
  const { plan } = await planOf(`/clients/${id}`)
  const send = () =>
    page.send(
      'mutation ($id: UUID!, $plan: UUID!) { eraseClient(id: $id, input: { plan: $plan }) { entries { kind } } }',
      {
        ...{ id, plan },
      },
    )
  expect((await send()).errors?.[0]?.extensions.code).toBe('reauthentication_required')
  await page.send('mutation ($p: String) { confirmIdentity(currentPassword: $p) }', { p: password })
  expect((await send()).data.eraseClient.entries[0]).toEqual({ kind: 'clients' })
})

describe('a guest', () => {
  test('is forgotten in all bookings with the address, once none is to come', async () => {
    const shop = createFixtures(at)
    const booking = await shop.one('booking')
    const { email } = (await at.owner.rest('GET', `/bookings/${booking}`)).body
    const path = `/bookings/${booking}`
    expect(await entriesOf(path)).toEqual(expect.arrayContaining([['bookings', 'blocking', 1, null]]))
    expect((await erase(path)).status).toBe(409)
    const early = await unzip((await at.owner.rest('GET', `${path}/personal-data`)).raw)
    expect(String(early.get('bookings.jsonl'))).toContain(email)
    await at.owner.rest('POST', `${path}/cancel`)
    await at.app.system.query(
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'email', upper(b.email)))).*
       from bookings b where organization_id = $1 and id = $2`,
      [at.organizationId, booking],
    )
    expect(await entriesOf(path)).toEqual(expect.arrayContaining([['bookings', 'pseudonymised', 2, null]]))
    const files = await unzip((await at.owner.rest('GET', `${path}/personal-data`)).raw)
    expect(String(files.get('bookings.jsonl')).toLowerCase()).toContain(email.toLowerCase())
    expect((await erase(path)).status).toBe(200)
    expect(await traces(email)).toEqual([])
  })
})
