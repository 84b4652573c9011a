import { describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { firm, today } from './firm.ts'

const at = house({ today })

const line = { description: 'Beratung', quantity: 3.3333, unit_price_cents: 9755, discount_percent: 2.5, tax_rate: 19 }
const credit = { description: 'Gutschrift', quantity: -0.5, unit_price_cents: 9755, tax_rate: 7 }

const preview = (body: object) => at.accountant.rest('POST', '/invoices/preview', body)
const newClient = async (changes: object = {}) =>
  (await at.owner.rest('POST', '/clients', { name: 'Acme GmbH', ...changes })).body.id as string

describe('what a draft comes to, before it is kept', () => {
  test('are the cents that creating it makes, with the lines as they are taxed', async () => {
    const clientId = await newClient()
    const lines = { client_id: clientId, line_items: [line, credit] }
    const shown = await preview(lines)
    const created = await at.owner.rest('POST', '/invoices', {
      ...lines,
      ...{ issue_date: '2026-01-05', due_date: '2026-01-19' },
    })
    const { line_items, subtotal_cents, tax_cents, total_cents, tax_breakdown, warnings } = created.body
    expect([shown.status, created.status]).toEqual([200, 201])
    expect(shown.body).toMatchObject({ line_items, subtotal_cents, tax_cents, total_cents, tax_breakdown, warnings })
    expect(total_cents).toBe(32_508)
  })
  test('is told without a client too, as for a business at home; and nothing of it is kept', async () => {
    const before = (await at.owner.rest('GET', '/invoices')).body.total
    const { body } = await preview({ line_items: [{ ...line, quantity: 1, discount_percent: 0 }] })
    expect(body).toMatchObject({ subtotal_cents: 9755, tax_cents: 1853, total_cents: 11608, missing: [] })
    expect((await at.owner.rest('GET', '/invoices')).body.total).toBe(before)
  })
  test('follows the law: reverse charge in the Union, and a rate of 0 that nothing provides for is refused', async () => {
    const vienna = await newClient({ country: 'AT', vat_id: 'ATU13585627' })
    const untaxed = { ...line, tax_rate: 0 }
    expect((await preview({ client_id: vienna, line_items: [untaxed] })).body.line_items[0]).toMatchObject({
      tax_category: 'AE',
      tax_exemption_reason: 'Steuerschuldnerschaft des Leistungsempfängers',
    })
    expect((await preview({ client_id: vienna, line_items: [line] })).body.warnings[0].field).toBe(
      'line_items.0.tax_rate',
    )
    expect((await preview({ line_items: [line, untaxed] })).body).toMatchObject({
      error: 'validation_failed',
      errors: [{ field: 'line_items.1.tax_rate' }],
    })
  })
  test('is of a client that there is', async () => {
    const { status, body } = await preview({ client_id: at.organizationId, line_items: [line] })
    expect([status, body.errors[0].field]).toEqual([422, 'client_id'])
  })
  test('warns of all that creating it would warn of', async () => {
    const client_id = await newClient({ country: 'AT', vat_id: 'ATU13585627' })
    const dates = { issue_date: '2026-01-05', due_date: '2026-01-12' }
    const draft = {
      ...{ client_id, ...dates, cash_discount_percent: 2, cash_discount_days: 10 },
      line_items: [line, { ...line, quantity: -5 }],
    }
    const { warnings } = (await at.owner.rest('POST', '/invoices', draft)).body
    expect(warnings.map(({ field }: { field: string }) => field)).toEqual([
      ...['line_items.0.tax_rate', 'line_items.1.tax_rate', 'cash_discount_days', 'line_items'],
    ])
    expect((await preview(draft)).body.warnings).toEqual(warnings)
    const { due_date: _, ...undated } = draft
    expect((await preview({ ...undated, line_items: [{ ...line, tax_rate: 19 }] })).body.warnings).toHaveLength(1)
  })
  test('warns of what else a draft that is being changed is about', async () => {
    const { open, client, send } = firm(at)
    await open()
    const client_id = await client()
    const dates = { issue_date: '2026-01-05', due_date: '2026-01-19', line_items: [line] }
    const project_id = (await at.owner.rest('POST', '/projects', { name: 'Umbau', client_id })).body.id
    const about = { client_id, project_id, ...dates }
    await send(client_id, [line], { project_id, kind: 'final' })
    const { id, warnings } = (await at.owner.rest('POST', '/invoices', { ...about, kind: 'advance' })).body
    expect(warnings).toMatchObject([{ field: 'kind' }])
    expect((await preview({ client_id, ...dates, draft_id: id })).body.warnings).toEqual(warnings)
    expect((await preview({ client_id, ...dates })).body.warnings).toEqual([])
    // The project is another's client's.
    const other = await newClient()
    expect((await preview({ client_id: other, ...dates, draft_id: id })).body.warnings).toEqual([])
    const foreign = await preview({ client_id, ...dates, draft_id: at.organizationId })
    expect([foreign.status, foreign.body.errors[0].field]).toEqual([422, 'draft_id'])
  })
  test('is of no invoice that was sent, as its picture is not', async () => {
    const { open, client, send } = firm(at)
    await open()
    const client_id = await client()
    const { id: draft_id } = await send(client_id, [line])
    const dates = { issue_date: '2026-01-05', due_date: '2026-01-19', line_items: [line] }
    for (const path of ['/invoices/preview', '/invoices/picture']) {
      const { status, body } = await at.accountant.rest('POST', path, { client_id, ...dates, draft_id })
      expect([path, status, body.error]).toEqual([path, 409, 'invoice_locked'])
    }
  })
  test('is for whoever may see invoices', async () => {
    expect((await at.member.rest('POST', '/invoices/preview', { line_items: [line] })).status).toBe(403)
  })
})

describe('what is missing to send an invoice', () => {
  test('is told all at once, by the preview and by the refusal', async () => {
    await at.app.system.query(
      'update organizations set tax_number = null, vat_id = null, street = null where id = $1',
      [at.organizationId],
    )
    const clientId = await newClient({ postal_code: '10115', city: 'Berlin', country: 'DE' })
    const { body } = await preview({ client_id: clientId, line_items: [line] })
    expect(body.missing).toEqual(expect.arrayContaining(['organization.tax_number', 'organization.street']))
    expect(body.missing.slice(-2)).toEqual(['client.street', 'client.email'])
    const draft = await at.owner.rest('POST', '/invoices', {
      ...{ client_id: clientId, issue_date: '2026-01-05', due_date: '2026-01-19', line_items: [line] },
    })
    const refused = await at.owner.rest('POST', `/invoices/${draft.body.id}/send`)
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(body.missing)
    const byPost = await at.owner.rest('POST', `/invoices/${draft.body.id}/send`, { channel: 'none' })
    expect(byPost.body.errors.map(({ field }: { field: string }) => field)).not.toContain('client.email')
  })
})
