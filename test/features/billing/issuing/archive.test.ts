import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { archiveKey } from '#features/billing/issuing/archive'
import { removeOrphanedDocuments } from '#features/billing/issuing/remove-orphaned-documents'
import { verifyArchive } from '#features/billing/issuing/verify-archive'
import { house } from '../../../harness/house.ts'
import { today } from '../invoices/firm.ts'

const at = house({ today })
let client: string
beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Kai 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
  })
  const address = { street: 'Weg 2', postal_code: '50667', city: 'Köln', country: 'DE', email: 'acme@kunde.example' }
  client = (await at.owner.rest('POST', '/clients', { name: 'Acme', ...address })).body.id
})
afterEach(() => vi.restoreAllMocks())

const draft = async (more: object = {}) =>
  (
    await at.owner.rest('POST', '/invoices', {
      client_id: client,
      issue_date: '2026-01-02',
      due_date: '2026-01-16',
      line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
      ...more,
    })
  ).body.id as string
const sent = async () => {
  const id = await draft()
  const { body } = await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
  const key = (form: 'pdf' | 'xml') => archiveKey(at.organizationId, body.pdf_sha256, form)
  return { id, number: body.number as string, key }
}
const storage = () => at.app.services.storage
const alarms = () => vi.spyOn(at.app.services.log, 'error')
const changed = async (key: string) => {
  const bytes = Buffer.from(await storage().read(key))
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await storage().put(key, bytes, 'application/octet-stream')
}

describe('an archived document', () => {
  test.each(['pdf', 'xml'] as const)('of which a byte of the %s has changed is not handed out', async (form) => {
    const { id, number, key } = await sent()
    expect((await at.owner.rest('GET', `/invoices/${id}/${form}`)).status).toBe(200)
    await changed(key(form))
    const alarm = alarms()
    const { status, body, headers } = await at.owner.rest('GET', `/invoices/${id}/${form}`)
    expect([status, body.error, headers['content-type']]).toEqual([
      503,
      'document_damaged',
      expect.stringContaining('json'),
    ])
    expect(alarm).toHaveBeenCalledWith(
      expect.objectContaining({ number, key: key(form), fault: 'changed' }),
      expect.anything(),
    )
  })

  test.each(['pdf', 'xml'] as const)('whose %s is missing is told, and the other is still there', async (form) => {
    const { id, key } = await sent()
    await storage().delete(key(form))
    const alarm = alarms()
    const { status, body } = await at.owner.rest('GET', `/invoices/${id}/${form}`)
    expect([status, body.error]).toEqual([503, 'document_damaged'])
    expect(alarm).toHaveBeenCalledWith(expect.objectContaining({ fault: 'missing' }), expect.anything())
    expect((await at.owner.rest('GET', `/invoices/${id}/${form === 'pdf' ? 'xml' : 'pdf'}`)).status).toBe(200)
  })

  test('is not mailed again if it is damaged', async () => {
    for (const form of ['pdf', 'xml'] as const) {
      const { id, key } = await sent()
      await changed(key(form))
      const { status, body } = await at.owner.rest('POST', `/invoices/${id}/resend`)
      expect([form, status, body.error]).toEqual([form, 503, 'document_damaged'])
      const { rows } = await at.app.system.query('select from mails where subject_id = $1', [id])
      expect(rows).toEqual([])
    }
  })

  test('is reported by verifyArchive if it is damaged', async () => {
    const [whole, broken, lost] = [await sent(), await sent(), await sent()]
    await changed(broken.key('xml'))
    await storage().delete(lost.key('pdf'))
    const { documents, damaged } = await verifyArchive(at.app.system, storage())
    const numbers = [whole, broken, lost].map(({ number }) => number)
    expect(
      damaged.filter(({ organizationId, number }) => organizationId === at.organizationId && numbers.includes(number)),
    ).toEqual(
      expect.arrayContaining([
        {
          organizationId: at.organizationId,
          kind: 'invoice',
          number: broken.number,
          key: broken.key('xml'),
          fault: 'changed',
        },
        {
          organizationId: at.organizationId,
          kind: 'invoice',
          number: lost.number,
          key: lost.key('pdf'),
          fault: 'missing',
        },
      ]),
    )
    expect(damaged.map(({ key }) => key)).not.toContain(whole.key('pdf'))
    expect(documents).toBeGreaterThanOrEqual(3)
  })
})

