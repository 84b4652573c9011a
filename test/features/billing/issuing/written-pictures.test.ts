import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, type Person, scenario } from '../../../harness/house.ts'
import { firm, line } from '../invoices/firm.ts'

// The first page of a document that is being written, before it is kept.

const at = house()
const { open, client, send } = firm(at)
let clientId = ''
beforeAll(async () => {
  await open()
  clientId = await client()
})

/** Each kind: what is written, something that changes its picture, and how that is refused. */
const kinds = [
  {
    path: '/invoices',
    written: () => ({ ...dates, client_id: clientId, line_items: [line(10_000)] }),
    changes: [{ line_items: [line(12_345)] }, { introduction: 'Guten Tag' }, { due_date: '2026-02-19' }],
  },
  {
    path: '/quotes',
    written: () => ({ client_id: clientId, valid_until: '2198-12-20', line_items: [line(10_000)] }),
    changes: [{ line_items: [line(12_345)] }, { closing: 'Bis bald' }, { valid_until: '2198-12-24' }],
  },
  {
    path: '/contracts',
    written: () => ({ client_id: clientId, title: 'Wartung', content: 'Wir warten *alles*.' }),
    changes: [{ content: 'Wir warten nichts.' }, { title: 'Pflege' }, { starts_on: '2026-12-01' }],
  },
]
const dates = { issue_date: '2026-01-05', due_date: '2026-01-19' }

const draw = async (path: string, body: object, as: Person = at.accountant) => {
  const answer = await as.rest('POST', `${path}/picture`, body)
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  return Buffer.from(answer.body.picture, 'base64')
}

describe.each(kinds)('the picture of $path that are being written', ({ path, written, changes }) => {
  test('is a page, which what is typed changes, and nothing of it is kept', async () => {
    const total = async () => (await at.owner.rest('GET', path)).body.total
    const before = await total()
    await at.events()
    const usual = await draw(path, written())
    const { format, height } = await sharp(usual).metadata()
    expect({ format, height }).toEqual({ format: 'webp', height: 1200 })
    expect(await draw(path, written())).toEqual(usual)
    for (const changed of changes)
      expect({ changed, same: usual.equals(await draw(path, { ...written(), ...changed })) }).toMatchObject({
        same: false,
      })
    expect(await total()).toBe(before)
    expect(await at.events()).toEqual([])
  }, 60_000)
  test('is that of the draft once it is kept, and of a draft with what is not sent along', async () => {
    const { body } = await at.accountant.rest('POST', path, { ...written(), language: 'en' })
    const kept = async () => (await at.accountant.rest('GET', `${path}/${body.id}/preview`)).raw
    expect(await draw(path, { ...written(), language: 'en' })).toEqual(await kept())
    expect(await draw(path, { ...written(), draft_id: body.id })).toEqual(await kept())
    const changed = { ...written(), ...changes[0] }
    const seen = await draw(path, { ...changed, draft_id: body.id })
    expect(seen.equals(await kept())).toBe(false)
    await at.accountant.rest('PUT', `${path}/${body.id}`, changed)
    expect(seen).toEqual(await kept())
  }, 60_000)
  test('is refused in the words of creating it', async () => {
    const stranger = await openHouse(at.app)
    const { body: foreign } = await stranger.owner.rest('POST', '/clients', { name: 'Fremd', country: 'DE' })
    for (const [wrong, field] of [
      [{ client_id: foreign.id }, 'client_id'],
      [{ language: 'fr' }, 'language'],
      path === '/contracts'
        ? [{ content: 'a'.repeat(200_001) }, 'content']
        : [{ introduction: 'a'.repeat(5001) }, 'introduction'],
      path === '/contracts'
        ? [{ starts_on: '2026-12-01', ends_on: '2026-11-01' }, 'ends_on']
        : [{ line_items: [line(100, 0)] }, 'line_items.0.tax_rate'],
    ] as const) {
      const answers = await Promise.all(
        [`${path}/picture`, path].map((address) =>
          at.accountant.rest('POST', address, { ...written(), ...(wrong as object) }),
        ),
      )
      const [told, said] = answers.map(({ status, body }) => ({ status, ...body, request_id: null }))
      expect({ field, status: told?.status }).toEqual({ field, status: 422 })
      expect(told?.errors[0].field).toBe(field)
      expect(told).toEqual(said)
    }
  })
  test('is of a draft that is there', async () => {
    const stranger = await openHouse(at.app)
    const theirs = (await stranger.owner.rest('POST', '/clients', { name: 'Fremd', country: 'DE' })).body.id
    const { body: foreign } = await stranger.owner.rest('POST', path, { ...written(), client_id: theirs })
    const { status, body } = await at.accountant.rest('POST', `${path}/picture`, {
      ...written(),
      draft_id: foreign.id,
    })
    expect([status, body.errors[0].field]).toEqual([422, 'draft_id'])
  })
  for (const as of ['member', 'viewer', 'auditor'] as const)
    test(`is not for the ${as}`, async () => {
      expect((await at[as].rest('POST', `${path}/picture`, written())).status).toBe(403)
    })
  scenario(at, 'needs a token', { as: 'nobody', post: `${path}/picture`, send: {}, status: 401 })
})

