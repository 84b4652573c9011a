import { describe, expect, test } from 'vitest'
import { openHouse, scenario } from '../../../harness/house.ts'
import { upload } from '../../content/files/upload.ts'
import { iban, openBankImport } from './bank-import-house.ts'
import { camt, camtOf, details, entry, mt940 } from './samples.ts'

const { at, read, proposed, confirm } = openBankImport()

describe('the same transaction', () => {
  const idsOf = async (text: string): Promise<string[]> =>
    (await proposed(text)).proposals.map(({ transaction_id }: { transaction_id: string }) => transaction_id)

  test('is recognized in any file, and two alike in one statement stay two', async () => {
    const twice = { cents: 4711, name: 'Abo Kunde', purpose: 'Monatsbeitrag', iban, on: '2026-03-09' }
    const other = { cents: 4711, name: 'Anders', purpose: 'Ganz was anderes', on: '2026-03-09' }
    const first = await idsOf(camt(twice, twice, other))
    expect(new Set(first).size).toBe(3)
    expect((await idsOf(mt940(twice, twice))).toSorted()).toEqual(first.slice(0, 2).toSorted())
    expect(await idsOf(mt940(other))).toEqual(first.slice(2))
    const [third, one] = await idsOf(camt(other, twice))
    expect([third, first.slice(0, 2).includes(one ?? '')]).toEqual([first[2], true])
    expect(new Set([...first, ...(await idsOf(camt(twice, twice, twice)))]).size).toBe(4)
  })

  test('differs by day, reference, or in the next page', async () => {
    const moved = { cents: 815, purpose: 'Miete März', on: '2026-03-08' }
    const [id] = await idsOf(camt(moved))
    expect(await idsOf(camt({ ...moved, on: '2026-03-07' }))).not.toContain(id)
    expect(await idsOf(camt({ ...moved, purpose: 'Lieferung Nr. 17' }))).not.toContain(id)
    const page = (number: number) =>
      `:20:X\n:25:12030000/202051\n:28C:1/${number}\n:60${number === 1 ? 'F' : 'M'}:C260307EUR${number},\n` +
      `:61:2603060306C1,NTRFNONREF\n:86:166?20Gleich\n:62M:C260308EUR${number + 1},\n-\n`
    expect(new Set(await idsOf(page(1) + page(2))).size).toBe(2)
    expect(new Set(await idsOf(page(1) + page(1))).size).toBe(1)
  })

  test('is recognized in a file with the account number only', async () => {
    const moved = { cents: 816, purpose: 'Miete Februar' }
    const ids = await idsOf(camt(moved))
    for (const account of ['0000202051', '202051', 'BYLADEM1001/202051'])
      expect(await idsOf(mt940(moved).replace('12030000/202051', account)), account).toEqual(ids)
    expect(await idsOf(mt940(moved).replace('12030000/202051', '10050000/202051'))).not.toEqual(ids)
  })

  test('of an unbalanced file is imported on request, with warnings on each proposal', async () => {
    const one = { cents: 4714, name: 'Unausgeglichen', purpose: 'Rechnung' }
    const text = camtOf(entry(`<NtryDtls>${details(one)}</NtryDtls>`, one.cents), one.cents - 14)
    const refused = await read(text)
    expect([refused.status, refused.body.field]).toEqual([422, 'file'])
    expect(refused.body.message).toContain('(10,00 + 47,14 = 57,14 EUR statt 57,00 EUR)')
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['file', 'accept_unbalanced'])
    const { body: file } = await upload(at, 'owner', { file: [text, 'umsaetze.xml'] })
    const send = (accept: unknown) =>
      at.owner.rest('POST', '/payments/import', { file_id: file.id, accept_unbalanced: accept })
    expect((await send(false)).status).toBe(422)
    expect((await send('maybe')).body).toMatchObject({ error: 'validation_failed', field: 'accept_unbalanced' })
    const { status, body } = await send(true)
    const warnings = [{ field: 'statements.0', message: expect.stringContaining('statt 57,00 EUR') }]
    expect([status, body.warnings, body.proposals[0].warnings]).toEqual([201, warnings, warnings])
    const again = await at.owner.rest('GET', `/payments/import/${body.id}`, undefined, { 'accept-language': 'en' })
    expect(again.body.warnings[0].message).toContain('instead of 57.00 EUR')
    expect((await read(camt({ cents: 4715 }))).body).toMatchObject({ warnings: [], proposals: [{ warnings: [] }] })
  })
  test('differs if its UETR differs, and matches if that agrees', async () => {
    const told = (uetr: string) => {
      const one = { cents: 4713, name: 'Zwilling', purpose: 'Monatsbeitrag' }
      const marked = details(one).replace('<Refs>', `<Refs><UETR>${uetr}</UETR>`)
      return camtOf(entry(`<NtryDtls>${marked}</NtryDtls>`, one.cents), one.cents)
    }
    const [first] = await idsOf(told('eb6305c9-1f7f-49de-aed0-16487c27b42d'))
    expect(await idsOf(told('eb6305c9-1f7f-49de-aed0-16487c27b42e'))).not.toEqual([first])
    expect(await idsOf(told('eb6305c9-1f7f-49de-aed0-16487c27b42d'))).toEqual([first])
  })
  test('is recognized by UETR on another day than its notification', async () => {
    const one = { cents: 4714, name: 'Zwilling', purpose: 'Monatsbeitrag' }
    const marked = details(one).replace('<Refs>', '<Refs><UETR>eb6305c9-1f7f-49de-aed0-16487c27b430</UETR>')
    const booked = camtOf(entry(`<NtryDtls>${marked}</NtryDtls>`, one.cents), one.cents)
    const notified = booked
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('Stmt>', 'Ntfctn>')
      .replace(/<Bal>.*<\/Bal>/s, '')
      .replace(/<(BookgDt|ValDt)>.*?<\/\1>/gs, '')
      .replace('<Ntfctn>', '<Ntfctn><CreDtTm>2026-03-12T08:00:00</CreDtTm>')
    const first = await proposed(notified)
    expect(first.proposals).toMatchObject([{ booked_on: '2026-03-12' }])
    expect(await idsOf(booked)).toEqual([first.proposals[0].transaction_id])
  })
  test('of another organization is another one', async () => {
    const stranger = await openHouse(at.app)
    const text = camt({ cents: 4711, name: 'Abo Kunde', purpose: 'Monatsbeitrag', iban, on: '2026-03-09' })
    const theirs = await read(text, 'owner', stranger)
    expect(theirs.body.proposals[0]).toMatchObject({ match: 'none' })
    expect(await idsOf(text)).not.toContain(theirs.body.proposals[0].transaction_id)
    const wish = { transaction_id: theirs.body.proposals[0].transaction_id, invoice_id: theirs.body.id }
    expect((await confirm(theirs.body.id, [wish])).status).toBe(404)
    const own = await proposed(text)
    const refused = await confirm(own.id, [wish])
    expect([refused.status, refused.body.field]).toEqual([422, 'payments.0.transaction_id'])
    const unknown = await confirm(own.id, [{ ...wish, transaction_id: own.proposals[0].transaction_id }])
    expect([unknown.status, unknown.body.field]).toEqual([422, 'payments.0.invoice_id'])
  })
})

