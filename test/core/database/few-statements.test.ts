import { afterAll, expect, test } from 'vitest'
import { house } from '../../harness/house.ts'
import { takeStatements } from '../../harness/statements.ts'

const statements = takeStatements()
afterAll(statements.stop)
const at = house()

// The first two open the transaction and admit the caller.
test('what a client’s get-one shows of money is one statement beside its lists', async () => {
  const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Acme' })
  statements.take()
  const { body } = await at.owner.rest('GET', `/clients/${client.id}`)
  expect(body).toMatchObject({ open_cents: 0, revenue_cents: 0, credit_cents: 0 })
  const texts = statements.take()
  expect(texts.filter((text) => /from invoices/.test(text) && /sum/.test(text))).toHaveLength(1)
  expect(texts).toHaveLength(8)
})
