import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeOldMails } from '#core/mail/outbox'
import { createMailTransport, MailRefused } from '#core/mail/transport'
import { parseMail } from '../../peers/mime.ts'
import { bytes, sample, wrongAddresses } from './sample.ts'

const root = mkdtempSync(join(tmpdir(), 'kontor-outbox-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const outbox = (name: string) => {
  const directory = join(root, name, 'outbox')
  return { directory, transport: createMailTransport({ via: 'outbox' }, directory) }
}

test('writes a mail as a file that mail programs read', async () => {
  const { directory, transport } = outbox('one')
  const mail = sample()
  await transport.send(mail)
  const names = readdirSync(directory)
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{6}Z-6f1c0d0e-[\w-]+\.eml$/)])
  const file = join(directory, names[0] ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const got = parseMail(readFileSync(file))
  expect(got.headers).toMatchObject({ subject: mail.subject, 'message-id': `<${mail.messageId}@kontor.example>` })
  expect(got.text.trim()).toBe(mail.text.trim())
  expect(got.html.trim()).toBe(mail.html)
  expect(got.attachments[0]?.content.equals(bytes)).toBe(true)
})

test('embeds the logo in the HTML part, beside other attachments', async () => {
  const { directory, transport } = outbox('logo')
  const logo = { filename: 'logo.png', contentType: 'image/png', content: bytes, contentId: 'logo' }
  const mail = sample()
  await transport.send({ ...mail, attachments: [...mail.attachments, logo] })
  const { attachments } = parseMail(readFileSync(join(directory, readdirSync(directory)[0] ?? '')))
  const shown = attachments.filter(({ headers }) => headers['content-id'] === '<logo>')
  expect(shown.map(({ filename, headers }) => [filename, headers['content-disposition']])).toEqual([
    ['logo.png', expect.stringContaining('inline')],
  ])
  expect(attachments).toHaveLength(mail.attachments.length + 1)
})

test('names files in order of writing, also within a millisecond', async () => {
  const { directory, transport } = outbox('many')
  const ids = Array.from({ length: 40 }, (_, index) => `mail-${99 - index}`)
  for (const messageId of ids) await transport.send(sample({ messageId, attachments: [] }))
  expect(
    readdirSync(directory)
      .sort()
      .map((name) => /mail-\d+/.exec(name)?.[0]),
  ).toEqual(ids)
})

test('writes concurrent mails atomically', async () => {
  const { directory, transport } = outbox('watched')
  await transport.check()
  const seen: number[] = []
  const watcher = watch(directory, (_, name) => {
    if (name?.endsWith('.eml') && !name.startsWith('.')) seen.push(statSync(join(directory, name)).size)
  })
  await Promise.all(Array.from({ length: 20 }, (_, index) => transport.send(sample({ messageId: `at-once-${index}` }))))
  watcher.close()
  const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size)
  expect(sizes).toHaveLength(20)
  expect(Math.min(...sizes, ...seen)).toBeGreaterThan(bytes.length)
})

test('rejects an invalid mail without leftovers', async () => {
  const { directory, transport } = outbox('refused')
  await transport.check()
  for (const address of wrongAddresses)
    await expect(transport.send(sample({ to: [address] }))).rejects.toBeInstanceOf(MailRefused)
  await expect(transport.send(sample({ messageId: '../../etc/passwd' }))).rejects.toThrow(TypeError)
  expect(readdirSync(directory)).toEqual([])
})

test.skipIf(process.getuid?.() === 0)('the check fails if the directory is not writable', async () => {
  const { directory, transport } = outbox('closed')
  await transport.check()
  chmodSync(directory, 0o500)
  await expect(transport.check()).rejects.toThrow(/EACCES/)
})

test('the check fails if the directory cannot exist', async () => {
  await expect(createMailTransport({ via: 'outbox' }, '/dev/null/outbox').check()).rejects.toThrow()
})

test('deletes only expired mails', async () => {
  const { directory, transport } = outbox('old')
  const now = new Date('2026-11-28T12:00:00Z')
  expect(await removeOldMails(directory, 90, now)).toBe(0)
  await transport.send(sample({ attachments: [] }))
  const [kept] = readdirSync(directory)
  const old = ['2026-08-29T10-00-00.000001Z-a.eml', '.2026-08-29T10-00-00.000001Z-b.eml']
  const young = ['2026-08-30T10-00-00.000001Z-c.eml', 'notes.txt', '2020.eml']
  for (const name of [...old, ...young]) writeFileSync(join(directory, name), '')
  expect(await removeOldMails(directory, 90, now)).toBe(2)
  expect(readdirSync(directory).sort()).toEqual([...young, kept].sort())
})
