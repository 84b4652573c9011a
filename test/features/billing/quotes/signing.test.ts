import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

// A quote signed by its link, also concurrently with its seller's changes.

const today = '2026-11-20'
const at = house({ today })
let client = ''

beforeAll(async () => {
  const { body } = await at.owner.rest('POST', '/clients', { name: 'Acme GmbH', email: 'kim@acme.example' })
  client = body.id
})

/** A mailed quote with the token of its link. */
async function mailed(): Promise<{ id: string; link: string; hash: string }> {
  const line_items = [{ description: 'Beratung', quantity: 2, unit_price_cents: 10_000, tax_rate: 19 }]
  const quote = { client_id: client, valid_until: '2099-12-31', introduction: 'Guten Tag.', line_items }
  const { id } = (await at.owner.rest('POST', '/quotes', quote)).body
  const { status, body } = await at.owner.rest('POST', `/quotes/${id}/send`)
  expect(status, JSON.stringify(body)).toBe(200)
  await at.events()
  return { id, link: await newestLink(id), hash: body.pdf_sha256 }
}

async function newestLink(id: string): Promise<string> {
  const newest = (await mailsAbout(at.app, id)).findLast(({ kind }) => kind === 'quote')
  return /\/sign\/(\S+)/.exec(newest?.text ?? '')?.[1] ?? ''
}

const open = (link: string) => at.nobody.rest('GET', `/public/sign/${link}`)
const sign = (link: string, name = 'Kim Sommer') =>
  at.nobody.rest('POST', `/public/sign/${link}/sign`, { name, signature: name })
const decline = (link: string, reason = 'zu teuer') => at.nobody.rest('POST', `/public/sign/${link}/reject`, { reason })
const act = (id: string, verb: string, body: object = {}) => at.owner.rest('POST', `/quotes/${id}/${verb}`, body)
const get = async (id: string) => (await at.owner.rest('GET', `/quotes/${id}`)).body
const pdf = async (id: string) => (await at.owner.rest('GET', `/quotes/${id}/pdf`)).raw

describe('the signing link of a quote', () => {
  test('shows and signs it, and adds the evidence page to its document', async () => {
    const { id, link } = await mailed()
    expect((await open(link)).body).toMatchObject({
      kind: 'quote',
      number: expect.stringMatching(/^AN-/),
      status: 'sent',
      total_cents: 23_800,
      line_items: [{ description: 'Beratung', net_cents: 20_000 }],
      content: 'Guten Tag.',
      tax_cents: 3_800,
      title: 'Angebot',
      ...{ valid_until: '2099-12-31', starts_on: null, ends_on: null, notice_period_days: null },
    })
    const sentPdf = await pdf(id)
    const answer = await sign(link)
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'signed', signer_name: 'Kim Sommer' }])
    expect(await at.events()).toEqual(['quote.signed'])
    expect((await at.owner.rest('GET', '/events?names=quote.signed&per_page=100')).body.events.at(-1)).toMatchObject({
      actor: { type: 'public' },
      data: { id, status: 'signed', signer_name: 'Kim Sommer', acceptance_note: null },
    })
    const signedPdf = await pdf(id)
    expect(signedPdf.length).toBeGreaterThan(sentPdf.length)
    expect(signedPdf.includes('/ByteRange')).toBe(true)
    const again = await sign(link)
    expect([again.status, again.body.error]).toEqual([409, 'invalid_state'])

    // The conversion is added to the evidence.
    expect((await act(id, 'convert-to-invoice')).status).toBe(201)
    expect((await pdf(id)).equals(signedPdf)).toBe(false)
    expect(await at.events()).toEqual(['invoice.created', 'quote.converted'])
    expect((await open(link)).body.status).toBe('converted')
  })

  test('declines it, and the seller sees the reason', async () => {
    const { id, link } = await mailed()
    expect((await decline(link)).status).toBe(200)
    expect(await at.events()).toEqual(['quote.rejected'])
    expect(await get(id)).toMatchObject({ status: 'rejected', rejection_reason: 'zu teuer' })
    expect((await sign(link)).body.error).toBe('invalid_state')
  })

  test('notifies the sender once in their language, or an owner if they are gone', async () => {
    const told = async (id: string) => {
      const { rows } = await at.app.system.query(
        "select recipients, subject, body_text as text from mails where subject_id = $1 and kind like 'document_%'",
        [id],
      )
      return rows
    }
    const member = { name: 'Sam Sender', email: 'sam@house.example', role: 'accountant', language: 'en' }
    const sender = (await at.owner.rest('POST', '/members', member)).body.id
    const asSent = (id: string) =>
      at.app.system.query('update signing_links set sent_by = $2 where subject_id = $1', [id, sender])
    const [signed, declined, orphan] = [await mailed(), await mailed(), await mailed()]
    for (const { id } of [signed, declined, orphan]) await asSent(id)
    await Promise.all([sign(signed.link), sign(signed.link)])
    await decline(declined.link)
    const { number } = await get(signed.id)
    expect(await told(signed.id)).toEqual([
      {
        recipients: ['sam@house.example'],
        subject: `Signed: Quote ${number}`,
        text: expect.stringMatching(/Hello Sam Sender.*Kim Sommer has signed.*kim@acme\.example/s),
      },
    ])
    expect(await told(declined.id)).toMatchObject([
      { subject: expect.stringContaining('Declined'), text: expect.stringContaining('zu teuer') },
    ])
    expect((await at.owner.rest('DELETE', `/members/${sender}`)).status).toBe(204)
    await sign(orphan.link)
    const { email } = (await at.owner.rest('GET', `/members/${at.owner.id}`)).body
    expect(await told(orphan.id)).toMatchObject([
      { recipients: [email], subject: expect.stringContaining('Unterschrieben') },
    ])
  })

  test('ends when sent again or revoked', async () => {
    const { id, link } = await mailed()
    expect((await act(id, 'resend')).status).toBe(200)
    const second = await newestLink(id)
    expect([(await open(link)).status, (await sign(link)).body.error, (await open(second)).status]).toEqual([
      410,
      'expired',
      200,
    ])
    expect((await act(id, 'revoke-link')).status).toBe(200)
    expect([(await open(second)).status, (await sign(second)).status]).toEqual([410, 410])
    expect((await get(id)).status).toBe('sent')
  })

  test('ends after the last day, before and after the quote is expired', async () => {
    const { id, link } = await mailed()
    await at.app.system.query("update quotes set valid_until = '2026-11-19' where id = $1", [id])
    const answers = await Promise.all([open(link), sign(link), decline(link)])
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([410, 'expired']))
    expect(await at.events()).toEqual([])
  })

  test('returns what the seller has recorded meanwhile', async () => {
    const [one, other] = [await mailed(), await mailed()]
    await act(one.id, 'reject')
    await act(other.id, 'mark-signed', { name: 'Kim', date: today })
    for (const { link } of [one, other]) expect((await sign(link)).body.error).toBe('invalid_state')
    expect((await open(other.link)).body.status).toBe('signed')
  })
})

