import { beforeAll, expect, test } from 'vitest'
import { read } from '../../../documents/reading.ts'
import { house } from '../../../harness/house.ts'
import { firm, line, today } from './firm.ts'

const at = house({ today })
const the = firm(at)
const other = house({ today })
let client = ''
beforeAll(async () => {
  await the.open()
  client = await the.client()
})

const project = async (client_id = client) => (await the.done('POST', '/projects', { name: 'Umbau', client_id })).id
const advance = (project_id: string, lines: object[], more: object = {}) =>
  the.send(client, lines, { kind: 'advance', project_id, ...more })
const final = (project_id: string, lines: object[], more: object = {}) =>
  the.draft(client, lines, { kind: 'final', project_id, issue_date: '2026-11-16', due_date: '2026-12-01', ...more })
const send = (id: string) => the.call('POST', `/invoices/${id}/send`, { channel: 'none' })
const taxes = (invoice: { tax_breakdown: { tax_rate: number; net_cents: number; tax_cents: number }[] }) =>
  invoice.tax_breakdown.map(({ tax_rate, net_cents, tax_cents }) => [tax_rate, net_cents, tax_cents])

test('a final invoice deducts its advances, and all together bear the tax of the whole', async () => {
  const about = await project()
  const first = await advance(about, [line(33333), line(1000, 7)])
  const second = await advance(about, [line(33333)])
  await the.draft(client, [line(5)], { kind: 'advance', project_id: about })
  await the.send(client, [line(7)], { project_id: about })
  const draft = await final(about, [line(100001), line(2000, 7)])
  const { body } = await send(draft.id)
  expect([first.kind, first.number, body.kind]).toEqual(['advance', expect.stringMatching(/^RE-/), 'final'])
  const listed = [first, second].map(({ id, number, issue_date, subtotal_cents, tax_cents, total_cents }) => ({
    id,
    number,
    issue_date,
    net_cents: subtotal_cents,
    tax_cents,
    total_cents,
  }))
  expect(body.advances).toEqual(listed)
  expect(draft.advances).toEqual(listed)
  // 19 % of 1000.01 is 190.00, and twice 63.33 of it was asked for.
  expect(taxes(body)).toEqual([
    [19, 100001 - 66666, 19000 - 2 * 6333],
    [7, 1000, 70],
  ])
  expect(body.total_cents).toBe(body.subtotal_cents + body.tax_cents)
  expect(body.open_cents).toBe(body.total_cents)
  const nets = body.line_items.map(({ net_cents }: { net_cents: number }) => net_cents)
  expect(nets).toEqual([100001, 2000, -33333, -1000, -33333])
  expect(body.line_items[2].description).toContain(`Abschlagsrechnung ${first.number}`)
})

test('a final invoice deducts no credited amounts, and a deducted advance cannot be credited', async () => {
  const about = await project()
  const part = await advance(about, [line(10000)])
  const gone = await advance(about, [line(20000)])
  await the.credit(gone.id)
  expect((await the.credit(part.id, [line(4000)])).status).toBe(201)
  const { id } = await final(about, [line(50000)])
  const { body } = await send(id)
  expect(body.advances).toEqual([expect.objectContaining({ id: part.id, net_cents: 6000, tax_cents: 1140 })])
  const refused = await the.credit(part.id)
  expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state'])
  expect(refused.body.message).toContain(body.number)
  // Once the final invoice is credited, the advance is free again: for another final invoice, or for a credit note.
  expect((await the.credit(id)).body.total_cents).toBe(-body.total_cents)
  expect((await final(about, [line(50000)])).advances).toHaveLength(1)
  expect((await the.credit(part.id)).status).toBe(201)
})

test('only one of two final invoices deducts the advances', async () => {
  const about = await project()
  await advance(about, [line(10000)])
  const drafts = await Promise.all([final(about, [line(50000)]), final(about, [line(50000)])])
  expect(drafts.map(({ subtotal_cents }) => subtotal_cents)).toEqual([40000, 40000])
  const sent = await Promise.all(drafts.map(({ id }) => send(id)))
  expect(sent.map(({ body }) => body.subtotal_cents).sort()).toEqual([40000, 50000])
})