describe('an import', () => {
  test('accepts an uploaded file, and a signed upload URL', async () => {
    const { body: file } = await upload(at, 'owner', { file: [camt({ cents: 1 }), 'a.xml'] })
    const { status, body } = await at.accountant.rest('POST', '/payments/import', { file_id: file.id })
    expect([status, body.format, body.proposals.length]).toEqual([201, 'camt.053', 1])
    const { data } = await at.accountant.graphql('{ paymentImportUrl { url } }')
    const form = new FormData()
    form.append('file', new Blob([camt({ cents: 1 })]), 'a.xml')
    const sent = new Response(form)
    const posted = await at.app.server.inject({
      method: 'POST',
      url: new URL(data.paymentImportUrl.url).pathname + new URL(data.paymentImportUrl.url).search,
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    expect(posted.statusCode).toBe(201)
  })

  test('is made once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'import-1' }
    const text = camt({ cents: 3 })
    const [one, two] = [await read(text, 'owner', at, headers), await read(text, 'owner', at, headers)]
    expect(two.body).toEqual(one.body)
    expect(two.headers['idempotent-replayed']).toBe('true')
    expect((await read(camt({ cents: 4 }), 'owner', at, headers)).body.error).toBe('idempotency_key_reused')
  })

  test.each(['owner', 'admin', 'accountant'] as const)('is allowed for the %s', async (role) => {
    expect((await read(camt({ cents: 2 }), role)).status).toBe(201)
  })
  test.each(['auditor', 'member', 'viewer'] as const)('is refused for the %s', async (role) => {
    expect((await read(camt({ cents: 2 }), role)).status).toBe(403)
    expect((await confirm(at.organizationId, [], role)).status).toBe(403)
  })
  test('is refused without a token', async () => {
    expect((await read(camt({ cents: 2 }), 'nobody')).status).toBe(401)
  })

  test('is refused with line and reason, in both languages', async () => {
    const { status, body } = await read(
      camt({ cents: 100 }).replace(
        '>1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>',
        '>1.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>',
      ),
    )
    expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'file'])
    expect(body.message).toMatch(/^file wird nicht gelesen: Zeile 3: Konto DE\d+: Anfangssaldo und Umsätze/)
    const english = await read('x', 'owner', at, { 'accept-language': 'en' })
    expect(english.body.message).toBe('file is not read: neither camt nor MT940.')
  })

  const nowhere = '00000000-0000-4000-8000-000000000000'
  scenario(at, 'refuses a file that is not there', {
    post: '/payments/import',
    send: { file_id: nowhere },
    status: 422,
    body: { field: 'file_id' },
  })
  scenario(at, 'refuses a body without a file', {
    post: '/payments/import',
    send: {},
    status: 400,
    body: { field: 'file_id' },
  })
  scenario(at, 'refuses no body at all', { post: '/payments/import', status: 415 })
  scenario(at, 'is not found by another id', { get: `/payments/import/${nowhere}`, status: 404 })
  test('refuses files over the limits', async () => {
    const { status, body } = await read(`<a>${' '.repeat(20 * 1024 * 1024)}</a>`)
    expect([status, body.error]).toEqual([413, 'payload_too_large'])
  })
})
