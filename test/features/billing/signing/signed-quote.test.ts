import { expect, test } from 'vitest'
import { read } from '../../../documents/reading.ts'
import { has, pdfsig } from '../../../documents/seal/tools.ts'
import { house } from '../../../harness/house.ts'
import { workshop } from '../../../harness/workshop.ts'

const at = house()

test('a quote is sent, signed by the link in its mail, and converted: its evidence tells all of it', async () => {
  await at.owner.rest('PUT', '/organization', seller)
  const { post, unique } = workshop(at)
  const address = { street: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE', email: 'kunde@kunde.example' }
  const client = await post('/clients', { name: unique(), ...address })
  const line = { description: 'Gestaltung', quantity: 2, unit_price_cents: 5000, tax_rate: 19 }
  const quote = await post('/quotes', { client_id: client.id, valid_until: '2099-12-31', line_items: [line] })
  await post(`/quotes/${quote.id}/send`)
  const { rows } = await at.app.system.query('select body_text from mails where subject_id = $1', [quote.id])
  const token = /\/sign\/(\w{65})\b/.exec(rows[0].body_text)?.[1]
  await at.events()

  const signed = await at.nobody.rest('POST', `/public/sign/${token}/sign`, {
    name: 'Änne Kunde',
    signature: 'Änne Kunde',
  })
  expect([signed.status, signed.body]).toMatchObject([
    200,
    { kind: 'quote', state: 'signed', status: 'signed', signer_name: 'Änne Kunde', total_cents: 11900 },
  ])
  expect(await at.events()).toEqual(['quote.signed'])
  const feed = (await at.owner.rest('GET', '/events?names=quote.signed')).body.events
  expect(feed[0]).toMatchObject({
    actor: { type: 'public', id: null },
    data: { id: quote.id, status: 'signed', signer_name: 'Änne Kunde', client: { id: client.id } },
  })
  const pdfOf = async () => (await at.owner.rest('GET', `/quotes/${quote.id}/pdf`)).raw
  expect((await read(await pdfOf())).text).toContain('Nachweis der Unterschrift')

  await post(`/quotes/${quote.id}/convert-to-invoice`)
  const converted = await pdfOf()
  expect((await read(converted)).text).toContain('Umgewandelt')
  if (has('pdfsig')) expect(pdfsig(converted)).toContain('Signature is Valid')
  expect((await at.nobody.rest('POST', `/public/sign/${token}/reject`)).body.error).toBe('invalid_state')
}, 30_000)

const seller = {
  ...{ legal_name: 'Haus GmbH', street: 'Ring 2', postal_code: '20457', city: 'Hamburg', country: 'DE' },
  ...{ tax_number: '22/123/45678', email: 'haus@kontor.example' },
}