test('a final invoice deducts the advances that exist when it is sent', async () => {
  const about = await project()
  const { id, advances } = await final(about, [line(50000)])
  expect(advances).toEqual([])
  const late = await advance(about, [line(10000)])
  const changed = await the.done('PUT', `/invoices/${id}`, { line_items: [line(60000)] })
  expect([changed.subtotal_cents, changed.line_items.length]).toEqual([50000, 2])
  const again = await the.done('PUT', `/invoices/${id}`, { closing: 'Danke' })
  expect([again.subtotal_cents, again.line_items.length]).toEqual([50000, 2])
  await the.credit(late.id)
  expect((await send(id)).body).toMatchObject({ subtotal_cents: 60000, advances: [] })
})

test('advances beyond the total are refused, and a total of zero is paid at once', async () => {
  const about = await project()
  await advance(about, [line(10000)])
  const draft = await final(about, [line(9999)])
  expect(draft.warnings).toEqual([{ field: 'line_items', message: expect.stringContaining('Abschlägen') }])
  expect((await the.done('PUT', `/invoices/${draft.id}`, { line_items: [line(10001)] })).warnings).toEqual([])
  await the.done('PUT', `/invoices/${draft.id}`, { line_items: [line(9999)] })
  const less = await send(draft.id)
  expect([less.status, less.body.field]).toEqual([422, 'line_items'])
  const same = await send((await final(about, [line(10000)])).id)
  expect(same.body).toMatchObject({ status: 'paid', total_cents: 0 })
})

test('advance and final invoice may bill a quote', async () => {
  const quote = await the.done('POST', '/quotes', {
    client_id: client,
    valid_until: '2026-12-31',
    line_items: [line(50000)],
  })
  await the.send(client, [line(10000)], { kind: 'advance', quote_id: quote.id })
  const draft = await the.draft(client, [line(50000)], { kind: 'final', quote_id: quote.id })
  expect(draft).toMatchObject({ quote_id: quote.id, subtotal_cents: 40000 })
  const refused = await the.call('POST', '/invoices', {
    client_id: client,
    issue_date: '2026-01-05',
    due_date: '2026-01-19',
    line_items: [line(100)],
    kind: 'advance',
    quote_id: client,
  })
  expect([refused.status, refused.body.field]).toEqual([422, 'quote_id'])
})

test('an advance after the final invoice and a second final invoice cause warnings', async () => {
  const about = await project()
  const warned = ({ warnings }: { warnings: { field: string; message: string }[] }) =>
    warnings.filter(({ field }) => field === 'kind').map(({ message }) => /RE-[\d-]+/.exec(message)?.[0])
  const early = await the.draft(client, [line(5000)], { kind: 'advance', project_id: about })
  const { id } = await final(about, [line(50000)])
  const { body: whole } = await send(id)
  expect([warned(early), warned(whole)]).toEqual([[], []])
  expect(warned((await send(early.id)).body)).toEqual([whole.number])
  expect(warned(await final(about, [line(50000)]))).toEqual([whole.number])
  // Other work for the same project is an invoice of its own.
  expect(warned(await the.draft(client, [line(50000)], { project_id: about }))).toEqual([])
  const quote = await the.done('POST', '/quotes', {
    client_id: client,
    valid_until: '2026-12-31',
    line_items: [line(1)],
  })
  const first = await the.send(client, [line(50000)], { kind: 'final', quote_id: quote.id })
  const second = await the.draft(client, [line(50000)], { kind: 'final', quote_id: quote.id })
  expect(warned(second)).toEqual([first.number])
  await the.credit(first.id)
  expect(warned(await the.done('PUT', `/invoices/${second.id}`, { closing: 'Danke' }))).toEqual([])
})

