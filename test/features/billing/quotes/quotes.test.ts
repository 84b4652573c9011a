import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

const today = '2026-11-20'
const at = house({ today })

const line = { description: 'Beratung', quantity: 10, unit: 'HUR', unit_price_cents: 9750, tax_rate: 19 }
let client = ''

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Weg 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
    vat_id: 'DE136695976',
  })
  client = await newClient()
})

const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }

async function newClient(more: object = {}): Promise<string> {
  const body = { name: 'Acme GmbH', email: `acme-${crypto.randomUUID()}@kontor.example`, ...address, ...more }
  return (await at.owner.rest('POST', '/clients', body)).body.id
}

async function draft(more: object = {}) {
  const sent = { client_id: client, valid_until: '2026-12-31', line_items: [line], ...more }
  const { status, body } = await at.owner.rest('POST', '/quotes', sent)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

describe('a draft', () => {
  scenario(at, 'has the sums of its lines, and no number', () => ({
    as: 'accountant',
    post: '/quotes',
    send: { client_id: client, valid_until: '2026-12-31', line_items: [line, { ...line, quantity: -0.5 }] },
    status: 201,
    body: {
      status: 'draft',
      number: null,
      issue_date: null,
      valid_until: '2026-12-31',
      currency: 'EUR',
      client: { id: client, name: 'Acme GmbH' },
      subtotal_cents: 92_625,
      tax_cents: 17_599,
      total_cents: 110_224,
      tax_breakdown: [{ tax_rate: 19, tax_category: 'S', net_cents: 92_625, tax_cents: 17_599 }],
      warnings: [],
      invoice_id: null,
      version: 1,
    },
    events: ['quote.created'],
  }))
  for (const role of ['member', 'viewer', 'auditor'] as const)
    scenario(at, `cannot be created by a ${role}`, () => ({ as: role, post: '/quotes', send: {}, status: 403 }))
  for (const role of ['member', 'viewer'] as const)
    scenario(at, `cannot be read by a ${role}`, { as: role, get: '/quotes', status: 403 })
  scenario(at, 'can be read by an auditor', { as: 'auditor', get: '/quotes', status: 200 })

  const wrong: [string, object, number, string][] = [
    ['no client', { client_id: undefined }, 400, 'client_id'],
    ['no end', { valid_until: undefined }, 400, 'valid_until'],
    ['no lines', { line_items: [] }, 422, 'line_items'],
    ['an unknown client', { client_id: '00000000-0000-4000-8000-000000000000' }, 422, 'client_id'],
    ['an unknown project', { project_id: '00000000-0000-4000-8000-000000000000' }, 422, 'project_id'],
    ['an end before its date', { issue_date: '2027-01-01' }, 422, 'valid_until'],
    ['a day that does not exist', { valid_until: '2026-02-30' }, 422, 'valid_until'],
    ['no tax where there must be some', { line_items: [{ ...line, tax_rate: 0 }] }, 422, 'line_items.0.tax_rate'],
    ['a character that no font draws', { introduction: 'งาน' }, 422, 'introduction'],
  ]
  for (const [what, change, status, field] of wrong)
    scenario(at, `is refused with ${what}`, () => ({
      post: '/quotes',
      send: { client_id: client, valid_until: '2026-12-31', line_items: [line], ...change },
      status,
      body: { field },
      events: [],
    }))

  test('can be changed completely, and is priced again for another client', async () => {
    const { id } = await draft()
    const french = await newClient({ country: 'FR', vat_id: 'FR40303265045' })
    await at.events()
    const sent = { client_id: french, valid_until: '2027-01-31', line_items: [{ ...line, tax_rate: 0 }] }
    const { body } = await at.owner.rest('PUT', `/quotes/${id}`, sent, { 'if-match': '"1"' })
    expect(body).toMatchObject({
      client: { id: french },
      valid_until: '2027-01-31',
      total_cents: 97_500,
      tax_breakdown: [{ tax_category: 'AE', tax_cents: 0 }],
      version: 2,
    })
    expect(await at.events()).toEqual(['quote.updated'])
    const stale = await at.owner.rest('PUT', `/quotes/${id}`, { closing: 'x' }, { 'if-match': '"1"' })
    expect([stale.status, stale.body.error]).toEqual([412, 'precondition_failed'])
    const before = await at.owner.rest('PUT', `/quotes/${id}`, { issue_date: '2027-02-01' })
    expect([before.status, before.body.field]).toEqual([422, 'valid_until'])
    expect(await at.events()).toEqual([])
  })

  test('refers to projects of its client only', async () => {
    const project = async (client_id: string | null) =>
      (await at.owner.rest('POST', '/projects', { name: 'P', client_id })).body.id
    const [mine, theirs, internal] = [await project(client), await project(await newClient()), await project(null)]
    const { id } = await draft({ project_id: internal })
    for (const answer of [
      await at.owner.rest('PUT', `/quotes/${id}`, { project_id: theirs }),
      await at.owner.rest('POST', '/quotes', {
        ...{ client_id: client, valid_until: '2026-12-31', line_items: [line] },
        project_id: theirs,
      }),
    ])
      expect([answer.status, answer.body.field]).toEqual([422, 'project_id'])
    await at.owner.rest('PUT', `/quotes/${id}`, { project_id: mine })
    const { body } = await at.owner.rest('PUT', `/quotes/${id}`, { client_id: await newClient() })
    expect(body.project_id).toBeNull()
  })

  test('warns about a negative total', async () => {
    const { warnings } = await draft({ line_items: [{ ...line, quantity: -1 }] })
    expect(warnings).toEqual([{ field: 'line_items', message: expect.stringContaining('weniger als null') }])
  })

  test('has warnings', async () => {
    const french = await newClient({ country: 'FR', vat_id: 'FR40303265045' })
    expect((await draft({ client_id: french })).warnings).toMatchObject([{ field: 'line_items.0.tax_rate' }])
  })

  test('can be deleted', async () => {
    const { id } = await draft()
    await at.events()
    expect((await at.owner.rest('DELETE', `/quotes/${id}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/quotes/${id}`)).status).toBe(404)
    expect(await at.events()).toEqual(['quote.deleted'])
  })

  test('can be duplicated with the same validity', async () => {
    const { id } = await draft({ issue_date: '2026-11-01', valid_until: '2026-11-15', closing: 'Bis bald.' })
    await at.events()
    const { status, body } = await at.owner.rest('POST', `/quotes/${id}/duplicate`)
    expect([status, body]).toMatchObject([
      201,
      { status: 'draft', valid_until: '2026-12-04', issue_date: null, closing: 'Bis bald.', total_cents: 116_025 },
    ])
    expect(body.id).not.toBe(id)
    expect(await at.events()).toEqual(['quote.created'])
  })

  test('is rendered as a watermarked PDF in German and English', async () => {
    const { id } = await draft()
    for (const language of ['de', 'en']) {
      const answer = await at.auditor.rest('GET', `/quotes/${id}/pdf`, undefined, { 'accept-language': language })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect((await at.member.rest('GET', `/quotes/${id}/pdf`)).status).toBe(403)
  })

  for (const verb of ['reject', 'mark-signed', 'convert-to-invoice'])
    test(`is refused for ${verb}`, async () => {
      const { id } = await draft()
      await at.events()
      const body = verb === 'mark-signed' ? { name: 'Kim', date: today } : {}
      const answer = await at.owner.rest('POST', `/quotes/${id}/${verb}`, body)
      expect([answer.status, answer.body.error]).toEqual([409, 'invalid_state'])
      expect(await at.events()).toEqual([])
    })
})

const act = (id: string, verb: string, body: object = {}) => at.owner.rest('POST', `/quotes/${id}/${verb}`, body)

async function sent(more: object = {}, letter: object = { channel: 'none' }) {
  const { status, body } = await act((await draft(more)).id, 'send', letter)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function signed(more: object = {}) {
  const { status, body } = await act((await sent(more)).id, 'mark-signed', { name: 'Kim Sommer', date: today })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Links in the mails about a quote, in order. */
async function linksOf(id: string): Promise<string[]> {
  return (await mailsAbout(at.app, id)).map(({ text }) => /https?:\S+\/sign\/(\S+)/.exec(text)?.[1] ?? '')
}

const stateOf = async (id: string) => (await at.owner.rest('GET', `/quotes/${id}`)).body.status

describe('a sent quote', () => {
  test('is numbered, locked, archived and mailed with a link that is only in the mail', async () => {
    const { id } = await draft({ issue_date: '2026-11-19' })
    await at.events()
    const answer = await at.accountant.rest('POST', `/quotes/${id}/send`, { cc: ['einkauf@acme.example'] })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'sent', number: 'AN-2026-0001', issue_date: '2026-11-19', language: 'de' },
    ])
    expect(await at.events()).toEqual(['quote.sent'])
    const pdf = await at.owner.rest('GET', `/quotes/${id}/pdf`)
    expect(createHash('sha256').update(pdf.raw).digest('hex')).toBe(answer.body.pdf_sha256)
    expect(pdf.headers['content-disposition']).toContain('AN-2026-0001.pdf')

    const [link = ''] = await linksOf(id)
    expect(link).toHaveLength(65)
    for (const path of [`/quotes/${id}`, '/quotes', '/events?per_page=100'])
      expect((await at.owner.rest('GET', path)).raw.includes(link), path).toBe(false)
    const { rows } = await at.app.system.query('select sent_to, expires_at from signing_links where subject_id = $1', [
      id,
    ])
    expect(rows).toMatchObject([{ expires_at: '2026-12-31 23:00:00+00' }])
    expect(rows[0].sent_to).toContain('einkauf@acme.example')
  })

  test('is sent without mail and without mandatory invoice data, dated today', async () => {
    const { id } = await at.owner.rest('POST', '/clients', { name: 'Interessentin' }).then(({ body }) => body)
    const quote = await sent({ client_id: id })
    expect(quote).toMatchObject({ status: 'sent', issue_date: today })
    expect(await linksOf(quote.id)).toEqual([])
  })

  test('gets the next number after refused attempts', async () => {
    const before = Number((await sent()).number.slice(-4))
    const refused = await act((await draft({ valid_until: '2026-11-19' })).id, 'send')
    expect([refused.status, refused.body.field]).toEqual([422, 'valid_until'])
    expect(Number((await sent()).number.slice(-4))).toBe(before + 1)
  })

  const wrong: [string, () => Promise<object>, string][] = [
    ['a date to come', async () => ({ issue_date: '2026-11-21' }), 'issue_date'],
    ['less than nothing to pay', async () => ({ line_items: [{ ...line, quantity: -1 }] }), 'line_items'],
    [
      'a client without an address for mail',
      async () => ({ client_id: await newClient({ email: null }) }),
      'client.email',
    ],
    [
      'lines that cannot stand on one invoice',
      async () => ({
        client_id: await newClient({ country: 'CH' }),
        line_items: [
          { ...line, tax_rate: 0 },
          { ...line, tax_rate: 0, supply: 'goods' },
        ],
      }),
      'line_items',
    ],
  ]
  for (const [what, more, field] of wrong)
    test(`is refused with ${what}`, async () => {
      const { id } = await draft(await more())
      await at.events()
      const answer = await act(id, 'send')
      expect([answer.status, answer.body.field]).toEqual([422, field])
      expect([await stateOf(id), await at.events()]).toEqual(['draft', []])
    })

  test('is locked except for fields outside the document', async () => {
    const { id } = await sent()
    const project = await at.owner.rest('POST', '/projects', { name: 'Umbau' })
    await at.events()
    for (const [method, path, body] of [
      ['POST', `/quotes/${id}/send`, {}],
      ['PUT', `/quotes/${id}`, { closing: 'anders' }],
      ['DELETE', `/quotes/${id}`, undefined],
    ] as const) {
      const answer = await at.owner.rest(method, path, body)
      expect([answer.status, answer.body.error], path).toEqual([409, 'invalid_state'])
    }
    const beside = { project_id: project.body.id, metadata: { deal: '7' } }
    expect((await at.owner.rest('PUT', `/quotes/${id}`, beside)).body).toMatchObject(beside)
    expect(await at.events()).toEqual(['quote.updated'])
    const kept = await at.owner.rest('DELETE', `/projects/${project.body.id}`)
    expect([kept.status, kept.body.error]).toEqual([409, 'conflict'])
  })

  test('is mailed again with the same bytes and a new link', async () => {
    const { id } = await sent({}, {})
    await at.events()
    expect((await act(id, 'resend', { message: 'Noch einmal.' })).status).toBe(200)
    const [first, second] = await linksOf(id)
    expect(second).toHaveLength(65)
    expect(second).not.toBe(first)
    const { rows } = await at.app.system.query(
      'select ended_at is null as open from signing_links where subject_id = $1 order by created_at',
      [id],
    )
    expect(rows).toEqual([{ open: false }, { open: true }])
    const mails = await at.app.system.query('select attachments from mails where subject_id = $1', [id])
    expect(new Set(mails.rows.map(({ attachments }) => attachments[0].sha256)).size).toBe(1)
    expect((await act(id, 'revoke-link')).status).toBe(200)
    const open = await at.app.system.query('select 1 from signing_links where subject_id = $1 and ended_at is null', [
      id,
    ])
    expect([open.rowCount, await stateOf(id), await at.events()]).toEqual([0, 'sent', []])
  })

  test('can be rejected by the seller once', async () => {
    const { id } = await sent()
    await at.events()
    const answer = await act(id, 'reject', { reason: 'Das Budget fehlt.' })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'rejected', rejection_reason: 'Das Budget fehlt.' },
    ])
    expect(answer.body.rejected_at).toBeTruthy()
    expect(await at.events()).toEqual(['quote.rejected'])
    for (const [verb, body] of [
      ['reject', {}],
      ['mark-signed', { name: 'Kim', date: today }],
      ['convert-to-invoice', {}],
      ['resend', {}],
    ] as const)
      expect((await act(id, verb, body)).body.error, verb).toBe('invalid_state')
    expect(await at.events()).toEqual([])
  })

  test('is marked as signed on the given day', async () => {
    const { id } = await sent({ issue_date: '2026-11-10' })
    await at.events()
    for (const [date, field] of [
      ['2026-11-21', 'date'],
      ['2026-11-09', 'date'],
    ])
      expect((await act(id, 'mark-signed', { name: 'Kim', date })).body).toMatchObject({ field })
    expect((await act(id, 'mark-signed', { date: today })).body).toMatchObject({ field: 'name' })
    const answer = await act(id, 'mark-signed', { name: 'Kim Sommer', date: '2026-11-12', note: 'per E-Mail' })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        status: 'signed',
        signer_name: 'Kim Sommer',
        signed_at: '2026-11-11T23:00:00.000Z',
        acceptance_note: 'per E-Mail',
      },
    ])
    expect(await at.events()).toEqual(['quote.signed'])
    expect((await act(id, 'mark-signed', { name: 'Kim', date: today })).body.error).toBe('invalid_state')
    expect((await at.owner.rest('PUT', `/quotes/${id}`, { closing: 'x' })).status).toBe(409)
  })
})

