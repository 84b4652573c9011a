import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { operateAsSystem } from '#core/operation/operation'
import type { Signable } from '#core/operation/signable'
import { recordConversion } from '#features/billing/signing/sign-document'
import { createSigningLink, endSigningLinks } from '#features/billing/signing/signing-link'
import { Tag } from '#features/work/tags/tag.entity'
import { noisyPng } from '../../../documents/pictures.ts'
import { read } from '../../../documents/reading.ts'
import { has, pdfsig } from '../../../documents/seal/tools.ts'
import { house, openHouse } from '../../../harness/house.ts'
import { drawing, hashOf, sendTags } from './signable-tag.ts'

const at = house()
let send: Awaited<ReturnType<typeof sendTags>>
beforeAll(async () => {
  send = await sendTags(at)
})

const path = (token: string, action = '') => `/public/sign/${token}${action}`
const look = (token: string) => at.nobody.rest('GET', path(token))
const sign = (token: string, body: object = { name: 'Änne Kunde', signature: 'Änne Kunde' }) =>
  at.nobody.rest('POST', path(token, '/sign'), body, { 'user-agent': 'Probe/1.0 (Prüfung)' })
const reject = (token: string, body?: object) => at.nobody.rest('POST', path(token, '/reject'), body)
const textOf = async (pdf: Uint8Array) => (await read(pdf)).text
const pdfOf = async (token: string) => (await at.nobody.rest('GET', path(token, '/pdf'))).raw
const tag = () => at.app.services.signable.find(({ kind }) => kind === 'tag') as Signable
const inOrganization = <Result>(work: Parameters<typeof operateAsSystem<Result>>[2]) =>
  operateAsSystem(at.app.services, at.organizationId, work)

