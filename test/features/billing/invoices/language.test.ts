import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { read } from '../../../documents/reading.ts'
import { createPeople, ownOrigin } from '../../../harness/browser-session.ts'
import { house } from '../../../harness/house.ts'
import { today } from './firm.ts'

const at = house({ today })
const address = { street: 'Weg 1', postal_code: '20457', city: 'Hamburg' }

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', { legal_name: 'Kontor GmbH', ...address, tax_number: '22/123/45678' })
})

/** A draft, as a program makes it that says nothing of languages. */
async function draft(client: string | null, own: string | null) {
  const { body } = await at.owner.rest('POST', '/clients', {
    name: 'Kunde',
    ...address,
    country: 'DE',
    language: client,
  })
  const made = await at.owner.rest('POST', '/invoices', {
    ...{ client_id: body.id, issue_date: '2026-01-05', due_date: '2026-01-19', language: own },
    line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
  })
  return made.body.id as string
}

const { signedIn } = createPeople(at)
/** Somebody who reads the app in a language. */
async function reader(language: string) {
  const { page } = await signedIn(Role.owner)
  return async (mutation: string, variables: object) => {
    const { data, errors } = await page.send(mutation, variables, { ...ownOrigin, 'accept-language': language })
    expect(errors).toBeUndefined()
    return data
  }
}

const send = 'mutation ($id: UUID!) { sendInvoice(id: $id, input: { channel: none }) { language } }'
const credit = 'mutation ($id: UUID!) { creditInvoice(id: $id, input: {}) { language } }'

// Whoever sends it reads the app in another language.
test.each([
  { own: null, client: null, organization: 'de', written: 'de', read: 'en' },
  { own: null, client: 'en', organization: 'de', written: 'en', read: 'de' },
  { own: 'en', client: 'de', organization: 'de', written: 'en', read: 'de' },
])(
  'sent by a browser, a document has its own language, its client’s or that of the organization: $written',
  async ({ own, client, organization, written, read }) => {
    await at.owner.rest('PUT', '/organization', { default_language: organization })
    const id = await draft(client, own)
    const ask = await reader(read)
    expect((await ask(send, { id })).sendInvoice).toEqual({ language: written })
    // A correction is in the language of what it corrects, whatever the client has come to read.
    const { body } = await at.owner.rest('GET', `/invoices/${id}`)
    await at.owner.rest('PUT', `/clients/${body.client_id}`, { language: read })
    expect((await ask(credit, { id })).creditInvoice).toEqual({ language: written })
  },
)

test('sent by a program it has the language that is asked for', async () => {
  const id = await draft('de', 'de')
  const { body } = await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' }, { 'accept-language': 'en' })
  expect(body.language).toBe('en')
})

test('what comes again is written in one language, its period as well', async () => {
  const { body: client } = await at.owner.rest('POST', '/clients', {
    name: 'K',
    ...address,
    country: 'DE',
    language: 'en',
  })
  const { body: recurring } = await at.owner.rest('POST', '/recurring-invoices', {
    ...{ client_id: client.id, starts_on: '2026-01-05', interval: 'month', mode: 'draft' },
    line_items: [{ description: 'Wartung {month}', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
  })
  const run = await at.owner.rest('POST', `/recurring-invoices/${recurring.id}/run`, {}, { 'accept-language': 'de' })
  expect([run.status, run.body.language, run.body.line_items[0].description]).toEqual([201, 'de', 'Wartung Januar'])
})

test('a draft is shown in its language, whatever the browser reads that opens its address; a program has it in the one it asks for', async () => {
  await at.owner.rest('PUT', '/organization', { default_language: 'de' })
  const id = await draft(null, null)
  const { data } = await at.owner.graphql(`{ invoice(id: "${id}") { pdfUrl } }`)
  const { pathname, search } = new URL(data.invoice.pdfUrl)
  const drawn = async (url: string, headers = {}) => {
    const { rawPayload } = await at.app.server.inject({ url, headers: { 'accept-language': 'en', ...headers } })
    return (await read(rawPayload)).text
  }
  expect(await drawn(pathname + search)).toContain('Gesamtbetrag')
  const authorization = `Bearer ${at.owner.token}`
  expect(await drawn(`/api/v1/invoices/${id}/pdf`, { authorization })).toContain('Total')
})
