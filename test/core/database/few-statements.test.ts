import { afterAll, expect, test } from 'vitest'
import { house } from '../../harness/house.ts'
import { takeStatements } from '../../harness/statements.ts'

const statements = takeStatements()
afterAll(statements.stop)
const at = house()

// The first two open the transaction and admit the caller.
test('what a client’s get-one shows beside itself, money and lists, is one statement', async () => {
  const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Acme' })
  statements.take()
  const { body } = await at.owner.rest('GET', `/clients/${client.id}`)
  expect(body).toMatchObject({ open_cents: 0, revenue_cents: 0, credit_cents: 0 })
  expect(body).toMatchObject({ projects: [], invoices: [], quotes: [], contracts: [] })
  expect(statements.take()).toHaveLength(4)
})