describe('an issued document', () => {
  const asRole = (statement: string) =>
    at.app.services.database
      .tenant(at.organizationId, (transaction) => transaction.writeReturning({ text: statement, values: [] }))
      .then(
        () => null,
        (error: { code: string }) => error.code,
      )
  const foreignKey = '23503'
  const noPrivilege = '42501'

  test.each([
    ["number = 'RE-1'", foreignKey],
    ['total_cents = 1', foreignKey],
    ["issue_date = '2026-01-01'", foreignKey],
    [`line_items = '[]'`, foreignKey],
    [`tax_breakdown = '[]'`, foreignKey],
    [`introduction = 'anders'`, foreignKey],
    [`service_from = '2020-01-01'`, foreignKey],
    [`parties = '{}'`, foreignKey],
    [`pdf_sha256 = repeat('0', 64)`, foreignKey],
  ])("is not changed by the application's role: %s", async (change, code) => {
    const { id } = await sent()
    expect(await asRole(`update invoices set ${change} where id = '${id}'`)).toBe(code)
  })

  test('is not deleted by it, nor is its row in the archive', async () => {
    const { id } = await sent()
    expect(await asRole(`delete from invoices where id = '${id}'`)).toBe(foreignKey)
    expect(await asRole(`update issued_documents set number = 'x' where invoice_id = '${id}'`)).toBe(noPrivilege)
    expect(await asRole(`delete from issued_documents where invoice_id = '${id}'`)).toBe(noPrivilege)
  })

  test('may still be paid, credited and assigned to a project', async () => {
    const { id } = await sent()
    expect(await asRole(`update invoices set dunning_blocked = true where id = '${id}'`)).toBeNull()
    const payment = { amount_cents: 5000, paid_at: '2026-01-05', method: 'bank_transfer' }
    expect((await at.owner.rest('POST', `/invoices/${id}/payments`, payment)).status).toBe(201)
    expect((await at.owner.rest('POST', `/invoices/${id}/credit-note`)).status).toBe(201)
  })
})

describe('files without a row', () => {
  test('are removed, and those of issued documents stay', async () => {
    const { id, key } = await sent()
    const orphan = archiveKey(at.organizationId, '0'.repeat(64), 'pdf')
    const foreign = `documents/${at.organizationId}/${randomUUID()}.txt`
    await storage().put(orphan, Buffer.from('x'), 'application/pdf')
    await storage().put(foreign, Buffer.from('x'), 'text/plain')
    await removeOrphanedDocuments(at.app.services, at.app.system)
    expect(await Promise.all([orphan, foreign, key('pdf'), key('xml')].map((each) => storage().exists(each)))).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect((await at.owner.rest('GET', `/invoices/${id}/pdf`)).status).toBe(200)
  })

  test('are kept while their send is in progress', async () => {
    const id = await draft()
    const put = storage().put
    let removing: Promise<void> | undefined
    vi.spyOn(storage(), 'put').mockImplementation(async (...given) => {
      const stored = await put(...given)
      removing ??= removeOrphanedDocuments(at.app.services, at.app.system)
      return stored
    })
    const { status } = await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
    await removing
    expect(status).toBe(200)
    expect((await at.owner.rest('GET', `/invoices/${id}/pdf`)).status).toBe(200)
    expect((await at.owner.rest('GET', `/invoices/${id}/xml`)).status).toBe(200)
  })
})

describe('a document that would be too long', () => {
  const line = (description: string, taxRate = 19) => ({
    description,
    quantity: 1,
    unit_price_cents: 100,
    tax_rate: taxRate,
  })
  test.each([
    [
      'lines of many rows',
      { line_items: Array.from({ length: 11 }, () => line('a\n'.repeat(499).trim())) },
      'line_items',
    ],
    [
      'lines of many characters',
      { line_items: Array.from({ length: 300 }, () => line('a'.repeat(1000))) },
      'line_items',
    ],
    ['too many rates', { line_items: Array.from({ length: 21 }, (_, index) => line('a', index + 1)) }, 'line_items'],
    ['a text of many rows', { closing: 'a\n'.repeat(400) }, 'closing'],
  ])('is refused for %s when it is made and when it is changed', async (_title, fields, field) => {
    const id = await draft()
    const made = await at.owner.rest('POST', '/invoices', {
      client_id: client,
      issue_date: '2026-01-02',
      due_date: '2026-01-16',
      line_items: [line('Beratung')],
      ...fields,
    })
    const changed = await at.owner.rest('PUT', `/invoices/${id}`, fields)
    for (const { status, body } of [made, changed])
      expect([status, body.error, body.field]).toEqual([422, 'validation_failed', field])
  })

  test('accepts a thousand lines of four rows', async () => {
    const line_items = Array.from({ length: 1000 }, () => line('Titel\nzwei\ndrei\nvier'))
    const id = await draft({ line_items })
    expect((await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })).status).toBe(200)
  })
})

test('a draft is rendered once until it changes', async () => {
  const id = await draft()
  const run = vi.spyOn(at.app.services.threads, 'run')
  const look = async () => (await at.owner.rest('GET', `/invoices/${id}/pdf`)).raw
  const [first, second] = await Promise.all([look(), look()])
  expect(second.equals(first)).toBe(true)
  expect((await look()).equals(first)).toBe(true)
  expect(run).toHaveBeenCalledTimes(1)
  await at.owner.rest('PUT', `/clients/${client}`, { city: 'Bonn' })
  expect((await look()).equals(first)).toBe(false)
  expect(run).toHaveBeenCalledTimes(2)
})
