import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { totpCode, totpStepAt } from '#core/access/totp'
import { createMailJob } from '#core/mail/queue'
import { createMailTransport } from '#core/mail/transport'
import { createLog } from '#core/runtime/log'
import { office, tokenOf } from './features/calendar/bookings/office.ts'
import { upload } from './features/content/files/upload.ts'
import { createBrowserSession, createPeople, password, signInWith } from './harness/browser-session.ts'
import { type House, openHouse, startApp } from './harness/house.ts'
import { readMails } from './harness/mails.ts'

// All that gets somebody in is made here in one way or another, and looked for wherever something is kept.

const written: string[] = []
let at: House
let stop: () => Promise<void>
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void written.push(line) })
  const started = await startApp({ log })
  stop = started.stop
  at = await openHouse(started.app)
})
afterAll(() => stop())

/** What was made, by what it is. */
const secrets = new Map<string, string>()
function keep(name: string, secret: string | undefined) {
  expect(secret?.length, name).toBeGreaterThan(8)
  secrets.set(name, secret ?? '')
}

/** Each request has a key, for which its answer is kept. */
async function post(path: string, body: unknown = {}, by = at.owner) {
  const answer = await by.rest('POST', path, body, by === at.nobody ? {} : { 'idempotency-key': crypto.randomUUID() })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** The secret behind a path in the mails that were written so far. */
async function mailed(name: string, path: RegExp) {
  const texts = (await readMails(at.app, 'true')).map(({ text }) => text)
  keep(name, new RegExp(`${path.source}([\\w-]{43,})`).exec(texts.join('\n'))?.[1])
}

/** Every row of every table and of the queue, as text; bytes also as they would be read as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await at.app.system.query<{ name: string; bytes: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(attname) from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and a.attnum > 0 and not a.attisdropped) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  let kept = ''
  for (const { name, bytes } of tables) {
    const columns = ['t::text', ...bytes.map((column) => `encode(${column}, 'escape')`)].join(", ' ', ")
    const { rows } = await at.app.system.query<{ row: string }>(`select concat(${columns}) as row from ${name} t`)
    kept += rows.map(({ row }) => `${name} ${row}\n`).join('')
  }
  return kept
}

test('no table, job, export or log contains a usable secret', async () => {
  const { app } = at
  const client = await post('/clients', {
    name: 'Weber',
    email: 'weber@weber.example',
    street: 'Ring 2',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  })
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Nord GmbH',
    street: 'Weg 1',
    postal_code: '20457',
    city: 'Hamburg',
    country: 'DE',
    tax_number: '22/815/08154',
    email: 'post@nord.example',
  })

  // Links that stand in mails.
  const line = { description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }
  const quote = await post('/quotes', { client_id: client.id, valid_until: '2099-12-31', line_items: [line] })
  await post(`/quotes/${quote.id}/send`)
  await mailed('link to sign a quote', /\/sign\//)
  const contract = await post('/contracts', { client_id: client.id, title: 'Pflege', content: '# Pflege' })
  await post(`/contracts/${contract.id}/send`)
  await post(`/contracts/${contract.id}/resend`)
  const signing = (await readMails(app, 'subject_id = $1', [contract.id])).map(
    ({ text }) => /\/sign\/(\w+)/.exec(text)?.[1],
  )
  for (const [index, each] of signing.entries()) keep(`link to sign a contract ${index}`, each)
  await post('/members', { name: 'Ida', email: 'ida@kontor.example', role: 'viewer' })
  await mailed('invitation of a member', /\/app\/invitation#/)
  await post('/calendar/events', {
    title: 'Runde',
    start_time: '2199-12-01T09:00:00Z',
    end_time: '2199-12-01T10:00:00Z',
    attendee_emails: ['gast@gast.example'],
  })
  await mailed('invitation to an event', /\/invitation\//)
  const room = await office(at, at.owner)
  const booked = await room.book((await room.slots())[0])
  keep('link of a booking, answered', tokenOf(booked))
  await mailed('link of a booking, mailed', /\/booking\//)

  // Addresses and tokens that are shown once.
  const { body: file } = await upload(at, 'owner', { file: ['Bericht', 'bericht.txt'] })
  const share = await post(`/storage/shares/${file.id}`, { password: 'offen-sesam-öffne-dich' })
  keep('link of a share', share.url.split('/share/')[1])
  keep('password of a share', 'offen-sesam-öffne-dich')
  keep(
    'address of a feed',
    (await post('/calendar/feeds', { name: 'Telefon' })).url.split('/feed/')[1]?.replace('.ics', ''),
  )
  const webhook = await post('/webhooks', { url: 'https://hook.example/', events: ['*'] })
  keep('secret of a webhook', webhook.secret)
  keep('next secret of a webhook', (await post(`/webhooks/${webhook.id}/rotate-secret`)).secret)
  keep('token', (await post('/tokens', { name: 'Skript' })).token)
  const signed = (await at.owner.graphql('{ uploadUrl { url } organizationExport { exportUrl } }')).data
  keep('ticket to upload', signed?.uploadUrl.url.split('ticket=')[1])
  keep('ticket to export', signed?.organizationExport.exportUrl.split('ticket=')[1])

  // How somebody signs in.
  const { page, who } = await createPeople(at).signedIn(Role.admin)
  keep('password', password)
  keep('session', page.cookie?.split('=')[1])
  keep('known browser', page.device?.split('=')[1])
  const { secret } = (
    await page.send('mutation ($p: String) { setUpTotp(currentPassword: $p) { secret } }', { p: password })
  ).data.setUpTotp
  keep('second factor', secret)
  const confirm = 'mutation ($code: String!) { confirmTotp(code: $code) }'
  const codes: string[] = (await page.send(confirm, { code: totpCode(secret, totpStepAt(new Date())) })).data
    .confirmTotp
  for (const code of codes) {
    keep(`recovery code ${code}`, code)
    keep(`recovery code ${code} as typed`, code.replace('-', ''))
  }
  keep('wrong password', 'ganz-falsches-wort')
  await signInWith(createBrowserSession(app), { ...who, password: 'ganz-falsches-wort' })
  await signInWith(createBrowserSession(app), { ...who, code: codes[0] ?? '' })
  await page.send('mutation ($email: String!) { requestPasswordReset(email: $email) }', who)
  await mailed('link for a new password', /\/app\/reset-password#/)
  keep('new password', 'ein-ganz-neues-passwort')
  const reset =
    'mutation ($token: String!, $next: String!) { resetPassword(token: $token, password: $next) { signedIn } }'
  const link = { token: secrets.get('link for a new password'), next: 'ein-ganz-neues-passwort' }
  expect((await createBrowserSession(app).send(reset, link)).errors).toBeUndefined()

  const exported = async () => (await at.owner.rest('GET', '/organization/export')).raw.toString('latin1')
  const foundIn = (text: string) => [...secrets].flatMap(([name, each]) => (text.includes(each) ? [name] : []))
  expect(foundIn(await everything())).toEqual([])
  // Mails that were sent say no more than those that wait.
  const outbox = mkdtempSync('/tmp/kontor-outbox-')
  const job = createMailJob(() => app.services, createMailTransport({ via: 'outbox' }, outbox), 'kontor@kontor.example')
  for (const { id } of await readMails(app, "status = 'queued'"))
    await job.run({ organizationId: at.organizationId, mailId: id })
  expect(foundIn(await everything())).toEqual([])
  expect(foundIn(await exported())).toEqual([])
  expect(foundIn(written.join('\n'))).toEqual([])
  expect(written.some((text) => text.includes(who.id))).toBe(true)
  // The mails themselves have them.
  const sent = readdirSync(outbox).map((name) => readFileSync(`${outbox}/${name}`, 'utf8').replaceAll('=\r\n', ''))
  expect(sent.join('\n')).toContain(secrets.get('link to sign a quote'))
})
