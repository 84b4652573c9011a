import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSchemas } from '../../../src/app.ts'
import { firm, line } from '../../features/billing/invoices/firm.ts'
import { createFixtures } from '../../harness/fixtures.ts'
import { house } from '../../harness/house.ts'
import { recordStatements } from '../../harness/statements.ts'

const at = house()
const the = firm(at)
describe('reads only selected columns', () => {
  beforeAll(async () => {
    await the.open()
    const client = await the.client({ name: 'Kunde', notes: 'n'.repeat(2000) })
    const lines = Array.from({ length: 900 }, (_, index) => line(index + 1, 19, { description: 'x'.repeat(60) }))
    const { id } = await the.draft(client, lines, { introduction: 'Einleitung' })
    for (let count = 1; count < 100; count += 1) await the.call('POST', `/invoices/${id}/duplicate`)
  }, 120_000)

  test('answers six lists of a hundred invoices with 900 lines each', async () => {
    const list = 'invoices(perPage: 100) { total invoices { id number status totalCents client { id name } } }'
    const { data, errors } = await at.owner.graphql(
      `{ ${'abcdef'
        .split('')
        .map((name) => `${name}: ${list}`)
        .join(' ')} }`,
    )
    expect(errors).toBeUndefined()
    expect(data.a.total).toBe(100)
    expect(data.f.invoices[99]).toMatchObject({ status: 'draft', client: { name: 'Kunde' } })
  })
  test('reads columns selected in fragments and by condition', async () => {
    const { data, errors } = await at.owner.graphql(
      `query ($yes: Boolean!) {
         invoices(perPage: 1) { invoices { ...texts ... on Invoice { taxBreakdown { taxRate } } lineItems @include(if: $yes) { description } } }
         one: invoices(perPage: 1) { invoices { id } rows: invoices { introduction } }
       } fragment texts on Invoice { introduction warnings { field } }`,
      { yes: true },
    )
    expect(errors).toBeUndefined()
    const [invoice] = data.invoices.invoices
    expect(invoice).toMatchObject({ introduction: 'Einleitung', warnings: [], taxBreakdown: [{ taxRate: 19 }] })
    expect(invoice.lineItems).toHaveLength(900)
    expect(data.one.rows[0].introduction).toBe('Einleitung')
  })
  test('reads no text columns unless selected', async () => {
    const sent = recordStatements()
    await at.owner.graphql(
      '{ invoices { invoices { id status } } clients { clients { id name } } tasks { tasks { id } } }',
    )
    const read = sent.take().join()
    sent.stop()
    expect(read).toContain('i.status')
    for (const column of ['i.line_items', 'i.introduction', 'c.notes', 't.description'])
      expect(read).not.toContain(column)
    expect(read).toContain('c.name as')
  })
  test('applies to nested lists', async () => {
    const { data, errors } = await at.owner.graphql(
      '{ clients { clients { invoices(perPage: 100) { id introduction } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.clients.clients[0].invoices).toHaveLength(100)
    expect(data.clients.clients[0].invoices[0].introduction).toBe('Einleitung')
  })
})

/** Lists with optional text and JSON columns, and nested lists. */
const lists = [
  'invoices',
  'quotes',
  'contracts',
  'recurringInvoices',
  'clients',
  'projects',
  'tasks',
  'timeEntries',
  'bookings',
]

test('each field has the same value alone as with all others', { timeout: 60_000 }, async () => {
  await createFixtures(at).all()
  const { schema } = createSchemas()
  // Signed URLs differ each time.
  const isSame = ({ args, name }: GraphQLField<unknown, unknown>) =>
    !args.some(isRequiredArgument) && !/url$/i.test(name)
  const leavesOf = (field: GraphQLField<unknown, unknown>): string => {
    const type = getNamedType(field.type)
    if (isLeafType(type)) return field.name
    if (!isObjectType(type)) return ''
    const leaves = Object.values(type.getFields()).filter(
      (inner) => isSame(inner) && isLeafType(getNamedType(inner.type)),
    )
    return leaves.length ? `${field.name} { ${leaves.map(({ name }) => name).join(' ')} }` : ''
  }
  for (const list of lists) {
    const query = schema.getQueryType()?.getFields()[list]
    const page = getNamedType(query?.type)
    const rows = isObjectType(page)
      ? Object.values(page.getFields()).find(({ type }) => isListType(getNullableType(type)))
      : undefined
    const row = getNamedType(rows?.type)
    if (!rows || !isObjectType(row)) throw new Error(`${list} is no list.`)
    const fields = Object.values(row.getFields()).filter(isSame).map(leavesOf).filter(Boolean)
    const ask = async (selection: string) => {
      const { data, errors } = await at.owner.graphql(`{ ${list}(perPage: 5) { ${rows.name} { ${selection} } } }`)
      expect(errors, `${list}: ${selection}`).toBeUndefined()
      return data[list][rows.name] as Record<string, unknown>[]
    }
    const whole = await ask(fields.join(' '))
    expect(whole.length, list).toBeGreaterThan(0)
    for (const field of fields) {
      const name = field.split(' ', 1)[0] ?? ''
      const alone = await ask(field)
      expect(
        alone.map((one) => one[name]),
        `${list}.${name}`,
      ).toEqual(whole.map((one) => one[name]))
    }
  }
})
