import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'
import { upload } from '../../content/files/upload.ts'

const at = house()

const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
const seller = {
  legal_name: 'Werkstatt GmbH',
  street: 'Speicherstraße 1',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  tax_number: '22/123/45678',
  vat_id: 'DE136695976',
  iban: 'DE02120300000000202051',
  email: 'post@werkstatt.example',
  phone: '+49 40 123456',
  contact_name: 'Jonas Brandt',
}

let clients = 0
const clientOf = async (fields: object): Promise<string> => {
  const email = `x${++clients}@kunde.example`
  return (await at.owner.rest('POST', '/clients', { name: 'Stahl AG', email, ...address, ...fields })).body.id
}

const draftFor = async (client_id: string) => {
  const dates = { issue_date: '2026-01-31', due_date: '2026-02-14' }
  const line_items = [
    {
      description: 'Beratung',
      quantity: 7.5,
      unit: 'HUR',
      unit_price_cents: 11033,
      tax_rate: 19,
      discount_percent: 12.5,
    },
  ]
  return (await at.owner.rest('POST', '/invoices', { client_id, ...dates, line_items })).body
}

/** The mail that took a document to its client: its words, and what it carried. */
async function mailOf(id: string) {
  const { rows } = await at.app.system.query(
    'select body_text as text, attachments from mails where subject_id = $1 order by created_at desc limit 1',
    [id],
  )
  return {
    text: rows[0].text as string,
    names: rows[0].attachments.map(({ filename }: { filename: string }) => filename),
  }
}

const xmlOf = async (id: string) => (await at.owner.rest('GET', `/invoices/${id}/xml`)).raw.toString()

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', seller)
})

describe.each([
  ['xrechnung_ubl', '<Invoice', '<CreditNote'],
  ['xrechnung_cii', '<rsm:CrossIndustryInvoice', '<rsm:CrossIndustryInvoice'],
])('a client who takes %s', (invoice_format, root, rootOfNote) => {
  test('is mailed the XML alone, which is what the invoice says', async () => {
    const client = await clientOf({ invoice_format, buyer_reference: 'PO-4711' })
    const { body: sent } = await at.owner.rest('POST', `/invoices/${(await draftFor(client)).id}/send`)
    expect(await mailOf(sent.id)).toEqual({
      names: [`${sent.number}.xml`],
      text: expect.stringContaining('E-Rechnung im Format XRechnung'),
    })
    expect((await mailOf(sent.id)).text).not.toContain('ZUGFeRD')
    const xml = await xmlOf(sent.id)
    expect(xml).toContain(root)
    const { body: bill } = await upload(at, 'owner', { file: [xml, 'r.xml'] }, {}, '/bills/read')
    expect(bill).toMatchObject({
      format: invoice_format,
      profile: 'XRECHNUNG',
      number: sent.number,
      buyer_reference: 'PO-4711',
      subtotal_cents: sent.subtotal_cents,
      tax_cents: sent.tax_cents,
      payable_cents: sent.total_cents,
      findings: [],
    })
    // A copy to read.
    const pdf = await at.owner.rest('GET', `/invoices/${sent.id}/pdf`)
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')

    await at.owner.rest('PUT', `/clients/${client}`, { invoice_format: 'zugferd' })
    await at.owner.rest('POST', `/invoices/${sent.id}/resend`)
    expect((await mailOf(sent.id)).names).toEqual([`${sent.number}.xml`])

    await at.owner.rest('PUT', `/clients/${client}`, { invoice_format })
    const { body: note } = await at.owner.rest('POST', `/invoices/${sent.id}/credit-note`)
    expect((await mailOf(note.id)).names).toEqual([`${note.number}.xml`])
    const credit = await xmlOf(note.id)
    expect(credit).toContain(rootOfNote)
    expect((await upload(at, 'owner', { file: [credit, 'r.xml'] }, {}, '/bills/read')).body).toMatchObject({
      kind: 'credit_note',
      total_cents: -note.total_cents,
      findings: [],
    })
  })
})

describe('an XRechnung is not sent without', () => {
  test.each([
    ['client.buyer_reference', {}, {}],
    ['client.email', { buyer_reference: 'PO-1', email: null, invoice_email: 'r@kunde.example' }, {}],
    ['organization.phone', { buyer_reference: 'PO-1' }, { phone: null }],
    ['organization.contact_name', { buyer_reference: 'PO-1' }, { contact_name: null }],
    ['organization.iban', { buyer_reference: 'PO-1' }, { iban: null }],
  ])('%s', async (field, buyer, organization) => {
    await at.owner.rest('PUT', '/organization', { ...seller, ...organization })
    const draft = await draftFor(await clientOf({ invoice_format: 'xrechnung_cii', ...buyer }))
    const { status, body } = await at.owner.rest('POST', `/invoices/${draft.id}/send`)
    expect([status, body.field]).toEqual([422, field])
    await at.owner.rest('PUT', '/organization', seller)
  })
})

describe('without a wish', () => {
  test('a client takes a ZUGFeRD PDF', async () => {
    const client = await clientOf({})
    expect((await at.owner.rest('GET', `/clients/${client}`)).body.invoice_format).toBe('zugferd')
    const { body: sent } = await at.owner.rest('POST', `/invoices/${(await draftFor(client)).id}/send`)
    expect(await mailOf(sent.id)).toEqual({
      names: [`${sent.number}.pdf`],
      text: expect.stringContaining('E-Rechnung im Format ZUGFeRD'),
    })
  })
  scenario(at, 'no other format is taken', {
    post: '/clients',
    send: { name: 'X', invoice_format: 'fax' },
    status: 422,
    body: { field: 'invoice_format' },
  })
})
