import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRepository } from '#core/backup/repository'
import { rotateKeyFile } from '#core/runtime/secret-key'
import { mailNotices } from '#features/platform/notices/notices.mail'
import type { App } from '../../../../src/app.ts'
import { readConfig } from '../../../../src/config.ts'
import { type House, openHouse, type Person, startApp } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

const backups = mkdtempSync(join(tmpdir(), 'kontor-notices-'))
const hour = 3_600_000
const day = 24 * hour

let app: App
let directory: string
let stop: () => Promise<void>
/** Milliseconds that the service's clock is ahead. */
let ahead = 0
beforeAll(async () => {
  const at = () => new Date(Date.now() + ahead)
  const clock = { now: at, today: () => '2026-06-15' }
  const started = await startApp({ env: { BACKUP_TO: backups }, clock })
  ;({ app, directory, stop } = started)
  await openRepository({ place: backups, s3: null }, readConfig({ BACKUP_TO: backups }).backup.keys, { create: true })
})
afterAll(async () => {
  await stop()
  rmSync(backups, { recursive: true, force: true })
})

const read = async (by: Person, language = 'de') => {
  const { status, body } = await by.rest('GET', '/notices', undefined, { 'accept-language': language })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.total).toBe(body.notices.length)
  return body.notices as { kind: string; message: string; detail: string | null; url: string; since: string | null }[]
}
const kinds = async (by: Person) => (await read(by)).map(({ kind }) => kind)
const mailsTo = async ({ id }: Person) => (await mailsAbout(app, id)).filter(({ kind }) => kind === 'notices')

