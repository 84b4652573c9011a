import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import { Contract } from '#features/billing/contracts/contract.entity'
import { signableContract } from '#features/billing/contracts/signable-contract'
import { read } from '../../../documents/reading.ts'
import { type House, house, scenario } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

const today = '2026-11-20'
const at = house({ today })
let client = ''
const none = '00000000-0000-4000-8000-000000000000'

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Hafen 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
  })
  const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
  client = (await at.owner.rest('POST', '/clients', { name: 'Acme GmbH', email: 'acme@kontor.example', ...address }))
    .body.id
})

const content = '# § 1 Leistungen\n\n- Pflege\n- *Wartung*\n\n| Leistung | Preis |\n|---|---:|\n| Pflege | 249,00 € |\n'

async function draft(changes: object = {}) {
  const { status, body } = await at.owner.rest('POST', '/contracts', {
    client_id: client,
    title: 'Wartung',
    content,
    ...changes,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** In the state after signing. */
const signed = async (at: House, id: string) =>
  at.app.system.query(
    "update contracts set status = 'signed', signed_at = now(), signer_name = 'Ada', version = version + 1 where id = $1",
    [id],
  )

describe('a draft', () => {
  scenario(at, 'is created by an accountant without a number', () => ({
    as: 'accountant',
    post: '/contracts',
    send: { client_id: client, title: 'Wartung', content, starts_on: '2026-12-01', notice_period_days: 30 },
    status: 201,
    body: {
      status: 'draft',
      number: null,
      client: { id: client, name: 'Acme GmbH' },
      content,
      earliest_end_on: null,
      terminates_on: null,
    },
    events: ['contract.created'],
  }))
  for (const [what, send, status, field] of [
    ['no title', { title: undefined }, 400, 'title'],
    ['no text', { content: ' ' }, 422, 'content'],
    ['too much text', { content: 'x'.repeat(200_001) }, 422, 'content'],
    ['what no document can show', { content: 'a\u{13000}' }, 422, 'content'],
    ['a quote that is none', { quote_id: none }, 422, 'quote_id'],
    ['a client that is none', { client_id: none }, 422, 'client_id'],
    ['an end before its start', { starts_on: '2026-12-01', ends_on: '2026-11-30' }, 422, 'ends_on'],
    ['a notice period below zero', { notice_period_days: -1 }, 422, 'notice_period_days'],
  ] as const)
    scenario(at, `is refused with ${what}`, () => ({
      post: '/contracts',
      send: { client_id: client, title: 'Wartung', content, ...send },
      status,
      body: { error: 'validation_failed', field },
    }))
  for (const as of ['member', 'viewer', 'auditor'] as const)
    scenario(at, `cannot be created by ${as}`, () => ({ as, post: '/contracts', send: {}, status: 403 }))
  scenario(at, 'cannot be read by a member', () => ({ as: 'member', get: '/contracts', status: 403 }))

  test('can be changed completely, without an event', async () => {
    const { id } = await draft()
    await at.events()
    const changes = { title: 'Pflege', content: 'Neu.', ends_on: '2027-01-01', language: 'en' }
    const { body, headers } = await at.owner.rest('PUT', `/contracts/${id}`, changes)
    expect(body).toMatchObject({ ...changes, version: 2 })
    expect(headers.etag).toBe('"2"')
    expect((await at.owner.rest('PUT', `/contracts/${id}`, { starts_on: '2027-02-01' })).body.field).toBe('ends_on')
    expect((await at.owner.rest('PUT', `/contracts/${id}`, { title: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await at.owner.rest('GET', `/contracts/${id}`)).body).toMatchObject(changes)
    expect(await at.events()).toEqual([])
  })

  test('follows a quote until that is deleted', async () => {
    const line = { description: 'Pflege', quantity: 1, unit_price_cents: 24_900, tax_rate: 19 }
    const offer = { client_id: client, valid_until: '2099-12-31', line_items: [line] }
    const quote = (await at.owner.rest('POST', '/quotes', offer)).body.id
    const { id } = await draft({ quote_id: quote })
    const { data } = await at.owner.graphql(`{ contract(id: "${id}") { quote { id client { name } } pdfUrl } }`)
    expect(data.contract.quote).toEqual({ id: quote, client: { name: 'Acme GmbH' } })
    const { pathname, search } = new URL(data.contract.pdfUrl)
    expect((await at.app.server.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(200)
    expect((await at.owner.rest('PUT', `/contracts/${id}`, { quote_id: none })).body.field).toBe('quote_id')
    const theirs = (await at.owner.rest('POST', '/clients', { name: 'Andere' })).body.id
    const foreign = (await at.owner.rest('POST', '/quotes', { ...offer, client_id: theirs })).body.id
    const refused = await at.owner.rest('PUT', `/contracts/${id}`, { quote_id: foreign })
    expect([refused.status, refused.body.field]).toEqual([422, 'quote_id'])
    const made = { client_id: client, title: 'Wartung', content, quote_id: foreign }
    expect((await at.owner.rest('POST', '/contracts', made)).body.field).toBe('quote_id')
    const moved = await at.owner.rest('PUT', `/contracts/${id}`, { client_id: theirs, quote_id: foreign })
    expect(moved.body.quote_id).toBe(foreign)
    expect((await at.owner.rest('PUT', `/contracts/${id}`, { client_id: client })).body.quote_id).toBeNull()
    await at.owner.rest('PUT', `/contracts/${id}`, { quote_id: quote })
    expect((await at.owner.rest('DELETE', `/quotes/${quote}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/contracts/${id}`)).body.quote_id).toBeNull()
  })

  test('can be deleted, and blocks deletion of its client until then', async () => {
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Beta' })
    const { id } = await draft({ client_id: body.id })
    expect((await at.owner.rest('DELETE', `/clients/${body.id}`)).body.error).toBe('client_in_use')
    expect((await at.owner.rest('DELETE', `/contracts/${id}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/contracts/${id}`)).status).toBe(404)
    expect((await at.owner.rest('DELETE', `/clients/${body.id}`)).status).toBe(204)
  })

  test('is listed without its text, by status, client and search', async () => {
    const { id } = await draft({ title: 'Gesucht und gefunden' })
    const list = async (query: string) => (await at.auditor.rest('GET', `/contracts?${query}`)).body
    const { contracts } = await list(`q=gesucht&client_id=${client}&status=draft,sent`)
    expect(contracts).toMatchObject([{ id, title: 'Gesucht und gefunden', client: { name: 'Acme GmbH' } }])
    expect(contracts[0]).not.toHaveProperty('content')
    expect((await list('status=signed&q=gesucht')).total).toBe(0)
    expect((await list(`client_id=${none}`)).total).toBe(0)
    expect((await list('sort=title')).total).toBe((await list('')).total)
    expect((await list('updated_since=2200-01-01T00:00:00Z')).total).toBe(0)
    const { body } = await at.owner.rest('GET', `/clients/${client}`)
    expect(body.contracts[0]).toEqual({ id, number: null, title: 'Gesucht und gefunden', status: 'draft' })
    expect((await at.member.rest('GET', `/clients/${client}`)).body.contracts).toBeNull()
  })

  test('is rendered as a watermarked PDF in the requested language', async () => {
    const { id } = await draft({ starts_on: '2026-12-01' })
    const pdf = async (language: string) => {
      const answer = await at.auditor.rest('GET', `/contracts/${id}/pdf`, undefined, { 'accept-language': language })
      expect(answer.status).toBe(200)
      return (await read(answer.raw)).text
    }
    expect(await pdf('de')).toMatch(/zwischen.*Kontor GmbH.*Acme GmbH.*unbefristet.*249,00 €.*Unterschrift.*Entwurf/s)
    expect(await pdf('en')).toMatch(/between.*open-ended.*Signature.*Page 1 of 1.*Draft/s)
    expect((await at.viewer.rest('GET', `/contracts/${id}/pdf`)).status).toBe(403)
    expect((await at.owner.rest('GET', `/contracts/${none}/pdf`)).status).toBe(404)
  })

  test('names characters that no document can show', async () => {
    const refused = async (content: string) => {
      const { id } = await draft({ content })
      return (await at.owner.rest('GET', `/contracts/${id}/pdf`, undefined, { 'accept-language': 'en' })).body
    }
    expect(await refused('a &#x13000;')).toMatchObject({
      field: 'content',
      message: expect.stringContaining('U+13000'),
    })
    expect((await refused('> '.repeat(40))).message).toMatch(/deeper than 12 levels/)
    expect((await refused(`|${'a|'.repeat(20)}\n|${'-|'.repeat(20)}\n`)).message).toMatch(/more than 16 columns/)
  })
})

describe('a sent contract', () => {
  let id = ''
  const mails = () => mailsAbout(at.app, id)
  beforeAll(async () => {
    id = (await draft({ title: 'Betreuung', notice_period_days: 14 })).id
  })

  scenario(at, 'cannot be sent by an auditor', () => ({ as: 'auditor', post: `/contracts/${id}/send`, status: 403 }))
  scenario(at, 'requires the address of its client', () => ({
    post: `/contracts/${incomplete}/send`,
    status: 422,
    body: { field: 'client.street' },
  }))
  let incomplete = ''
  beforeAll(async () => {
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Ohne', email: 'ohne@kontor.example' })
    incomplete = (await draft({ client_id: body.id })).id
  })

  scenario(at, 'is numbered and locked', () => ({
    as: 'accountant',
    post: `/contracts/${id}/send`,
    send: { cc: ['rechts@kontor.example'] },
    headers: { 'accept-language': 'en' },
    status: 200,
    body: { status: 'sent', number: 'VT-2026-0001', language: 'en', pdf_sha256: /^[0-9a-f]{64}$/, sent_at: /Z$/ },
  }))
  scenario(at, 'cannot be sent twice', () => ({
    post: `/contracts/${id}/send`,
    status: 409,
    body: { error: 'invalid_state' },
  }))
  scenario(at, 'cannot be changed', () => ({
    put: `/contracts/${id}`,
    send: { content: 'Anders' },
    status: 409,
    body: { error: 'invalid_state' },
  }))
  scenario(at, 'cannot be deleted', () => ({ delete: `/contracts/${id}`, status: 409 }))
  scenario(at, 'cannot be cancelled before it is signed', () => ({ post: `/contracts/${id}/cancel`, status: 409 }))

  test('is mailed with PDF and link, and again with a new link', async () => {
    const { body } = await at.owner.rest('GET', `/contracts/${id}`)
    const { raw } = await at.owner.rest('GET', `/contracts/${id}/pdf`)
    expect(createHash('sha256').update(raw).digest('hex')).toBe(body.pdf_sha256)
    expect((await read(raw)).text).toMatch(/VT-2026-0001/)
    expect((await read(raw)).text).not.toMatch(/Draft/)
    expect((await at.owner.rest('POST', `/contracts/${id}/resend`, { to: ['neu@kontor.example'] })).status).toBe(200)
    const [first, second] = await mails()
    expect(first).toMatchObject({ recipients: ['acme@kontor.example'], subject: 'Contract VT-2026-0001 – Kontor GmbH' })
    expect(second).toMatchObject({ recipients: ['neu@kontor.example'], attachments: first.attachments })
    const linkIn = (text: string) => /https?:\S+\/sign\/\S+/.exec(text)?.[0]
    expect(linkIn(first.text)).toBeDefined()
    expect(linkIn(second.text)).not.toBe(linkIn(first.text))
    const { rows } = await at.app.system.query('select ended_at from signing_links where subject_id = $1', [id])
    expect(rows.filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  })

  test('is signed by its link, or declined and sent again', async () => {
    const { kind, show, sign, reject } = signableContract
    expect(kind).toBe('contract')
    await at.events()
    const inOperation = <Result>(work: (context: Context, contract: Contract) => Promise<Result> | Result) =>
      operateAsSystem(at.app.services, at.organizationId, async (context) =>
        work(context, await context.load(Contract, id)),
      )
    await inOperation((context, contract) => reject(context, contract, 'Zu teuer.'))
    expect(await inOperation(show)).toMatchObject({
      state: 'rejected',
      title: 'Betreuung',
      term: { startsOn: null, endsOn: null, noticePeriodDays: 14 },
      contentIs: 'markdown',
      content,
    })
    expect((await at.owner.rest('GET', `/contracts/${id}`)).body.rejection_reason).toBe('Zu teuer.')
    const signer = { name: 'Ada', at: new Date('2026-11-20T09:00:00Z') }
    await expect(inOperation((context, contract) => sign(context, contract, signer))).rejects.toThrow(/declined/)
    await at.owner.rest('POST', `/contracts/${id}/resend`)
    const log = await at.owner.rest('GET', '/audit-log?action=contract.reopened')
    expect(log.body.entries).toMatchObject([
      {
        resource_id: id,
        before: { rejection_reason: 'Zu teuer.' },
        after: { rejected_at: null, rejection_reason: null },
      },
    ])
    expect(await inOperation(show)).toMatchObject({ state: 'open', pdfSha256: expect.stringMatching(/^\w{64}$/) })
    expect(await at.events()).toEqual([])
    const before = (await at.owner.rest('GET', `/contracts/${id}/pdf`)).raw
    const token = /\/sign\/(\w+)/.exec((await mails()).at(-1)?.text ?? '')?.[1]
    const shown = await at.nobody.rest('GET', `/public/sign/${token}`)
    expect(shown.body).toMatchObject({
      ...{ kind: 'contract', state: 'open', number: 'VT-2026-0001', title: 'Betreuung', content },
      ...{ total_cents: null, tax_cents: null, line_items: [] },
      ...{ starts_on: null, ends_on: null, notice_period_days: 14 },
    })
    const page = await at.app.server.inject({
      method: 'GET',
      url: `/sign/${token}`,
      headers: { 'accept-language': 'en' },
    })
    expect(page.body).toMatch(/<h1[^>]*>Contract VT-2026-0001: Betreuung<.*Notice period: 14 days/s)
    const given = { name: 'Ada', signature: 'Ada' }
    expect((await at.nobody.rest('POST', `/public/sign/${token}/sign`, given)).body.state).toBe('signed')
    expect(await at.events()).toEqual(['contract.signed'])
    const { body } = await at.owner.rest('GET', `/contracts/${id}`)
    expect(body).toMatchObject({ status: 'signed', signer_name: 'Ada', earliest_end_on: '2026-12-04' })
    const { raw } = await at.owner.rest('GET', `/contracts/${id}/pdf`)
    const [sent, signed] = [await read(before), await read(raw)]
    expect(signed.pages.length).toBe(sent.pages.length + 1)
    expect(signed.text).toContain(body.pdf_sha256)
    // The sent document is kept.
    const { rows } = await at.app.system.query(
      'select kind, pdf_sha256 from archived_documents where subject_id = $1 order by archived_at',
      [id],
    )
    expect(rows).toMatchObject([{ kind: 'contract', pdf_sha256: body.pdf_sha256 }, { kind: 'signed_contract' }])
    expect((await at.nobody.rest('POST', `/public/sign/${token}/sign`, given)).body.error).toBe('invalid_state')
    expect((await at.owner.rest('POST', `/contracts/${id}/resend`)).status).toBe(409)
  })

  test('is not sent if no document can show its text, and takes no number', async () => {
    const { id } = await draft({ content: 'a &#x13000;' })
    expect((await at.owner.rest('POST', `/contracts/${id}/send`)).body.field).toBe('content')
    const next = await draft()
    expect((await at.owner.rest('POST', `/contracts/${next.id}/send`, { channel: 'none' })).body.number).toBe(
      'VT-2026-0002',
    )
  })

  test('gets one number from concurrent requests', async () => {
    const drafts = await Promise.all(Array.from({ length: 4 }, () => draft()))
    const sent = await Promise.all(
      drafts.map(({ id }) => at.owner.rest('POST', `/contracts/${id}/send`, { channel: 'none' })),
    )
    expect(sent.map(({ body }) => body.number).sort()).toEqual([3, 4, 5, 6].map((next) => `VT-2026-000${next}`))
  })
})

describe('an unsigned contract', () => {
  const mailed = async () => {
    const { id } = await draft()
    expect((await at.owner.rest('POST', `/contracts/${id}/send`)).status).toBe(200)
    const [mail] = await mailsAbout(at.app, id)
    const token = /\/sign\/(\w+)/.exec(mail?.text ?? '')?.[1]
    await at.events()
    return {
      id,
      token,
      link: (verb: string, body?: object) =>
        at.nobody.rest(body ? 'POST' : 'GET', `/public/sign/${token}${verb}`, body),
    }
  }
  const given = { name: 'Ada', signature: 'Ada' }

  test('has its link revoked, and is sent again', async () => {
    const { id, link } = await mailed()
    const revoked = await at.accountant.rest('POST', `/contracts/${id}/revoke-link`)
    expect([revoked.status, revoked.body.status]).toEqual([200, 'sent'])
    expect([(await link('')).status, (await link('/sign', given)).body.error]).toEqual([410, 'expired'])
    expect((await at.owner.rest('POST', `/contracts/${id}/resend`)).status).toBe(200)
    expect((await at.auditor.rest('POST', `/contracts/${id}/revoke-link`)).status).toBe(403)
  })

  test('is withdrawn: cancelled, with its link ended', async () => {
    const { id, link } = await mailed()
    expect((await at.auditor.rest('POST', `/contracts/${id}/withdraw`)).status).toBe(403)
    const { status, body } = await at.accountant.rest('POST', `/contracts/${id}/withdraw`)
    expect([status, body]).toMatchObject([200, { status: 'cancelled', signed_at: null, terminates_on: null }])
    expect(await at.events()).toEqual(['contract.cancelled'])
    for (const answer of [await link(''), await link('/pdf'), await link('/sign', given), await link('/reject', {})])
      expect([answer.status, answer.body.error]).toEqual([410, 'expired'])
    for (const verb of ['withdraw', 'revoke-link', 'resend', 'cancel'])
      expect((await at.owner.rest('POST', `/contracts/${id}/${verb}`)).body.error, verb).toBe('invalid_state')
    expect((await at.owner.rest('GET', `/contracts/${id}/pdf`)).status).toBe(200)
  })

  test('is either withdrawn or signed by concurrent requests', async () => {
    const { id, link } = await mailed()
    const [withdrawn, signed] = await Promise.all([
      at.owner.rest('POST', `/contracts/${id}/withdraw`),
      link('/sign', given),
    ])
    const { body } = await at.owner.rest('GET', `/contracts/${id}`)
    expect([
      [200, 410, 'cancelled'],
      [409, 200, 'signed'],
    ]).toContainEqual([withdrawn.status, signed.status, body.status])
  })

  test('cannot be withdrawn before sending or after signing', async () => {
    const { id } = await draft()
    expect((await at.owner.rest('POST', `/contracts/${id}/withdraw`)).body.error).toBe('invalid_state')
    await signed(at, id)
    expect((await at.owner.rest('POST', `/contracts/${id}/withdraw`)).body.error).toBe('invalid_state')
  })

  test('is found when declined, and its sender is mailed once', async () => {
    const { id, link } = await mailed()
    const found = async (rejected: boolean) =>
      (await at.auditor.rest('GET', `/contracts?rejected=${rejected}&per_page=100`)).body.contracts.map(
        (each: { id: string }) => each.id,
      )
    expect(await found(false)).toContain(id)
    await Promise.all([link('/reject', { reason: 'Zu teuer.' }), link('/reject', { reason: 'Zu teuer.' })])
    expect(await found(true)).toEqual([id])
    expect(await found(false)).not.toContain(id)
    const { rows } = await at.app.system.query(
      "select m.subject, m.body_text, m.recipients from mails m where subject_id = $1 and kind = 'document_declined'",
      [id],
    )
    const { number, title } = (await at.owner.rest('GET', `/contracts/${id}`)).body
    const { email } = (await at.owner.rest('GET', `/members/${at.owner.id}`)).body
    expect(rows).toEqual([
      {
        subject: `Abgelehnt: Vertrag ${number}: ${title}`,
        body_text: expect.stringMatching(/Zu teuer\..*acme@kontor\.example/s),
        recipients: [email],
      },
    ])
  })
})

describe('notice', () => {
  scenario(at, 'cannot be given for a draft', () => ({
    post: `/contracts/${id}/cancel`,
    status: 409,
    body: { error: 'invalid_state' },
  }))
  let id = ''
  beforeAll(async () => {
    id = (await draft({ notice_period_days: 30, starts_on: '2026-01-01', ends_on: '2027-06-30' })).id
  })

  test('shows when the contract can end before it is given', async () => {
    await signed(at, id)
    expect((await at.owner.rest('GET', `/contracts/${id}`)).body).toMatchObject({
      status: 'signed',
      earliest_end_on: '2026-12-20',
      terminates_on: null,
    })
  })
  test('without last day and notice period ends on the given day, else today', async () => {
    const open = (await draft()).id
    await signed(at, open)
    expect((await at.owner.rest('GET', `/contracts/${open}`)).body.earliest_end_on).toBe(null)
    const { body } = await at.owner.rest('POST', `/contracts/${open}/cancel`, { ends_on: '2027-01-31' })
    expect(body).toMatchObject({ status: 'cancelled', terminates_on: '2027-01-31' })
  })
  scenario(at, 'cannot be given for an earlier day', () => ({
    post: `/contracts/${id}/cancel`,
    send: { ends_on: '2026-12-19' },
    status: 422,
    body: { field: 'ends_on' },
  }))
  scenario(at, 'cannot be given for a day after the end', () => ({
    post: `/contracts/${id}/cancel`,
    send: { ends_on: '2027-07-01' },
    status: 422,
    body: { field: 'ends_on' },
  }))
  scenario(at, 'cannot be given by an auditor', () => ({ as: 'auditor', post: `/contracts/${id}/cancel`, status: 403 }))
  scenario(at, 'ends the contract on the first day it can end', () => ({
    as: 'accountant',
    post: `/contracts/${id}/cancel`,
    status: 200,
    body: {
      status: 'cancelled',
      terminates_on: '2026-12-20',
      earliest_end_on: null,
      cancelled_at: /Z$/,
      noticed_on: today,
    },
    events: ['contract.cancelled'],
  }))
  scenario(at, 'can be given once', () => ({
    post: `/contracts/${id}/cancel`,
    status: 409,
    body: { error: 'invalid_state' },
  }))
  scenario(at, 'leaves a contract that can be neither changed nor deleted', () => ({
    put: `/contracts/${id}`,
    send: { title: 'Anders' },
    status: 409,
    body: { error: 'invalid_state' },
  }))
  scenario(at, 'prevents deletion', () => ({ delete: `/contracts/${id}`, status: 409 }))

  test('accepts a later day, which later terms may change', async () => {
    const { id } = await draft()
    await signed(at, id)
    expect((await at.owner.rest('PUT', `/contracts/${id}`, { metadata: { a: 'b' } })).body.metadata).toEqual({ a: 'b' })
    const { body } = await at.owner.rest('POST', `/contracts/${id}/cancel`, { ends_on: '2026-12-31' })
    expect(body.terminates_on).toBe('2026-12-31')
  })

  test('counts from the day it was given', async () => {
    const { id } = await draft({ notice_period_days: 30, ends_on: '2026-11-15' })
    await signed(at, id)
    await at.app.system.query("update contracts set signed_at = '2026-09-01T22:30:00Z' where id = $1", [id])
    const cancel = (noticed_on: string) => at.owner.rest('POST', `/contracts/${id}/cancel`, { noticed_on })
    // Half past midnight in Berlin.
    for (const day of ['2026-09-01', '2026-11-21']) expect((await cancel(day)).body.field, day).toBe('noticed_on')
    expect((await cancel('2026-11-16')).body.error).toBe('invalid_state')
    expect((await cancel('2026-09-02')).body).toMatchObject({
      status: 'cancelled',
      noticed_on: '2026-09-02',
      terminates_on: '2026-10-02',
    })
  })

  test('is refused after the contract has ended', async () => {
    const { id } = await draft({ ends_on: '2026-11-19' })
    await signed(at, id)
    expect((await at.owner.rest('POST', `/contracts/${id}/cancel`)).body.error).toBe('invalid_state')
  })
})

test.each([
  ['invoices', { issue_date: '2026-11-01', due_date: '2026-11-10', line_items: [1] }],
  ['quotes', { valid_until: '2026-12-31', line_items: [1] }],
  ['contracts', { title: 'T', content: 'C' }],
])('what is sent again is mailed: %s are not, where no mail is wanted', async (kind, more) => {
  const line_items = [{ description: 'Pflege', quantity: 1, unit_price_cents: 100, tax_rate: 19 }]
  const body = { client_id: client, ...more, ...('line_items' in more && { line_items }) }
  const { id } = (await at.owner.rest('POST', `/${kind}`, body)).body
  await at.owner.rest('POST', `/${kind}/${id}/send`)
  const left = () =>
    at.app.system.query(
      `select (select count(*) from mails where subject_id = $1)::int as mails,
        (select count(*) from signing_links where subject_id = $1 and ended_at is null)::int as links`,
      [id],
    )
  const before = (await left()).rows
  const answer = await at.owner.rest('POST', `/${kind}/${id}/resend`, { channel: 'none' })
  expect([answer.status, answer.body.field]).toEqual([422, 'channel'])
  expect((await left()).rows).toEqual(before)
})