describe('a document', () => {
  test('is shown by its link without a token, and its opening recorded once', async () => {
    const { id, token } = await send()
    // A link check by a mail program is no opening.
    await at.app.server.inject({ method: 'HEAD', url: `/api/v1${path(token)}` })
    const asked = new Date()
    const shown = await look(token)
    expect(shown.headers['cache-control']).toBe('private, no-store')
    expect(shown.body).toMatchObject({
      ...{ kind: 'tag', state: 'open', total_cents: 11900, valid_until: '2030-12-31', signed_at: null },
      line_items: [{ description: 'Gestaltung\nmit Entwurf', net_cents: 10000 }],
      seller: { name: expect.stringMatching(/^Haus /) },
    })
    expect(JSON.stringify(shown.body)).not.toContain(token)
    const opened = async () =>
      (await at.app.system.query('select opened_at::text from signing_links where subject_id = $1', [id])).rows[0]
        .opened_at
    await expect.poll(opened).not.toBeNull()
    const first = await opened()
    expect(new Date(first).getTime()).toBeGreaterThanOrEqual(asked.getTime())
    await look(token)
    expect(await opened()).toBe(first)
  })

  test('is signed once: with evidence page, seal and mail to recipients', async () => {
    const { id, token, hash } = await send()
    const before = await pdfOf(token)
    expect(hashOf(before)).toBe(hash)
    const { status, body } = await sign(token)
    expect([status, body.state]).toEqual([200, 'signed'])
    const sealed = await pdfOf(token)
    const text = await textOf(sealed)
    for (const words of ['Nachweis der Unterschrift', 'Änne Kunde', 'getippt', 'anna@kunde.example', hash])
      expect(text).toContain(words)
    expect(text).toContain('Probe/1.0 (Pr?fung)')
    expect(text).toContain(hashOf('Änne Kunde'))
    expect(text).toContain('127.0.0.1')
    for (const step of ['Gesendet', 'Geöffnet', 'Unterschrieben']) expect(text).toContain(step)
    expect((await look(token)).body.state).toBe('signed')
    expect((await sign(token)).body.error).toBe('invalid_state')
    expect((await reject(token)).body.error).toBe('invalid_state')
    const { rows } = await at.app.system.query(
      'select kind, recipients, attachments from mails where subject_id = $1',
      [id],
    )
    const copy = rows.find(({ kind }) => kind === 'signed_tag')
    expect(copy.recipients).toEqual(['anna@kunde.example'])
    expect(copy.attachments[0].sha256).toBe(hashOf(sealed))
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['document_signed', 'signed_tag'])
  })

  test.skipIf(!has('pdfsig'))('has a seal that pdfsig accepts, and that fails after a changed byte', async () => {
    const { token } = await send()
    await sign(token, { name: 'Änne Kunde', signature: drawing() })
    const sealed = await pdfOf(token)
    expect(pdfsig(sealed)).toContain('Signature is Valid')
    expect(pdfsig(sealed)).toContain('Total document signed')
    const changed = Buffer.from(sealed)
    const place = changed.indexOf('/Producer')
    changed[place + 12] = (changed[place + 12] ?? 0) ^ 1
    expect(pdfsig(changed)).toContain('Digest Mismatch')
  })

  test('is declined once', async () => {
    const { token } = await send()
    expect((await reject(token, { reason: 'zu teuer' })).body.state).toBe('rejected')
    expect((await look(token)).body.state).toBe('rejected')
    for (const again of [await sign(token), await reject(token)])
      expect([again.status, again.body.error]).toEqual([409, 'invalid_state'])
  })

  test('shows its conversion after signing, sealed again', async () => {
    const { id, token } = await send()
    await sign(token)
    const before = await pdfOf(token)
    await inOrganization((context) =>
      recordConversion(context, { id, kind: 'tag', title: 'Schild', note: 'Rechnung (Entwurf)' }),
    )
    const after = await pdfOf(token)
    const text = await textOf(after)
    expect(text).toContain('Umgewandelt')
    // The invoice is deleted and the quote converted again within a second: the page stays the same.
    const again = new Date(
      (await at.app.system.query('select max(archived_at) as at from archived_documents where subject_id = $1', [id]))
        .rows[0].at,
    )
    const now = vi.spyOn(at.app.services.clock, 'now').mockReturnValue(again)
    await inOrganization((context) =>
      recordConversion(context, { id, kind: 'tag', title: 'Schild', note: 'Rechnung (Entwurf)' }),
    )
    now.mockRestore()
    expect(hashOf(await pdfOf(token))).toBe(hashOf(after))
    expect(text).toContain('Rechnung (Entwurf)')
    expect(await textOf(before)).not.toContain('Umgewandelt')
    if (has('pdfsig')) expect(pdfsig(after)).toContain('Signature is Valid')
  })

  test('is signed over GraphQL', async () => {
    const { token } = await send()
    const { data, errors } = await at.nobody.graphql(
      'mutation ($token: String!) { signDocument(token: $token, input: { name: "A", signature: "A" }) { state } }',
      { token },
    )
    expect([errors, data?.signDocument.state]).toEqual([undefined, 'signed'])
  })

  test('ignores a token sent along; other operations still require one', async () => {
    const { token } = await send()
    const signed = vi.spyOn(tag(), 'sign')
    const other = await openHouse(at.app)
    const shown = await other.owner.graphql('query ($token: String!) { documentToSign(token: $token) { state } }', {
      token,
    })
    expect([shown.errors, shown.data?.documentToSign.state]).toEqual([undefined, 'open'])
    const mixed = await at.owner.graphql(
      'query ($token: String!) { me { id } documentToSign(token: $token) { state } }',
      {
        token,
      },
    )
    expect([mixed.data, mixed.errors?.[0].extensions.status]).toEqual([null, 422])
    const sign =
      'mutation ($token: String!) { signDocument(token: $token, input: { name: "A", signature: "A" }) { state } }'
    expect((await at.owner.graphql(sign, { token })).data?.signDocument.state).toBe('signed')
    expect(signed.mock.lastCall?.[0].actor).toMatchObject({ type: 'public', id: null })
    signed.mockRestore()
  })
})

