import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMailTransport, MailRefused } from '#core/mail/transport'
import { type PostmarkFake, startPostmarkFake } from '../../peers/postmark-fake.ts'
import { bytes, injections, sample, wrongAddresses } from './sample.ts'

let postmark: PostmarkFake
beforeAll(async () => {
  postmark = await startPostmarkFake()
})
afterAll(() => postmark.close())
beforeEach(() => postmark.answer(null))

const transport = (token = postmark.token, apiUrl = postmark.url) =>
  createMailTransport({ via: 'postmark', token, apiUrl }, 'unused')

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: Error) => error,
  )

test('sends the whole mail with our Message-ID', async () => {
  const mail = sample()
  await transport().send(mail)
  const got = await postmark.next()
  expect(got).toMatchObject({
    From: '"Müller, Söhne & \\"Partner\\" GmbH" <rechnung@kontor.example>',
    To: 'anna@client.example, bert@client.example',
    Cc: 'buchhaltung@client.example',
    ReplyTo: mail.replyTo,
    Subject: mail.subject,
    TextBody: mail.text,
    HtmlBody: mail.html,
    MessageStream: 'outbound',
    Metadata: { mail_id: mail.messageId },
  })
  expect(got.Headers).toContainEqual({ Name: 'Message-ID', Value: `<${mail.messageId}@kontor.example>` })
  expect(got.Headers).toContainEqual({ Name: 'X-PM-KeepID', Value: 'true' })
  expect(got.Attachments.map(({ Name, ContentType }) => [Name, ContentType])).toEqual(
    mail.attachments.map(({ filename, contentType }) => [filename, contentType]),
  )
  expect(Buffer.from(got.Attachments[0]?.Content ?? '', 'base64').equals(bytes)).toBe(true)
})

test('names a logo by the Content-ID of the HTML', async () => {
  const logo = { filename: 'logo.png', contentType: 'image/png', content: bytes, contentId: 'logo' }
  await transport().send({ ...sample(), attachments: [logo] })
  expect((await postmark.next()).Attachments[0]).toMatchObject({ Name: 'logo.png', ContentID: 'cid:logo' })
})

test("permanent errors carry Postmark's message", async () => {
  postmark.answer({ status: 422, ErrorCode: 406, Message: 'You tried to send to a recipient marked as inactive.' })
  const failure = await failureOf(transport().send(sample()))
  expect(failure).toBeInstanceOf(MailRefused)
  expect(failure?.message).toContain('inactive')
  postmark.answer({ status: 413, Message: 'The message is too large.' })
  expect(await failureOf(transport().send(sample()))).toBeInstanceOf(MailRefused)
})

test('names the recipients that Postmark leaves out', async () => {
  const [first] = sample().to
  const Message = `Message OK, but will not deliver to these inactive addresses: ${first}`
  postmark.answer({ status: 200, Message })
  expect(await transport().send(sample())).toEqual([{ address: first, isFinal: true, reply: `Postmark: ${Message}` }])
})

test('server errors, limits, broken connections and a wrong token are temporary', async () => {
  const ways = [...[500, 502, 503, 429, 401, 404, 302].map((status) => ({ status, Message: 'later' })), 'drop' as const]
  for (const answer of ways) {
    postmark.answer(answer)
    const failure = await failureOf(transport().send(sample()))
    expect(failure, JSON.stringify(answer)).toBeInstanceOf(Error)
    expect(failure, JSON.stringify(answer)).not.toBeInstanceOf(MailRefused)
  }
})

test('gives up a silent server', async () => {
  postmark.answer('hang')
  const began = performance.now()
  const impatient = createMailTransport({ via: 'postmark', token: postmark.token, apiUrl: postmark.url }, 'unused', 200)
  const failure = await failureOf(impatient.send(sample()))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(MailRefused)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('the check queries the server, and fails for a wrong token or address', async () => {
  await transport().check()
  await expect(transport('wrong').check()).rejects.toThrow(/token/i)
  await expect(transport(postmark.token, 'http://127.0.0.1:1').check()).rejects.toThrow()
})

test('text never becomes a header, and an address never two', async () => {
  for (const text of injections) {
    await transport().send(
      sample({
        subject: text,
        from: { name: `${text}"`, address: 'rechnung@kontor.example' },
        attachments: [{ filename: text, contentType: 'application/pdf', content: Buffer.from('x') }],
      }),
    )
    const { Subject, From, Attachments } = await postmark.next()
    for (const line of [Subject, From, Attachments[0]?.Name]) expect(line).not.toMatch(/[\r\n\p{Cc}\u2028]/u)
  }
  const before = postmark.all.length
  for (const address of wrongAddresses)
    expect(await failureOf(transport().send(sample({ to: [address] }))), address).toBeInstanceOf(MailRefused)
  expect(postmark.all).toHaveLength(before)
})
