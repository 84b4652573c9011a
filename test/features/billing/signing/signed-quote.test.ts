import { expect, test } from 'vitest'
import { read } from '../../../documents/reading.ts'
import { has, pdfsig } from '../../../documents/seal/tools.ts'
import { createFixtures } from '../../../harness/fixtures.ts'
import { house } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

const at = house()

test('a quote is sent, signed by its mailed link and converted, all in its evidence', async () => {
  await at.owner.rest('PUT', '/organization', seller)
  const { post, unique } = createFixtures(at)
  const address = { street: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE', email: 'kunde@kunde.example' }
  const client = await post('/clients', { name: unique(), ...address })
  const line = { description: 'Gestaltung', quantity: 2, unit_price_cents: 5000, tax_rate: 19 }
  const quote = await post('/quotes', { client_id: client.id, valid_until: '2099-12-31', line_items: [line] })
  await post(`/quotes/${quote.id}/send`)
  const [mail] = await mailsAbout(at.app, quote.id)
  const token = /\/sign\/(\w{65})\b/.exec(mail?.text ?? '')?.[1]
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

test('the signing page shows each row and sum of the document', async () => {
  await at.owner.rest('PUT', '/organization', seller)
  const { post, unique } = createFixtures(at)
  const address = {
    street: 'Weg 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    email: 'leserin@kunde.example',
  }
  const client = await post('/clients', { name: unique(), ...address })
  const line = { description: 'Beratung', quantity: 0.3333, unit: 'HUR', unit_price_cents: 9999, tax_rate: 19 }
  const line_items = [
    { ...line, discount_percent: 12.5 },
    { ...line, description: 'Buch', quantity: 2, unit: 'C62', unit_price_cents: 3000, tax_rate: 7 },
  ]
  const quote = await post('/quotes', { client_id: client.id, valid_until: '2099-12-31', line_items })
  await post(`/quotes/${quote.id}/send`)
  const [mail] = await mailsAbout(at.app, quote.id)
  const token = /\/sign\/(\w{65})\b/.exec(mail?.text ?? '')?.[1]
  const page = async (language: string) => {
    const { body } = await at.app.server.inject({ url: `/sign/${token}`, headers: { 'accept-language': language } })
    return body.replaceAll('\u00a0', ' ')
  }
  const german = await page('de')
  const cells = [...german.matchAll(/<td[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(cells).toEqual([
    ...['Beratung\nabzüglich 12,5 % Rabatt', '0,3333 Std.', '99,99 €', '19 %', '29,16 €'],
    ...['Buch', '2 Stk.', '30,00 €', '7 %', '60,00 €'],
  ])
  const sums = [...german.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)/g)].map(([, label, sum]) => [label, sum])
  expect(sums).toEqual([
    ['Nettobetrag', '89,16 €'],
    ['19 % Umsatzsteuer auf 29,16 €', '5,54 €'],
    ['7 % Umsatzsteuer auf 60,00 €', '4,20 €'],
    ['Gesamtbetrag', '98,90 €'],
  ])
  const { text } = await read((await at.owner.rest('GET', `/quotes/${quote.id}/pdf`)).raw)
  const printed = text.replaceAll('\u00a0', ' ')
  for (const said of [...sums.flat(), 'abzüglich 12,5 % Rabatt']) expect(printed).toContain(said)
  expect(await page('en')).toContain('less 12.5% discount')
  const shown = (await at.nobody.rest('GET', `/public/sign/${token}`)).body
  expect(shown.tax_breakdown).toMatchObject([
    { tax_rate: 19, net_cents: 2916, tax_cents: 554 },
    { tax_rate: 7, net_cents: 6000, tax_cents: 420 },
  ])
})

const seller = {
  ...{ legal_name: 'Haus GmbH', street: 'Ring 2', postal_code: '20457', city: 'Hamburg', country: 'DE' },
  ...{ tax_number: '22/123/45678', email: 'haus@kontor.example' },
}