describe('a signed quote', () => {
  test('becomes an invoice once, and both refer to each other', async () => {
    const quote = await signed()
    await at.events()
    const revenue = async () => (await at.owner.rest('GET', '/reports/revenue?from=2026-01-01&to=2026-12-31')).body
    const before = await revenue()
    const { status, body: invoice } = await act(quote.id, 'convert-to-invoice')
    expect([status, invoice]).toMatchObject([
      201,
      {
        status: 'draft',
        quote_id: quote.id,
        client_id: client,
        issue_date: today,
        due_date: '2026-12-04',
        introduction: `Gemäß unserem Angebot ${quote.number} vom 20.11.2026.`,
        total_cents: quote.total_cents,
      },
    ])
    expect(await at.events()).toEqual(['invoice.created', 'quote.converted'])
    const converted = (await at.owner.rest('GET', `/quotes/${quote.id}`)).body
    expect(converted).toMatchObject({ status: 'converted', invoice_id: invoice.id })
    const again = await act(quote.id, 'convert-to-invoice')
    expect([again.status, again.body.error]).toEqual([409, 'invalid_state'])
    expect(await at.events()).toEqual([])
    expect(await revenue()).toEqual(before)

    const { data } = await at.owner.graphql(
      `{ invoice(id: "${invoice.id}") { quote { number invoice { id } client { name } project { id } } } }`,
    )
    expect(data.invoice.quote).toEqual({
      number: quote.number,
      invoice: { id: invoice.id },
      client: { name: 'Acme GmbH' },
      project: null,
    })
  })

  test('becomes an invoice in its own language', async () => {
    const quote = await signed({ language: 'en' })
    expect(quote.language).toBe('en')
    const german = { 'accept-language': 'de' }
    const { body } = await at.owner.rest('POST', `/quotes/${quote.id}/convert-to-invoice`, {}, german)
    expect(body).toMatchObject({ language: 'en', introduction: `As per our quote ${quote.number} of 20 Nov 2026.` })
  })

  test('becomes the final invoice after advances, with no tax shown twice', async () => {
    const quote = await signed()
    const advance = await at.owner.rest('POST', '/invoices', {
      kind: 'advance',
      quote_id: quote.id,
      client_id: quote.client_id,
      issue_date: today,
      due_date: today,
      line_items: [{ description: 'Anzahlung', quantity: 1, unit_price_cents: 1000, tax_rate: 19 }],
    })
    const { body: sentAdvance } = await at.owner.rest('POST', `/invoices/${advance.body.id}/send`, { channel: 'none' })
    expect(sentAdvance.number).toMatch(/^RE-/)
    const { body: invoice } = await act(quote.id, 'convert-to-invoice')
    expect(invoice).toMatchObject({ kind: 'final', quote_id: quote.id, advances: [{ id: advance.body.id }] })
    expect(invoice.tax_cents).toBe(quote.tax_cents - 190)
  })

  test('can be converted again after its draft is deleted or moved to another client', async () => {
    const { id } = await signed()
    const first = (await act(id, 'convert-to-invoice')).body
    await at.events()
    expect((await at.owner.rest('DELETE', `/invoices/${first.id}`)).status).toBe(204)
    expect(await at.events()).toEqual(['quote.updated', 'invoice.deleted'])
    expect((await at.owner.rest('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'signed', invoice_id: null })
    const second = (await act(id, 'convert-to-invoice')).body
    const moved = await at.owner.rest('PUT', `/invoices/${second.id}`, { client_id: await newClient() })
    expect(moved.body.quote_id).toBeNull()
    const third = (await act(id, 'convert-to-invoice')).body
    expect((await at.owner.rest('POST', `/invoices/${third.id}/send`, { channel: 'none' })).status).toBe(200)
    expect((await at.owner.rest('DELETE', `/invoices/${third.id}`)).status).toBe(409)
    expect((await at.owner.rest('GET', `/quotes/${id}`)).body).toMatchObject({
      status: 'converted',
      invoice_id: third.id,
    })
  })

  test('becomes one invoice from concurrent requests', async () => {
    const { id } = await signed()
    await at.events()
    const answers = await Promise.all([1, 2, 3].map(() => act(id, 'convert-to-invoice')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.message).toMatch(/schon eine Rechnung/)
    expect(await at.events()).toEqual(['invoice.created', 'quote.converted'])
  })
})

describe('concurrent requests', () => {
  const pairs: [string, [verb: string, body: object][], string[]][] = [
    [
      'signed and rejected',
      [
        ['mark-signed', { name: 'Kim', date: today }],
        ['reject', {}],
      ],
      ['quote.signed', 'quote.rejected'],
    ],
    [
      'rejected twice',
      [
        ['reject', {}],
        ['reject', {}],
      ],
      ['quote.rejected'],
    ],
    [
      'signed twice',
      [
        ['mark-signed', { name: 'A', date: today }],
        ['mark-signed', { name: 'B', date: today }],
      ],
      ['quote.signed'],
    ],
  ]
  for (const [what, verbs, events] of pairs)
    test(`${what}: one succeeds, the other gets the reason`, async () => {
      const { id } = await sent()
      await at.events()
      const answers = await Promise.all(verbs.map(([verb, body]) => act(id, verb, body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/schon (angenommen|abgelehnt)/)
      const [told, ...more] = await at.events()
      expect(events).toContain(told)
      expect(more).toEqual([])
    })

  test('reject and convert: a signed quote is converted, an unsigned one rejected', async () => {
    for (const [quote, statuses, state] of [
      [await signed(), [409, 201], 'converted'],
      [await sent(), [200, 409], 'rejected'],
    ] as const) {
      const answers = await Promise.all([act(quote.id, 'reject'), act(quote.id, 'convert-to-invoice')])
      expect(answers.map(({ status }) => status)).toEqual(statuses)
      expect(await stateOf(quote.id)).toBe(state)
    }
  })

  test('send twice: one number', async () => {
    const { id } = await draft()
    const answers = await Promise.all([act(id, 'send'), act(id, 'send')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await linksOf(id)).toHaveLength(1)
  })

  test('change and send: the change is on the document, or refused', async () => {
    const { id } = await draft()
    const [change, send] = await Promise.all([
      at.owner.rest('PUT', `/quotes/${id}`, { closing: 'Später.' }),
      act(id, 'send', { channel: 'none' }),
    ])
    expect(send.status).toBe(200)
    expect((await at.owner.rest('GET', `/quotes/${id}`)).body.closing).toBe(change.status === 200 ? 'Später.' : null)
  })
})

describe('listing quotes', () => {
  const house2 = house({ today })
  const made: Record<string, string> = {}
  beforeAll(async () => {
    const post = async (path: string, body: object = {}) => (await house2.owner.rest('POST', path, body)).body
    made.client = (await post('/clients', { name: 'Nordwind', email: 'nord@wind.example' })).id
    made.other = (await post('/clients', { name: 'Südwind' })).id
    made.project = (await post('/projects', { name: 'Umbau', client_id: made.client })).id
    const quote = { valid_until: '2026-12-31', line_items: [line] }
    made.draft = (await post('/quotes', { ...quote, client_id: made.client, project_id: made.project })).id
    made.sent = (
      await post('/quotes', { ...quote, client_id: made.other, valid_until: '2026-11-30', external_id: 'crm-1' })
    ).id
    await post(`/quotes/${made.sent}/send`, { channel: 'none' })
  })
  const cases: [string, string[]][] = [
    ['', ['sent', 'draft']],
    ['status=sent', ['sent']],
    ['status=sent,draft', ['sent', 'draft']],
    ['status=signed', []],
    ['q=nord', ['draft']],
    ['q=an-2026', ['sent']],
    ['external_id=crm-1', ['sent']],
    ['sort=valid_until', ['sent', 'draft']],
    ['sort=-due_date', ['draft', 'sent']],
    ['sort=number', ['sent', 'draft']],
    ['updated_since=2126-01-01T00:00:00Z', []],
  ]
  for (const [query, names] of cases)
    test(`by ${query || 'nothing'}`, async () => {
      const { body } = await house2.auditor.rest('GET', `/quotes?${query}`)
      expect(body.quotes.map(({ id }: { id: string }) => id)).toEqual(names.map((name) => made[name]))
      expect(body.total).toBe(names.length)
    })
  test('filters by client and project', async () => {
    for (const query of [`client_id=${made.client}`, `project_id=${made.project}`])
      expect((await house2.owner.rest('GET', `/quotes?${query}`)).body.quotes).toMatchObject([{ id: made.draft }])
    expect((await house2.owner.rest('GET', '/quotes?status=paid')).body).toMatchObject({ field: 'status' })
  })
  test('searches and lists by client, for readers only', async () => {
    const found = async (who: 'owner' | 'member') => (await house2[who].rest('GET', '/search?q=AN-2026')).body.results
    expect(await found('owner')).toMatchObject([{ kind: 'quote', id: made.sent, name: 'AN-2026-0001' }])
    expect(await found('member')).toEqual([])
    const get = async (who: 'owner' | 'member') => (await house2[who].rest('GET', `/clients/${made.other}`)).body.quotes
    expect(await get('owner')).toEqual([
      { id: made.sent, number: 'AN-2026-0001', status: 'sent', total_cents: 116_025 },
    ])
    expect(await get('member')).toBeNull()
  })
  test('deleting a client with a quote is refused, deleting a project detaches drafts', async () => {
    const client = await house2.owner.rest('DELETE', `/clients/${made.client}`)
    expect([client.status, client.body.error]).toEqual([409, 'client_in_use'])
    await house2.events()
    expect((await house2.owner.rest('DELETE', `/projects/${made.project}`)).status).toBe(204)
    expect(await house2.events()).toContain('quote.updated')
    expect((await house2.owner.rest('GET', `/quotes/${made.draft}`)).body.project_id).toBeNull()
  })
})
