import { expect, test } from 'vitest'
import { findMemberships } from '#features/people/members/member-emails'
import { house } from '../../harness/house.ts'

const at = house()
const unicode = 'anna@bücher.example'
const punycode = 'anna@xn--bcher-kva.example'

test.each(['"anna b"@kunde.example', '"anna"@kunde.example'])(
  'the address %s is refused where it is entered',
  async (email) => {
    for (const [path, body] of [
      ['/clients', { name: 'Kunde', email }],
      ['/clients', { name: 'Kunde', invoice_email: email }],
      ['/members', { name: 'Neu', role: 'viewer', email }],
    ] as const)
      expect((await at.owner.rest('POST', path, body)).status, path).toBe(422)
    expect((await at.owner.rest('PUT', '/organization', { email })).status).toBe(422)
  },
)

test('a client has it once, and shows it as people write it', async () => {
  const { body } = await at.owner.rest('POST', '/clients', { name: 'Bücher', email: punycode })
  expect(body.email).toBe(unicode)
  for (const email of [unicode, punycode, punycode.toUpperCase(), 'ANNA@BÜCHER.example'])
    expect((await at.owner.rest('POST', '/clients', { name: 'Andere', email })).status, email).toBe(409)
})

test('a member has it once, and is found by either form', async () => {
  const { body } = await at.owner.rest('POST', '/members', { name: 'Anna', role: 'viewer', email: unicode })
  expect((await at.owner.rest('POST', '/members', { name: 'Bert', role: 'viewer', email: punycode })).status).toBe(409)
  for (const email of [unicode, punycode, punycode.toUpperCase()])
    expect(
      (await findMemberships(at.app.services.database.pool, email)).map(({ memberId }) => memberId),
      email,
    ).toEqual([body.id])
})

test('a client whose address was stored in punycode is known to an import, a booking and an invitation', async () => {
  const { body } = await at.owner.rest('POST', '/clients', { name: 'Früher', email: 'carl@bücher.example' })
  await at.app.system.query('update clients set email = $2 where organization_id = $3 and id = $1', [
    ...[body.id, 'Carl@XN--bcher-kva.example', at.organizationId],
  ])
  for (const email of ['carl@bücher.example', 'carl@xn--bcher-kva.example']) {
    const clients = [{ name: 'Carl', email }]
    const dry = await at.owner.rest('POST', '/clients/import', { clients, dry_run: true })
    expect(dry.body.known).toEqual([{ index: 0, client_id: body.id }])
    const { body: event } = await at.owner.rest('POST', '/calendar/events', {
      ...{
        title: 'Treffen',
        start_time: '2199-06-01T09:00:00Z',
        end_time: '2199-06-01T10:00:00Z',
        timezone: 'Europe/Berlin',
      },
      attendee_emails: [email],
    })
    expect(event.attendees).toMatchObject([{ name: 'Früher' }])
  }
})
