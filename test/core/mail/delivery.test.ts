import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bounceMetadata, createMailJob, expireOldMails } from '#core/mail/queue'
import { createMailTransport, type MailTransport } from '#core/mail/transport'
import { createLog } from '#core/runtime/log'
import { SecretLinksInMails } from '../../../migrations/0119-secret-links-in-mails.ts'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { mailsAbout } from '../../harness/mails.ts'
import { type SmtpSink, startSmtpSink } from '../../peers/smtp-sink.ts'

// Operators see what a mail server refuses.

let at: House
let sink: SmtpSink
let transport: MailTransport
let stop: () => Promise<void>
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  sink = await startSmtpSink()
  const into = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line))
      done()
    },
  })
  const started = await startApp({
    env: { SMTP_URL: sink.url, METRICS_TOKEN: 'metrics-token-of-16' },
    log: createLog('info', into),
  })
  at = await openHouse(started.app)
  transport = createMailTransport({ via: 'smtp', url: sink.url }, 'unused')
  stop = started.stop
})
afterAll(async () => {
  transport.close()
  await stop()
  await sink.close()
})

const refuse = (reply: string | undefined) => sink.reply((said) => (said.startsWith('RCPT TO') ? reply : undefined))
const invited = async () =>
  (
    await at.owner.rest('POST', '/members', {
      email: `${crypto.randomUUID()}@gone.example`,
      name: 'Gast',
      role: 'viewer',
    })
  ).body

/** Runs the waiting mail jobs. */
async function deliver(isLast = false) {
  const job = createMailJob(() => at.app.services, transport, 'Kontor <kontor@kontor.example>')
  const { rows } = await at.app.system.query<{ id: string }>(`select id from mails where status = 'queued'`)
  for (const { id } of rows)
    await job.run({ organizationId: at.organizationId, mailId: id }, { isLast }).catch(() => {})
}

describe('a refused mail', () => {
  test('is logged with code and ids, without content and recipients', async () => {
    refuse('550 5.1.1 <somebody@gone.example> unknown')
    const { id, email } = await invited()
    await deliver()
    const told = lines.filter(({ msg }) => msg === 'mail not delivered')
    expect(told).toMatchObject([
      { level: 40, organization_id: at.organizationId, kind: 'invitation', subject_id: id, code: '550 5.1.1' },
    ])
    expect(JSON.stringify(told)).not.toMatch(/gone\.example/)
    expect(JSON.stringify(told)).not.toContain(email)
  })

  test('is counted by /metrics', async () => {
    const { body } = await at.app.server.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer metrics-token-of-16' },
    })
    expect(body).toContain('kontor_mails{state="failed"} 1')
    expect(body).toContain('kontor_mails{state="queued"} 0')
    expect(body).toContain('kontor_mails{state="bounced"} 0')
  })

  test("is reported by the installation's checks with a remedy", async () => {
    const { body } = await at.owner.rest('GET', '/installation/checks', undefined, { 'accept-language': 'en' })
    expect(body.checks.find(({ name }: { name: string }) => name === 'mail')).toMatchObject({
      state: 'failed',
      message: 'Mail was not delivered in the last 24 hours.',
      detail: '1 mail not delivered in the last 24 hours',
      remedy: expect.stringContaining('delivery=failed'),
    })
  })
})

test('a deferred mail fails only after the last attempt', async () => {
  refuse('451 4.7.1 come back later')
  const { id } = await invited()
  const state = async () =>
    (await at.app.system.query('select status, error from mails where subject_id = $1', [id])).rows[0]
  await deliver()
  expect(await state()).toMatchObject({ status: 'queued' })
  await deliver(true)
  expect(await state()).toMatchObject({ status: 'failed' })
  const reasonIn = async (language: string) =>
    (await at.owner.rest('GET', `/members/${id}`, undefined, { 'accept-language': language })).body.delivery.reason
  expect(await reasonIn('de')).toMatch(/^Nach mehreren Versuchen aufgegeben: .*451 4\.7\.1 come back later/)
  expect(await reasonIn('en')).toMatch(/^Given up after several attempts: .*451 4\.7\.1 come back later/)
})

