import { createHash } from 'node:crypto'
import { PDFName, PDFRawStream } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { jpeg, png } from '../../../documents/pictures.ts'
import { read } from '../../../documents/reading.ts'
import { house, openHouse } from '../../../harness/house.ts'
import { upload } from './upload.ts'

const at = house()
let client: string
beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Kai 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
  })
  const address = { street: 'Weg 2', postal_code: '50667', city: 'Köln', country: 'DE' }
  client = (await at.owner.rest('POST', '/clients', { name: 'Acme', ...address })).body.id
})

const logo = async (bytes: Uint8Array | string, name = 'logo.png') =>
  (await upload(at, 'owner', { file: [bytes, name] })).body.id as string
const setLogo = (id: string | null) => at.admin.rest('PUT', '/organization', { logo_file_id: id })
const draft = async () =>
  (
    await at.owner.rest('POST', '/invoices', {
      client_id: client,
      issue_date: '2026-01-02',
      due_date: '2026-01-16',
      line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
    })
  ).body.id as string
/** The widths of the pictures in an invoice's PDF. */
const pictures = async (invoice: string) => {
  const { raw } = await at.owner.rest('GET', `/invoices/${invoice}/pdf`)
  const { document } = await read(raw)
  return document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.dict] : []))
    .filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image') && dict.has(PDFName.of('SMask')))
    .map((dict) => Number(dict.get(PDFName.of('Width'))))
}

describe('the logo', () => {
  test('that is deleted between two changes of the organization is shown by neither the second nor its event', async () => {
    const id = await logo(png(10, 10))
    const { data, errors } = await at.admin.graphql(`mutation {
      a: updateOrganization(input: { logoFileId: "${id}" }) { logoFileId }
      b: deleteFile(id: "${id}")
      c: updateOrganization(input: { phone: "040 1" }) { logoFileId phone }
    }`)
    expect(errors).toBeUndefined()
    expect([data.a.logoFileId, data.c]).toEqual([id, { logoFileId: null, phone: '040 1' }])
  })
  test('is a PNG or a JPEG among the files, and stands on drafts, invoices and credit notes', async () => {
    const bytes = png(120, 30)
    const id = await logo(bytes)
    expect((await setLogo(id)).body.logo_file_id).toBe(id)
    const invoice = await draft()
    expect(await pictures(invoice)).toEqual([120])
    expect((await at.owner.rest('POST', `/invoices/${invoice}/send`, { channel: 'none' })).status).toBe(200)
    expect(await pictures(invoice)).toEqual([120])
    const { rows } = await at.app.system.query('select parties from invoices where id = $1', [invoice])
    expect(rows[0].parties.logoSha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const note = await at.owner.rest('POST', `/invoices/${invoice}/credit-note`)
    expect(await pictures(note.body.id)).toEqual([120])
    expect((await setLogo(await logo(jpeg(3), 'logo.jpg'))).status).toBe(200)
  })

  test('that changes or is deleted stays on what was sent', async () => {
    const first = await logo(png(121, 30))
    await setLogo(first)
    const invoice = await draft()
    await at.owner.rest('POST', `/invoices/${invoice}/send`, { channel: 'none' })
    const { raw } = await at.owner.rest('GET', `/invoices/${invoice}/pdf`)
    const { version } = (await at.owner.rest('GET', '/organization')).body
    expect((await at.member.rest('DELETE', `/storage/files/${first}`)).status).toBe(204)
    const organization = (await at.owner.rest('GET', '/organization')).body
    expect([organization.logo_file_id, organization.version]).toEqual([null, version + 1])
    expect((await at.owner.rest('GET', `/invoices/${invoice}/pdf`)).raw.equals(raw)).toBe(true)
    expect(await pictures(await draft())).toEqual([])
  })

  test('is cleared by null', async () => {
    await setLogo(await logo(png(20, 20)))
    expect((await setLogo(null)).body.logo_file_id).toBeNull()
  })

  test.each([
    ['text', 'a logo in words', 'logo.png'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.svg'],
    ['a broken PNG', png(40, 20).subarray(0, -20), 'logo.png'],
    ['a PNG of too many pixels', png(4000, 1001), 'logo.png'],
    ['a JPEG in CMYK', jpeg(4), 'logo.jpg'],
    ['a JPEG that was cut off', jpeg(3).subarray(0, -2), 'logo.jpg'],
    ['more than 2 MiB', Buffer.concat([jpeg(3), Buffer.alloc(2 * 1024 * 1024)]), 'logo.jpg'],
  ])('is refused when it is set where it is %s, and not at the send', async (_title, bytes, name) => {
    const before = (await setLogo(null)).body
    const { status, body } = await setLogo(await logo(bytes, name))
    expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'logo_file_id'])
    expect((await at.owner.rest('GET', '/organization')).body).toEqual(before)
  })

  test('of another organization is refused as one that does not exist', async () => {
    const other = await openHouse(at.app)
    const theirs = (await upload(other, 'owner', { file: [png(20, 20), 'logo.png'] })).body.id
    const [known, unknown] = [await setLogo(theirs), await setLogo('00000000-0000-4000-8000-000000000000')]
    expect([known.status, known.body.field]).toEqual([422, 'logo_file_id'])
    expect(known.raw.toString()).toBe(unknown.raw.toString())
  })

  test('set and deleted at once never refers to nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await logo(png(20, 20))
      const [set, gone] = await Promise.all([setLogo(id), at.owner.rest('DELETE', `/storage/files/${id}`)])
      expect([200, 422]).toContain(set.status)
      expect(gone.status).toBe(204)
      expect((await at.owner.rest('GET', '/organization')).body.logo_file_id).toBeNull()
    }
  })
})