describe('a signature', () => {
  const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

  test.each(['rest', 'graphql'])('is an image of up to 128 KiB: %s', async (way) => {
    const { token } = await send()
    const signature = dataUrl(noisyPng(360, 360))
    expect(signature.length).toBeGreaterThan(170_000)
    if (way === 'rest') return expect((await sign(token, { name: 'A', signature })).status).toBe(200)
    const { errors } = await at.nobody.graphql(
      'mutation ($token: String!, $signature: String!) { signDocument(token: $token, input: { name: "A", signature: $signature }) { state } }',
      { token, signature },
    )
    expect(errors).toBeUndefined()
  })

  test.each([
    ['no name', { signature: 'A' }, 400, 'name'],
    ['a blank name', { name: ' ', signature: 'A' }, 422, 'name'],
    ['a name of two lines', { name: 'Max\nUnterzeichnet am 1. Mai 2020', signature: 'A' }, 422, 'name'],
    ['an address in the name', { name: 'Max auf example。com', signature: 'A' }, 422, 'name'],
    ['a long name', { name: 'x'.repeat(121), signature: 'A' }, 422, 'name'],
    ['an address typed as the signature', { name: 'A', signature: 'bit.ly' }, 422, 'signature'],
    ['a signature of two lines', { name: 'A', signature: 'Max\u2028Muster' }, 422, 'signature'],
    ['no signature', { name: 'A' }, 400, 'signature'],
    ['a blank one', { name: 'A', signature: ' ' }, 422, 'signature'],
    ['another picture', { name: 'A', signature: 'data:image/jpeg;base64,AAAA' }, 422, 'signature'],
    ['a broken picture', { name: 'A', signature: 'data:image/png;base64,AAAA' }, 422, 'signature'],
    ['an empty picture', { name: 'A', signature: drawing({ blank: true }) }, 422, 'signature'],
    ['a huge picture', { name: 'A', signature: drawing({ width: 2001, height: 1000 }) }, 422, 'signature'],
    ['a column of pixels', { name: 'A', signature: dataUrl(noisyPng(1, 4001)) }, 422, 'signature'],
    ['a picture of more than 128 KiB', { name: 'A', signature: dataUrl(noisyPng(400, 400)) }, 422, 'signature'],
    ['what cannot be printed', { name: 'A', signature: '\u{10FFFF}' }, 422, 'signature'],
  ])('is refused: %s', async (_, body, status, field) => {
    const { token } = await send()
    const answer = await sign(token, body)
    expect([answer.status, answer.body.field]).toEqual([status, field])
    expect((await look(token)).body.state).toBe('open')
  })
})

describe('a link', () => {
  test('that is guessed returns nothing', async () => {
    const answers = await Promise.all(
      ['x', createLinkToken(at.organizationId).token].flatMap((token) => [
        look(token),
        sign(token),
        reject(token),
        at.nobody.rest('GET', path(token, '/pdf')),
      ]),
    )
    for (const { status, body, headers } of answers)
      expect([status, body.error, headers['cache-control']]).toEqual([404, 'not_found', 'private, no-store'])
  })

  test('is 410 after its end, on withdrawal, and after a newer one', async () => {
    const late = await send({ expiresAt: new Date(Date.now() - 1) })
    const withdrawn = await send()
    await inOrganization((context) => endSigningLinks(context, withdrawn.id))
    const old = await send()
    await inOrganization((context) =>
      createSigningLink(context, { kind: 'tag', id: old.id, sentTo: [], expiresAt: new Date(Date.now() + 1000) }),
    )
    for (const { token } of [late, withdrawn, old])
      for (const answer of [await look(token), await sign(token), await reject(token)])
        expect([answer.status, answer.body.error]).toEqual([410, 'expired'])
  })

  test('opens with any token sent along', async () => {
    const { token } = await send()
    expect((await at.viewer.rest('GET', path(token))).status).toBe(200)
    expect((await at.nobody.rest('GET', path(token), undefined, { authorization: 'Bearer none' })).status).toBe(200)
  })
})

describe('concurrent requests', () => {
  test('sign twice: one succeeds, the other is told by whom', async () => {
    const { token } = await send()
    const answers = await Promise.all([
      sign(token, { name: 'Eins', signature: 'Eins' }),
      sign(token, { name: 'Zwei', signature: 'Zwei' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('schon unterschrieben')
  })

  test('sign and decline: one succeeds', async () => {
    const { token } = await send()
    const answers = await Promise.all([sign(token), reject(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { state } = (await look(token)).body
    expect(state).toBe(answers[0]?.status === 200 ? 'signed' : 'rejected')
  })

  test('sign and send again: no ended link signs', async () => {
    const { id, token } = await send()
    const [answer] = await Promise.all([
      sign(token),
      inOrganization(async (context) => {
        await context.load(Tag, id)
        await endSigningLinks(context, id)
      }),
    ])
    const { rows } = await at.app.system.query(
      `select s.signed_at < l.ended_at as before from signatures s join signing_links l using (organization_id, subject_id)
       where subject_id = $1`,
      [id],
    )
    if (answer.status === 200) expect(rows).toMatchObject([{ before: true }])
    else expect([answer.status, rows.length]).toEqual([410, 0])
  })
})