describe('a mail to several recipients', () => {
  const copy = 'buchhaltung@kunde.example'
  const refuseCopy = (reply: string) => sink.reply((said) => (said.startsWith(`RCPT TO:<${copy}>`) ? reply : undefined))
  const invited = async () => {
    const member = await at.owner.rest('POST', '/members', {
      ...{ email: `${crypto.randomUUID()}@kunde.example`, name: 'Gast', role: 'viewer' },
    })
    await at.app.system.query('update mails set copies = $2 where subject_id = $1', [member.body.id, [copy]])
    return member.body as { id: string; email: string }
  }
  const delivery = async (id: string, language = 'de') =>
    (await at.owner.rest('GET', `/members/${id}`, undefined, { 'accept-language': language })).body.delivery
  const envelopes = (email: string) =>
    sink.all.filter(({ headers }) => String(headers.to).includes(email)).map(({ envelope }) => envelope.to)

  test('is retried only for temporarily refused ones', async () => {
    const { id, email } = await invited()
    refuseCopy('450 4.7.1 greylisted')
    await deliver()
    expect(await delivery(id)).toMatchObject({
      state: 'queued',
      reason: `${copy}: Vorübergehend abgelehnt, wird erneut versucht: 450 4.7.1 greylisted`,
    })
    await deliver()
    refuse(undefined)
    await deliver()
    await deliver()
    expect(envelopes(email)).toEqual([[email], [copy]])
    expect(await delivery(id)).toMatchObject({ state: 'sent', reason: null })
  })
  test('fails if the server keeps refusing one, and names it', async () => {
    const { id, email } = await invited()
    refuseCopy('450 4.7.1 greylisted')
    await deliver()
    await deliver(true)
    expect(envelopes(email)).toEqual([[email]])
    expect(await delivery(id, 'en')).toMatchObject({
      state: 'failed',
      reason: `${copy}: Given up after several attempts: 450 4.7.1 greylisted`,
    })
    const { members } = (await at.owner.rest('GET', '/members?delivery=failed')).body
    expect(members.map((member: { id: string }) => member.id)).toContain(id)
  })
  test('fails if all are refused, with each reason', async () => {
    const { id } = await invited()
    sink.reply((said) =>
      said.startsWith(`RCPT TO:<${copy}>`) ? '450 4.7.1 later' : said.startsWith('RCPT') ? '550 5.1.1 no' : undefined,
    )
    await deliver()
    expect((await delivery(id)).state).toBe('queued')
    refuseCopy('550 5.7.1 never')
    await deliver()
    expect(await delivery(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(`; ${copy}: 550 5.7.1 never`),
    })
  })
})

