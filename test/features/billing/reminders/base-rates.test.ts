import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, startApp } from '../../../harness/house.ts'

let stop: () => Promise<void>
let first: House
let other: House
beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(), today: () => '2026-11-20' } })
  stop = started.stop
  first = await openHouse(started.app)
  other = await openHouse(started.app)
})
afterAll(() => stop())

const rates = async (by: Person) =>
  (await by.graphql('{ baseRates { editable missingFrom rates { validFrom percent } } }')).data?.baseRates
const add = async (by: Person, validFrom: string, percent: number) => {
  const mutation = `mutation ($input: AddBaseRateInput!) { addBaseRate(input: $input) { missingFrom } }`
  const { data, errors } = await by.graphql(mutation, { input: { validFrom, percent } })
  return errors ? errors[0].extensions.code : data.addBaseRate
}

test('the owner of the oldest organization enters the rate of a half-year once, for all', async () => {
  expect(await rates(first.accountant)).toMatchObject({ editable: false, missingFrom: '2026-07-01' })
  expect(await rates(first.owner)).toMatchObject({ editable: true })
  expect(await rates(other.owner)).toMatchObject({ editable: false })
  for (const who of [first.admin, first.accountant, first.member])
    expect(await add(who, '2026-07-01', 1.52)).toBe('forbidden')
  expect(await add(other.owner, '2026-07-01', 1.52)).toBe('invalid_state')
  for (const [day, percent] of [
    ['2026-07-02', 1.52],
    ['2027-07-01', 1.52],
    ['2026-07-01', 1.525],
    ['2026-07-01', 51],
  ] as const)
    expect(await add(first.owner, day, percent)).toBe('validation_failed')
  expect(await add(first.owner, '2026-07-01', 1.52)).toEqual({ missingFrom: null })
  expect(await add(first.owner, '2026-07-01', 1.5)).toBe('invalid_state')
  expect(await add(first.owner, '2027-01-01', -0.88)).toEqual({ missingFrom: null })
  expect((await rates(other.accountant)).rates.slice(0, 2)).toEqual([
    { validFrom: '2027-01-01', percent: -0.88 },
    { validFrom: '2026-07-01', percent: 1.52 },
  ])
  const { entries } = (await first.owner.rest('GET', '/audit-log?action=base_rate.added')).body
  expect(entries).toMatchObject([
    { after: { valid_from: '2027-01-01', percent: -0.88 } },
    { after: { valid_from: '2026-07-01', percent: 1.52 } },
  ])
})
