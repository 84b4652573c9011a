import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { png } from '../../../documents/pictures.ts'
import { house, openHouse, scenario } from '../../../harness/house.ts'
import { upload } from '../../content/files/upload.ts'

// A sample invoice as settings would make it, before they are kept.

const at = house()
const address = '/organization/preview'
const preview = async (settings: object) => {
  const { status, body } = await at.owner.rest('POST', address, settings)
  expect({ status, body }).toMatchObject({ status: 200 })
  return Buffer.from(body.picture, 'base64')
}
const file = async (bytes: Uint8Array | string, of = at): Promise<string> =>
  (await upload(of, 'owner', { file: [bytes, 'logo.png'] })).body.id

describe('the preview of settings', () => {
  test('is a picture of a page, which another colour, language, name or logo changes', async () => {
    const before = await at.owner.rest('GET', '/organization')
    const usual = await preview({})
    const { format, width = 0, height = 0 } = await sharp(usual).metadata()
    expect({ format, height }).toEqual({ format: 'webp', height: 1200 })
    expect(width / height).toBeCloseTo(210 / 297, 2)
    expect(await preview({})).toEqual(usual)
    for (const settings of [
      { accent_color: '#c2410c' },
      { default_language: 'en' },
      { legal_name: 'Nordlicht GmbH' },
      { small_business: true },
      { hourly_rate_cents: 12_000 },
      { invoice_number_pattern: 'R{seq:6}' },
      { logo_file_id: await file(png(120, 30)) },
    ])
      expect({ settings, same: usual.equals(await preview(settings)) }).toEqual({ settings, same: false })
    expect((await at.owner.rest('GET', '/organization')).body).toEqual(before.body)
  })
  test('shows the settings as they are kept, by GraphQL too', async () => {
    const kept = { accent_color: '#7c3aed', logo_file_id: await file(png(60, 30)) }
    const proposed = await preview(kept)
    await at.owner.rest('PUT', '/organization', kept)
    const { data } = await at.admin.graphql('{ organizationPreview(input: {}) { picture } }')
    // Its number says nothing of when it was drawn.
    expect(Buffer.from(data.organizationPreview.picture, 'base64')).toEqual(proposed)
  })
  test('says of a logo that could not be kept what saving it would say', async () => {
    const stranger = await openHouse(at.app)
    const refused = [await file('no picture'), await file(png(10, 10), stranger)]
    for (const logo_file_id of refused) {
      const answers = [
        await at.owner.rest('POST', address, { logo_file_id }),
        await at.owner.rest('PUT', '/organization', { logo_file_id }),
      ]
      const [told, said] = answers.map(({ status, body }) => ({ status, ...body.error, request_id: null }))
      expect(told?.status).toBe(422)
      expect(told).toEqual(said)
    }
  })
  scenario(at, 'refuses what could not be kept', {
    post: address,
    send: { iban: 'DE00', logo_file_id: '00000000-0000-4000-8000-000000000000' },
    status: 422,
  })
  for (const as of ['member', 'viewer', 'accountant', 'auditor'] as const)
    scenario(at, `is not for the ${as}`, { as, post: address, send: {}, status: 403 })
})