describe('what is sent', () => {
  test('is not written any more', async () => {
    const { id: draft_id } = await send(clientId, [line(100)])
    const { status, body } = await at.accountant.rest('POST', '/invoices/picture', {
      ...{ ...dates, client_id: clientId, line_items: [line(100)], draft_id },
    })
    expect([status, body.error]).toEqual([409, 'invoice_locked'])
  })
})

describe('a recurring invoice', () => {
  const written = () => ({
    ...{ client_id: clientId, interval: 'month', starts_on: '2198-12-01', due_days: 10 },
    line_items: [line(10_000, 19, { description: 'Miete {month} {year}' })],
  })
  test('is shown as the next invoice that it makes', async () => {
    const seen = await draw('/recurring-invoices', written())
    const { picture } = (
      await at.accountant.rest('POST', '/invoices/picture', {
        ...{ client_id: clientId, issue_date: '2198-12-01', due_date: '2198-12-11', service_from: '2198-12-01' },
        ...{ service_to: '2198-12-31', language: 'de' },
        line_items: [line(10_000, 19, { description: 'Miete Dezember 2198' })],
      })
    ).body
    expect(seen.equals(Buffer.from(picture, 'base64'))).toBe(true)
  })
  test('is not for who may not write it, and refused where it could not be kept', async () => {
    const path = '/recurring-invoices/picture'
    expect((await at.member.rest('POST', path, written())).status).toBe(403)
    for (const [field, wrong] of [
      ['ends_on', { ends_on: '2026-11-01' }],
      ['starts_on', { starts_on: '2020-01-01' }],
    ] as const)
      for (const address of [path, '/recurring-invoices']) {
        const { status, body } = await at.accountant.rest('POST', address, { ...written(), ...wrong })
        expect([status, body.errors[0].field]).toEqual([422, field])
      }
  })
})

describe('drawing', () => {
  test('goes one by one for each who asks: what waits gives way to what comes after it', async () => {
    const ask = (cents: number, as = at.owner) =>
      as.rest('POST', '/invoices/picture', { ...dates, client_id: clientId, line_items: [line(cents)] })
    const asked = [ask(1), ask(2), ask(3), ask(4)]
    const other = ask(5, at.admin)
    const answers = await Promise.all(asked)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect((await other).status).toBe(200)
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('conflict')
  })
  test('leaves the event loop to others, even of the dearest document that may be', async () => {
    const description = 'Eine Zeile, die lang ist, und noch eine.\n'.repeat(4).trim()
    const lines = Array.from({ length: 1000 }, (_, each) => line(each, 19, { description, quantity: 1.5 }))
    const asked = performance.now()
    const dearest = at.owner.rest('POST', '/invoices/picture', { ...dates, client_id: clientId, line_items: lines })
    const waits: number[] = []
    let took = 0
    dearest.then(() => {
      took = performance.now() - asked
    })
    while (!took) {
      const began = performance.now()
      expect((await at.member.rest('GET', '/projects')).status).toBe(200)
      waits.push(performance.now() - began)
    }
    expect((await dearest).status).toBe(200)
    expect(waits.length).toBeGreaterThan(5)
    expect(Math.max(...waits)).toBeLessThan(took / 2)
  })
})