async function addMail(own: House, mail: Record<string, unknown>) {
  const row = {
    ...{ organization_id: own.organizationId, id: crypto.randomUUID(), kind: 'invoice', subject: 'Rechnung RE-1' },
    ...{ sender: 'Haus', body_text: '', body_html: '', recipients: ['kim@kunde.example'], copies: [], ...mail },
  }
  const columns = Object.keys(row)
  await app.system.query(
    `insert into mails (created_at, updated_at, ${columns.join(', ')})
     values (now(), now(), ${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
  return row.id
}
const refused = { 'kim@kunde.example': { state: 'failed', cause: 'refused', reply: '550 no such user' } }

/** The first organization of the installation. */
let first: House

test('the owners of the oldest organization are told of the backup, and nobody else', async () => {
  first = await openHouse(app)
  const other = await openHouse(app)
  expect(await read(first.owner)).toMatchObject([
    {
      ...{ kind: 'backup_failed', message: expect.stringContaining('Seit zwei Tagen gibt es keine Sicherung') },
      ...{ url: expect.stringMatching(/\/app\/settings\/doctor$/), since: null },
    },
  ])
  expect((await read(first.owner, 'en'))[0]?.message).toContain('There has been no backup for two days')
  for (const who of [first.admin, first.member, other.owner, other.admin]) expect(await kinds(who)).toEqual([])
})

test('mails that were refused, came back or wait for two days are told to owners and admins until one is sent again', async () => {
  const own = await openHouse(app)
  const subject = crypto.randomUUID()
  await addMail(own, { subject_id: subject, status: 'failed', outcomes: JSON.stringify(refused) })
  const waiting = await addMail(own, { kind: 'quote', status: 'queued' })
  await app.system.query(`update mails set created_at = now() - interval '47 hours' where id = $1`, [waiting])
  expect(await read(own.admin)).toMatchObject([
    {
      ...{ kind: 'mail_undelivered', message: 'Eine E-Mail wurde nicht zugestellt (Rechnung).' },
      detail: '„Rechnung RE-1“ → kim@kunde.example: 550 no such user',
      url: expect.stringMatching(new RegExp(`/app/invoices/${subject}$`)),
    },
  ])
  await app.system.query(`update mails set created_at = now() - interval '49 hours' where id = $1`, [waiting])
  expect((await read(own.owner, 'en')).map(({ message }) => message)).toEqual([
    'An email was not delivered (invoice).',
    'An email has not been accepted for two days (quote).',
  ])
  for (const who of ['accountant', 'auditor', 'member', 'viewer'] as const) expect(await kinds(own[who])).toEqual([])
  expect((await own.nobody.rest('GET', '/notices')).status).toBe(401)
  await app.system.query("update mails set status = 'sent' where id = $1", [waiting])
  await addMail(own, { subject_id: subject, status: 'sent' })
  expect(await kinds(own.owner)).toEqual([])
})

test('a disabled webhook is told until it is activated again', async () => {
  const own = await openHouse(app)
  const { body } = await own.owner.rest('POST', '/webhooks', { url: 'https://hook.example/a', events: ['*'] })
  expect(await kinds(own.owner)).toEqual([])
  await app.system.query("update webhooks set active = false, disabled_reason = 'gone' where id = $1", [body.id])
  expect(await read(own.owner)).toMatchObject([
    { kind: 'webhook_disabled', url: expect.stringMatching(new RegExp(`/app/settings/webhooks/${body.id}$`)) },
  ])
  await own.owner.rest('PUT', `/webhooks/${body.id}`, { active: true })
  expect(await kinds(own.owner)).toEqual([])
})

test('a missing base rate is told where somebody is in arrears or reminders are automatic', async () => {
  await app.system.query("delete from base_rates where valid_from = '2026-01-01'")
  const own = await openHouse(app)
  expect(await kinds(own.owner)).toEqual([])
  const levels = [{ level: 0, days: 7, fee_cents: 0 }]
  expect((await own.owner.rest('PUT', '/organization', { dunning: { automatic: true, levels } })).status).toBe(200)
  expect(await read(own.admin)).toMatchObject([
    { kind: 'base_rate_missing', since: '2025-12-31T23:00:00.000Z', message: expect.stringContaining('§ 247 BGB') },
  ])
  await app.system.query("insert into base_rates values ('2026-01-01', 1.27)")
  expect(await kinds(own.admin)).toEqual([])
})

test('members whose recovery codes need the previous key are told, each for themselves', async () => {
  const own = await openHouse(app)
  await app.system.query(
    'insert into recovery_codes (organization_id, member_id, hash, key_id) values ($1, $2, $3, $4)',
    [...[own.organizationId, own.viewer.id, Buffer.alloc(32, own.viewer.id)], app.services.secrets.keyId()],
  )
  expect(await kinds(own.viewer)).toEqual([])
  rotateKeyFile(directory)
  await expect.poll(() => kinds(own.viewer), { timeout: 5000 }).toEqual(['recovery_codes_outdated'])
  expect(await kinds(own.owner)).toEqual([])
  await mailNotices(app.services, app.system)
  expect(await mailsTo(own.viewer)).toMatchObject([{ text: expect.stringContaining('/app/settings/security') }])
  expect(await mailsTo(own.owner)).toEqual([])
})

test('one mail a day says all that is open, in the language of its reader, and comes again where something is new', async () => {
  const own = await openHouse(app)
  await own.owner.rest('PUT', `/members/${own.admin.id}`, { language: 'en' })
  await addMail(own, { status: 'failed', outcomes: JSON.stringify(refused) })
  const { body } = await own.owner.rest('POST', '/webhooks', { url: 'https://hook.example/a', events: ['*'] })
  const disable = () =>
    app.system.query("update webhooks set active = false, disabled_reason = 'failing', updated_at = $2 where id = $1", [
      body.id,
      app.services.clock.now(),
    ])
  await disable()
  await Promise.all([mailNotices(app.services, app.system), mailNotices(app.services, app.system)])
  await mailNotices(app.services, app.system)
  const [german] = await mailsTo(own.owner)
  expect(german).toMatchObject({ subject: '2 offene Hinweise', text: expect.stringContaining('nicht zugestellt') })
  expect(german.text).toContain(`/app/settings/webhooks/${body.id}`)
  expect(german.html).toContain(`href="${app.services.publicUrl}/app/settings/webhooks/${body.id}"`)
  // A mail is kept: whom another one was for is not repeated in it.
  expect(german.text).not.toContain('kim@kunde.example')
  expect(await mailsTo(own.admin)).toMatchObject([{ subject: '2 open notices' }])
  for (const who of [own.accountant, own.member, own.viewer]) expect(await mailsTo(who)).toEqual([])

  const mailed = async (later: number) => {
    ahead = later
    await mailNotices(app.services, app.system)
    return (await mailsTo(own.owner)).length
  }
  expect(await mailed(2 * day)).toBe(1)
  await disable()
  expect(await mailed(2 * day + hour)).toBe(2)
  ahead = 0
}, 30_000)

test('what stays open is mailed again after a week, and what is settled is not', async () => {
  const own = await openHouse(app)
  const id = await addMail(own, { status: 'bounced', outcomes: JSON.stringify(refused) })
  const mailed = async (later: number) => {
    ahead = later
    await mailNotices(app.services, app.system)
    return (await mailsTo(own.owner)).length
  }
  expect(await mailed(0)).toBe(1)
  expect(await mailed(6 * day)).toBe(1)
  expect(await mailed(7 * day + hour)).toBe(2)
  await app.system.query("update mails set status = 'sent' where id = $1", [id])
  expect(await mailed(15 * day + hour)).toBe(2)
  ahead = 0
})

test('a daily mail that does not arrive makes no notice', async () => {
  const own = await openHouse(app)
  await addMail(own, { kind: 'notices', subject_id: own.owner.id, status: 'failed', outcomes: JSON.stringify(refused) })
  expect(await kinds(own.admin)).toEqual([])
})