test('rejects missing or foreign projects, and credit notes as drafts', async () => {
  const draft = { client_id: client, issue_date: '2026-01-05', due_date: '2026-01-19', line_items: [line(100)] }
  const theirs = await other.owner.rest('POST', '/projects', { name: 'Fremd' })
  for (const [more, field] of [
    [{ kind: 'advance' }, 'project_id'],
    [{ kind: 'final' }, 'project_id'],
    [{ kind: 'credit_note' }, 'kind'],
    [{ kind: 'final', project_id: theirs.body.id }, 'project_id'],
  ] as const) {
    const { status, body } = await the.call('POST', '/invoices', { ...draft, ...more })
    expect([status, body.field], JSON.stringify(more)).toEqual([422, field])
  }
  const { id } = await the.draft(client, [line(100)], { kind: 'advance', project_id: await project() })
  const cleared = await the.call('PUT', `/invoices/${id}`, { project_id: null })
  expect([cleared.status, cleared.body.field]).toEqual([422, 'project_id'])
})

test('accepts projects and quotes of its own client, and projects without client', async () => {
  const theirs = await the.client()
  const offer = { client_id: client, valid_until: '2026-12-31', line_items: [line(100)] }
  const quote_id = (await the.done('POST', '/quotes', offer)).id
  const project_id = await project()
  const draft = { client_id: theirs, issue_date: '2026-01-05', due_date: '2026-01-19', line_items: [line(100)] }
  for (const [more, field] of [
    [{ kind: 'advance', quote_id }, 'quote_id'],
    [{ kind: 'advance', project_id }, 'project_id'],
    [{ project_id }, 'project_id'],
  ] as const) {
    const { status, body } = await the.call('POST', '/invoices', { ...draft, ...more })
    expect([status, body.field], JSON.stringify(more)).toEqual([422, field])
  }
  const internal = (await the.done('POST', '/projects', { name: 'Intern' })).id
  const { id } = await the.done('POST', '/invoices', { ...draft, kind: 'advance', project_id: internal })
  expect((await the.call('PUT', `/invoices/${id}`, { project_id })).body.field).toBe('project_id')
  const sent = await the.send(theirs, [line(100)])
  expect((await the.call('PUT', `/invoices/${sent.id}`, { project_id })).body.field).toBe('project_id')
  // What becomes another client's keeps a project of nobody, and no other.
  expect((await the.done('PUT', `/invoices/${id}`, { client_id: client })).project_id).toBe(internal)
  const mine = await the.draft(client, [line(100)], { project_id })
  expect((await the.done('PUT', `/invoices/${mine.id}`, { client_id: theirs })).project_id).toBeNull()
})

test('a copy drops a project that now belongs to another client', async () => {
  const about = await project()
  const { id } = await the.send(client, [line(100)], { project_id: about })
  await the.done('PUT', `/projects/${about}`, { client_id: await the.client() })
  expect((await the.done('POST', `/invoices/${id}/duplicate`)).project_id).toBeNull()
})

test('a quote keeps its client once an advance is sent; drafts drop it before', async () => {
  const offer = { client_id: client, valid_until: '2026-12-31', line_items: [line(50000)] }
  const quote = async () => (await the.done('POST', '/quotes', offer)).id
  const kept = await quote()
  await the.send(client, [line(100)], { kind: 'advance', quote_id: kept })
  const theirs = await the.client()
  const moved = await the.call('PUT', `/quotes/${kept}`, { client_id: theirs })
  expect([moved.status, moved.body.field]).toEqual([422, 'client_id'])
  const removed = await the.call('DELETE', `/quotes/${kept}`)
  expect([removed.status, removed.body.message]).toEqual([409, expect.stringContaining('Rechnungen')])
  for (const change of [
    (id: string) => the.call('PUT', `/quotes/${id}`, { client_id: theirs }),
    (id: string) => the.call('DELETE', `/quotes/${id}`),
  ]) {
    const free = await quote()
    const { id } = await the.draft(client, [line(100)], { kind: 'advance', quote_id: free })
    await at.events()
    expect((await change(free)).status).toBeLessThan(300)
    expect((await the.get(`/invoices/${id}`)).quote_id).toBeNull()
    expect(await at.events()).toContain('invoice.updated')
  }
})

