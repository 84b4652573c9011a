import { expect } from 'vitest'
import type { House } from '../../../harness/house.ts'

// A seller and their client, and the verbs of money over REST in one line each.

const address = { street: 'Weg 1', postal_code: '20095', city: 'Hamburg', country: 'DE' }

const seller = {
  legal_name: 'Nord GmbH',
  vat_id: 'DE136695976',
  small_business: false,
  vat_accounting: 'accrual',
  ...address,
}

export const line = (unit_price_cents: number, tax_rate = 19, more: object = {}) => ({
  description: 'Leistung',
  quantity: 1,
  unit_price_cents,
  tax_rate,
  ...more,
})

/** The day of the firm, in Berlin, whatever the calendar of the machine says. */
export const today = '2026-11-20'

/** What a firm does in a house, as its owner. */
export function firm(at: House) {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    at.owner.rest(method, path, body)
  const done = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await call(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const draft = (client_id: string, line_items: object[], more: object = {}) =>
    done('POST', '/invoices', { client_id, issue_date: '2026-01-05', due_date: '2026-01-19', line_items, ...more })
  /** The VAT report, until today where no end is given. */
  const vatReport = (from = '2025-01-01', to = '') => done('GET', `/reports/vat?from=${from}${to && `&to=${to}`}`)
  return {
    call,
    done,
    draft,
    vatReport,
    /** Its net and tax by rate. */
    vatByRate: async (from?: string, to?: string) =>
      Object.fromEntries(
        (await vatReport(from, to)).rows.map((row: Record<string, number>) => [
          row.tax_rate,
          [row.net_cents, row.tax_cents],
        ]),
      ),
    open: (more: object = {}) => done('PUT', '/organization', { ...seller, ...more }),
    client: async (more: object = {}): Promise<string> =>
      (await done('POST', '/clients', { name: 'Kunde', ...address, ...more })).id,
    get: (path: string) => done('GET', path),
    send: async (client_id: string, line_items: object[], more: object = {}) =>
      done('POST', `/invoices/${(await draft(client_id, line_items, more)).id}/send`, { channel: 'none' }),
    pay: (id: string, amount_cents: number, more: object = {}) =>
      call('POST', `/invoices/${id}/payments`, { amount_cents, paid_at: '2026-01-10', method: 'cash', ...more }),
    credit: (id: string, line_items?: object[]) =>
      call('POST', `/invoices/${id}/credit-note`, line_items && { line_items }),
  }
}
