import type { EntityName } from '@mikro-orm/core'
import { expect, test } from 'vitest'
import { Booking, BookingStatus } from '#features/calendar/bookings/booking.entity'
import { Client } from '#features/people/clients/client.entity'
import { recordTitles } from '#features/platform/erasure/erasure.messages'
import { holdings } from '#features/platform/erasure/holdings'
import { personalData } from '#features/platform/erasure/personal-data'
import { house } from '../../../harness/house.ts'

// Every table of an organization says of each column that may hold personal data whether it does.

const at = house()

const tables = () =>
  at.app.system.query<{ name: string; columns: string[] }>(
    `select c.relname as name, coalesce(array_agg(a.attname::text order by a.attname) filter (where a.attname is not null), '{}') as columns
     from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype, 'bytea'::regtype)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition
     group by 1 order by 1`,
  )

test('every column of text, JSON or bytes says whether it holds personal data', async () => {
  const { rows } = await tables()
  const declared = Object.entries(personalData).map(([name, { blanks, deleted, other }]) => ({
    name,
    columns: [...Object.keys(blanks), ...deleted, ...other].sort(),
  }))
  const advice =
    'Declare each new column in personal-data.ts: `blanks` or `deleted` if it holds personal data, else `other`.'
  expect(
    declared.sort((one, two) => one.name.localeCompare(two.name)),
    advice,
  ).toEqual(rows.map(({ name, columns }) => ({ name, columns: columns.sort() })))
})

test('the key of each table tells its rows apart', async () => {
  for (const [name, { key }] of Object.entries(personalData))
    await at.app.system.query(`select ${key} from ${name} t where false`)
})

test('every kind of record has a title', () => {
  const kinds = Object.values(holdings).flatMap((all) => all.map(({ part, table }) => part ?? table))
  expect([...new Set(kinds)].filter((kind) => !recordTitles[kind])).toEqual([])
  expect(Object.keys(recordTitles).filter((kind) => !kinds.includes(kind))).toEqual([])
})

const erasures: [table: string, entity: EntityName<object>, erased: (values: object) => object][] = [
  [
    'clients',
    Client,
    (values) => {
      const client = Object.assign(Object.create(Client.prototype) as Client, values)
      client.erase(new Date(), false)
      return client
    },
  ],
  [
    'bookings',
    Booking,
    (values) => {
      const status = BookingStatus.cancelled
      const booking = Object.assign(Object.create(Booking.prototype) as Booking, values, { status })
      booking.eraseGuest(new Date())
      return booking
    },
  ],
]

test.each(erasures)('erasing one of %s clears every personal column', (table, entity, erased) => {
  const { blanks, deleted } = personalData[table] ?? expect.unreachable(table)
  const personal = [...Object.keys(blanks), ...deleted]
  const { props } = at.app.services.database.orm.getMetadata(entity)
  const names = props.filter(({ fieldNames }) => personal.includes(fieldNames?.[0] ?? '')).map(({ name }) => name)
  expect(names).toHaveLength(personal.length)
  const record = erased(Object.fromEntries(names.map((name) => [name, 'x'])))
  expect(Object.entries(record).filter(([, value]) => value === 'x')).toEqual([])
})