test('a copy of an advance keeps its quote', async () => {
  const offer = { client_id: client, valid_until: '2026-12-31', line_items: [line(50000)] }
  const quote_id = (await the.done('POST', '/quotes', offer)).id
  const { id } = await the.draft(client, [line(100)], { kind: 'advance', quote_id })
  expect(await the.done('POST', `/invoices/${id}/duplicate`)).toMatchObject({ kind: 'advance', quote_id })
})

test('renders in both languages, with preceding documents in the XML', async () => {
  for (const language of ['de', 'en']) {
    const about = await project()
    const first = await advance(about, [line(10000)], { language })
    const { body } = await send((await final(about, [line(50000)], { language })).id)
    for (const { id } of [first, body]) {
      const pdf = await at.owner.rest('GET', `/invoices/${id}/pdf`)
      expect(pdf.status).toBe(200)
    }
    const xml = async (id: string) => (await at.owner.rest('GET', `/invoices/${id}/xml`)).raw.toString()
    expect(await xml(first.id)).toMatch(/<ram:TypeCode>386</)
    expect(await xml(body.id)).toMatch(
      new RegExp(`<ram:InvoiceReferencedDocument>\\s*<ram:IssuerAssignedID>${first.number}<`),
    )
  }
})

test('a final invoice lists advances that are still unpaid', async () => {
  const about = await project()
  const [paid, open] = [await advance(about, [line(10000)]), await advance(about, [line(20000)])]
  await the.pay(paid.id, 11900)
  const { id } = await final(about, [line(50000)])
  await send(id)
  const { text } = await read((await at.owner.rest('GET', `/invoices/${id}/pdf`)).raw)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Abschlagsrechnung ${open.number} (238,00 €) ist noch offen`)
})

test('the tax of an advance is due on receipt; of its open amount with the supply', async () => {
  const about = await project()
  const before = await the.vatByRate('2024-01-01', '2026-12-31')
  const at19 = async (from: string, to: string) => (await the.vatByRate(from, to))[19] ?? [0, 0]
  const paid = await advance(about, [line(100000, 19)], { issue_date: '2024-01-05', due_date: '2024-01-19' })
  const open = await advance(about, [line(50000, 19)], { issue_date: '2024-01-05', due_date: '2024-01-19' })
  expect(await at19('2024-01-01', '2024-12-31')).toEqual([0, 0])
  await the.pay(paid.id, 59500, { paid_at: '2024-02-10' })
  expect(await at19('2024-01-01', '2024-01-31')).toEqual([0, 0])
  expect(await at19('2024-02-01', '2024-02-29')).toEqual([50000, 9500])
  // Credited in part before the supply: nothing was received of it, so nothing is due of it.
  await the.credit(open.id, [line(20000, 19)])
  const { id } = await final(about, [line(300000, 19)], {
    issue_date: '2024-06-30',
    due_date: '2024-07-14',
    service_from: '2024-06-01',
    service_to: '2024-06-30',
  })
  expect((await send(id)).body.subtotal_cents).toBe(300000 - 100000 - 30000)
  expect(await at19('2024-02-01', '2024-02-29')).toEqual([50000, 9500])
  // The rest, what is unpaid of the first advance, and the second.
  expect(await at19('2024-06-01', '2024-06-30')).toEqual([170000 + 50000 + 50000, 32300 + 9500 + 9500])
  await the.pay(paid.id, 59500, { paid_at: '2024-08-01' })
  await the.pay(open.id, 35700, { paid_at: '2024-08-01' })
  expect(await at19('2024-08-01', '2024-08-31')).toEqual([0, 0])
  const after = await the.vatByRate('2024-01-01', '2026-12-31')
  expect((after[19]?.[0] ?? 0) - (before[19]?.[0] ?? 0)).toBe(300000)
})