describe("Postmark's word that a mail came back", () => {
  const bounce = async (mailId: string, more: object = {}, metadata: object = {}) => {
    const { services } = at.app
    const signed = { ...bounceMetadata(services, at.organizationId, mailId), ...metadata }
    const payload = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'a@gone.example', ...more, Metadata: signed }
    const { statusCode } = await at.app.server.inject({ method: 'POST', url: '/postmark/bounces', payload })
    return statusCode
  }
  const sentMail = async () => {
    refuse(undefined)
    const { id } = await invited()
    await deliver()
    const { rows } = await at.app.system.query<{ id: string }>('select id from mails where subject_id = $1', [id])
    return { memberId: id, mailId: rows[0]?.id ?? '' }
  }
  const delivery = async (id: string) => (await at.owner.rest('GET', `/members/${id}`)).body.delivery

  test('is shown on the mailed resource, and logged without the address', async () => {
    const { memberId, mailId } = await sentMail()
    expect(await delivery(memberId)).toMatchObject({ state: 'sent' })
    expect(await bounce(mailId, { Type: 'Transient' })).toBe(204)
    expect(await delivery(memberId)).toMatchObject({ state: 'sent' })
    expect(await bounce(mailId, { Description: 'The server was unable to deliver your message' })).toBe(204)
    const reason = 'a@gone.example: The server was unable to deliver your message'
    expect(await delivery(memberId)).toMatchObject({ state: 'bounced', reason })
    expect(await bounce(mailId)).toBe(204)
    const told = lines.filter(({ msg }) => msg === 'mail bounced')
    expect(told).toMatchObject([{ mail_id: mailId, subject_id: memberId }])
    expect(JSON.stringify(told)).not.toContain('gone.example')
  })
  test('is rejected if a field is not text', async () => {
    const { memberId, mailId } = await sentMail()
    for (const field of ['RecordType', 'Type', 'Email', 'Description'])
      for (const value of [{ toString: 1 }, [], 1, true])
        expect([field, await bounce(mailId, { [field]: value })]).toEqual([field, 422])
    expect(await bounce(mailId, { Type: null })).toBe(204)
    for (const field of ['mail_id', 'organization_id', 'signature'])
      expect([field, await bounce(mailId, {}, { [field]: { toString: 1 } })]).toEqual([field, 404])
    expect(await delivery(memberId)).toMatchObject({ state: 'sent' })
    expect(await bounce(mailId, { Description: 'a\0b' })).toBe(204)
    expect(await delivery(memberId)).toMatchObject({ state: 'bounced', reason: 'a@gone.example: ab' })
  })
  test('is accepted only with a valid signature', async () => {
    const { memberId, mailId } = await sentMail()
    expect(await bounce(mailId, {}, { signature: 'x' })).toBe(404)
    expect(await bounce(mailId, {}, { mail_id: crypto.randomUUID() })).toBe(404)
    expect(await bounce(mailId, {}, { organization_id: crypto.randomUUID() })).toBe(404)
    expect(await bounce(mailId, {}, { signature: undefined })).toBe(404)
    expect(await bounce(mailId, { RecordType: 'Open' })).toBe(204)
    const answers = [null, 'x', [], {}].map((payload) =>
      at.app.server.inject({
        method: 'POST',
        url: '/postmark/bounces',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    )
    for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(404)
    expect(await delivery(memberId)).toMatchObject({ state: 'sent' })
  })
})

describe('the secret link of a mail', () => {
  const stored = async (id: string) =>
    (await at.app.system.query('select body_text, body_html, sealed from mails where subject_id = $1', [id])).rows[0]

  test('is encrypted until the mail is sent, then deleted', async () => {
    refuse(undefined)
    const { id, email } = await invited()
    const [mail] = await mailsAbout(at.app, id)
    const link = /http\S+#([\w-]{100,})/.exec(mail.text)
    expect(mail.html).toContain(link?.[0])
    const waiting = await stored(id)
    expect(waiting.body_text).toBe(mail.text.replace(link?.[1], '•••'))
    expect(waiting.body_html).toBe(mail.html.replaceAll(link?.[1], '•••'))
    expect(String(waiting.sealed)).not.toContain(link?.[1])
    await deliver()
    expect((await sink.next(({ envelope }) => envelope.to.includes(email))).text).toContain(link?.[0])
    expect(await stored(id)).toEqual({ ...waiting, sealed: null })
  })
  test('is deleted once the mail is refused or its job is lost', async () => {
    refuse('550 5.1.1 unknown')
    const refused = (await invited()).id
    await deliver()
    const lost = (await invited()).id
    await at.app.system.query(`update mails set created_at = now() - interval '15 days' where subject_id = $1`, [lost])
    await expireOldMails(at.app.services, at.app.system)
    for (const id of [refused, lost]) {
      expect(await stored(id)).toMatchObject({
        sealed: null,
        body_text: expect.stringContaining('/app/invitation#•••'),
      })
      expect((await at.owner.rest('GET', `/members/${id}`)).body.delivery.state).toBe('failed')
    }
  })
  test('is removed from mails stored earlier', async () => {
    const [waiting, sent] = [(await invited()).id, (await invited()).id]
    const token = `${'a'.repeat(131)}-_`
    const link = `http://former.example/app/invitation#${token}`
    const { system, services } = at.app
    await system.query('alter table mails drop column sealed')
    await system.query(
      `update mails set body_text = $1, body_html = $2, status = case when subject_id = $3 then 'queued' else 'sent' end
       where subject_id in ($3, $4)`,
      [`Hier:\n${link}\n`, `<a href="${link}">${link}</a> https://docs.example/d/${token}`, waiting, sent],
    )
    const migration = Object.assign(Object.create(SecretLinksInMails.prototype), {
      execute: async (text: string) => (await system.query(text)).rows,
      addSql: (text: string) => void rest.push(text),
    })
    const rest: string[] = []
    Object.assign(SecretLinksInMails, { secrets: () => services.secrets })
    await migration.up()
    for (const text of rest) await system.query(text)
    for (const id of [waiting, sent])
      expect(await stored(id)).toEqual({
        body_text: 'Hier:\nhttp://former.example/app/invitation#•••\n',
        body_html: `<a href="http://former.example/app/invitation#•••">http://former.example/app/invitation#•••</a> https://docs.example/d/${token}`,
        sealed: id === waiting ? expect.anything() : null,
      })
    expect((await mailsAbout(at.app, waiting))[0].text).toBe(`Hier:\n${link}\n`)
  })
})