describe('concurrent requests', () => {
  type Act = (quote: {
    id: string
    link: string
  }) => Promise<{ status: number; body: { error?: string; message?: string } }>
  const races: [string, Act, Act, string[]][] = [
    ['two who sign', ({ link }) => sign(link, 'A'), ({ link }) => sign(link, 'B'), ['quote.signed']],
    [
      'signing and declining',
      ({ link }) => sign(link),
      ({ link }) => decline(link),
      ['quote.signed', 'quote.rejected'],
    ],
    [
      'signing and rejecting',
      ({ link }) => sign(link),
      ({ id }) => act(id, 'reject'),
      ['quote.signed', 'quote.rejected'],
    ],
    [
      'signing and marking as signed',
      ({ link }) => sign(link),
      ({ id }) => act(id, 'mark-signed', { name: 'C', date: today }),
      ['quote.signed'],
    ],
  ]
  for (const [who, one, other, events] of races)
    test(`${who}: one succeeds, the other gets the reason`, async () => {
      const quote = await mailed()
      const answers = await Promise.all([one(quote), other(quote)])
      expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers)).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({ error: 'invalid_state', message: expect.stringMatching(/schon/) })
      const told = await at.events()
      expect(told).toHaveLength(1)
      expect(events).toContain(told[0])
    })

  test('sign and change: the document is signed as sent', async () => {
    const { id, link, hash } = await mailed()
    const [signed, changed] = await Promise.all([
      sign(link),
      at.owner.rest('PUT', `/quotes/${id}`, { closing: 'Teurer.' }),
    ])
    expect([signed.status, changed.status, changed.body.error]).toEqual([200, 409, 'invalid_state'])
    expect(await get(id)).toMatchObject({ status: 'signed', closing: null, pdf_sha256: hash })
  })

  test('sign and send again: the old link signs, or has ended', async () => {
    const { id, link } = await mailed()
    const [signed, resent] = await Promise.all([sign(link), act(id, 'resend')])
    expect([
      [200, 409],
      [200, 200],
      [410, 200],
    ]).toContainEqual([signed.status, resent.status])
    expect((await get(id)).status).toBe(signed.status === 200 ? 'signed' : 'sent')
  })

  test('sign and convert: only a signed quote is invoiced', async () => {
    const { id, link } = await mailed()
    const [signed, converted] = await Promise.all([sign(link), act(id, 'convert-to-invoice')])
    expect(signed.status).toBe(200)
    expect((await get(id)).status).toBe(converted.status === 201 ? 'converted' : 'signed')
  })
})
