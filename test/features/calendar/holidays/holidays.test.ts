import { describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()

const year = 'from=2026-01-01&to=2026-12-31'

describe('public holidays', () => {
  scenario(at, 'are none where the organization names no state', {
    get: `/calendar/holidays?${year}`,
    status: 200,
    body: { region: null, holidays: [] },
  })
  scenario(at, 'are those of a German state', {
    put: '/organization',
    send: { holiday_region: 'Hamburg' },
    status: 422,
    body: { field: 'holiday_region' },
  })
  scenario(at, 'are those of the state of the organization', {
    put: '/organization',
    send: { holiday_region: 'DE-HH' },
    status: 200,
    body: { holiday_region: 'DE-HH', holidays_block_bookings: false },
  })
  test("are listed by date in the caller's language", async () => {
    const { body } = await at.viewer.rest('GET', `/calendar/holidays?${year}`, undefined, { 'accept-language': 'de' })
    expect(body.region).toBe('DE-HH')
    expect(body.holidays.map(({ date }: { date: string }) => date)).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-25',
      '2026-10-03',
      '2026-10-31',
      '2026-12-25',
      '2026-12-26',
    ])
    expect(body.holidays[1].name).toBe('Karfreitag')
    const english = await at.viewer.rest('GET', `/calendar/holidays?${year}`, undefined, { 'accept-language': 'en' })
    const names = english.body.holidays.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['Good Friday', 'Day of German Unity', 'Boxing Day']))
    const { data } = await at.viewer.graphql('{ holidays(from: "2026-04-03", to: "2026-04-03") { holidays { name } } }')
    expect(data.holidays.holidays).toEqual([{ name: 'Karfreitag' }])
  })
  test('differ by state and continue into the next year', async () => {
    const listed = async (region: string, days: string) =>
      (await at.viewer.rest('GET', `/calendar/holidays?region=${region}&${days}`)).body.holidays.map(
        ({ date }: { date: string }) => date,
      )
    expect(await listed('DE-BY', 'from=2026-12-26&to=2027-01-06')).toEqual(['2026-12-26', '2027-01-01', '2027-01-06'])
    expect(await listed('DE-SN', 'from=2026-11-01&to=2026-11-30')).toEqual(['2026-11-18'])
    expect(await listed('DE-HH', 'from=2026-11-01&to=2026-11-30')).toEqual([])
    const august = 'from=2026-08-01&to=2026-08-31'
    expect(await listed('DE-BY', august)).toEqual([])
    expect(await listed('DE-BY-KATH', august)).toEqual(['2026-08-15'])
    expect(await listed('DE-BY-A', august)).toEqual(['2026-08-08', '2026-08-15'])
  })
  scenario(at, 'are of a year at most', {
    get: '/calendar/holidays?from=2026-01-01&to=2027-01-02',
    status: 422,
    body: { field: 'to' },
  })
  scenario(at, 'are not shown to an auditor', { as: 'auditor', get: `/calendar/holidays?${year}`, status: 403 })
})
