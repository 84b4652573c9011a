import { expect, test } from 'vitest'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Row } from '#core/schema/row'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { Client } from '#features/people/clients/client.entity'
import { house } from '../../harness/house.ts'

const at = house()

test("a row has the columns of its entity as stored, and none of the class's methods", async () => {
  const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Kunde' })
  const { body } = await at.owner.rest('POST', '/invoices', {
    client_id: client.id,
    issue_date: '2026-01-01',
    due_date: '2026-01-15',
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
  })
  await operateAsSystem(at.app.services, at.organizationId, async (context) => {
    const row = await context.read(Invoice, body.id)
    expect(row).not.toBeInstanceOf(Invoice)
    expect(typeof row.createdAt).toBe('string')
    expect(row).toMatchObject({ clientId: client.id, creditedInvoiceId: null, sentAt: null, issueDate: '2026-01-01' })
    for (const name of ['organizationId', 'client', 'overdueAt', 'parties', 'lock'])
      expect(row).not.toHaveProperty(name)
    await expect(context.read(Invoice, client.id)).rejects.toMatchObject({ status: 404 })
    await expect(context.readReferenced(Invoice, client.id, 'invoiceId')).rejects.toMatchObject({ field: 'invoiceId' })
  })
})

test('a member shows its organization in every response', async () => {
  const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Projekt' })
  await at.owner.rest('POST', '/time-entries/start', { project_id: project.id })
  const { data, errors } = await at.owner.graphql('{ timeEntries { timeEntries { user { organizationId } } } }')
  expect(errors).toBeUndefined()
  expect(data.timeEntries.timeEntries).toEqual([{ user: { organizationId: at.organizationId } }])
})

/** Compile-time checks by `tsc`. */
export function refused(row: Row<Invoice>, context: Context) {
  // @ts-expect-error Rows have no methods.
  row.lock('RE-1', new Date())
  // @ts-expect-error Rows have no getters.
  row.isFullyCredited
  // @ts-expect-error References are ids.
  row.client
  // @ts-expect-error Hidden columns are missing.
  row.parties
  // @ts-expect-error Dates are text.
  row.createdAt.getTime()
  // @ts-expect-error Rows are no entities.
  const entity: Invoice = row
  // @ts-expect-error Statements do not return entities.
  const answered: Promise<Client[]> = context.query<Client>({ text: '', values: [] })
  const shown: string = row.createdAt.slice(0, 10) + row.clientId
  return [entity, answered, shown]
}
