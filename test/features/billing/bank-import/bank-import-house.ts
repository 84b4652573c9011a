import { beforeAll, expect } from 'vitest'
import { type House, house } from '../../../harness/house.ts'
import { type Caller, upload } from '../../content/files/upload.ts'
import { camt, type Moved } from './samples.ts'

export const iban = 'DE89370400440532013000'

export interface Sent {
  id: string
  number: string
}

const seller = {
  legal_name: 'Werkstatt GmbH',
  street: 'Speicherstraße 1',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  tax_number: '22/123/45678',
  vat_id: 'DE136695976',
}

/** An organization on 20 March 2026 that imports bank statements. */
export function openBankImport() {
  const at = house({ today: '2026-03-20' })
  const read = (text: string, as: Caller = 'accountant', of: House = at, headers: Record<string, string> = {}) =>
    upload(of, as, { file: [text, 'umsaetze.txt'] }, headers, '/payments/import')

  async function proposed(text: string) {
    const { status, body } = await read(text)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  const confirm = (id: string, payments: object[], as: Caller = 'accountant') =>
    at[as].rest('POST', `/payments/import/${id}/confirm`, { payments })

  let clients = 0
  const clientOf = async (name: string): Promise<string> => {
    const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
    const email = `k${++clients}@kunde.example`
    return (await at.owner.rest('POST', '/clients', { name, email, ...address })).body.id
  }

  /** A sent invoice without VAT. */
  async function invoice(client_id: string, unit_price_cents: number, more: object = {}): Promise<Sent> {
    const line = { description: 'Beratung', quantity: 1, unit_price_cents, tax_rate: 0, tax_category: 'Z' }
    const dates = { issue_date: '2026-03-01', due_date: '2026-03-15' }
    const { body } = await at.owner.rest('POST', '/invoices', { client_id, ...dates, line_items: [line], ...more })
    const sent = await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    return sent.body
  }

  beforeAll(async () => {
    await at.owner.rest('PUT', '/organization', seller)
  })

  const pay = (invoice_id: string, amount_cents: number, paid_at = '2026-03-05') =>
    at.owner.rest('POST', `/invoices/${invoice_id}/payments`, { amount_cents, paid_at, method: 'cash' })

  /** The first proposal for a transaction of today. */
  async function matched(moved: Moved) {
    const { proposals } = await proposed(camt(moved))
    return proposals[0]
  }
  return { at, read, proposed, confirm, clientOf, invoice, pay, matched }
}
