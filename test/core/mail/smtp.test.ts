import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createMailTransport, MailRefused, type MailTransport } from '#core/mail/transport'
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../../peers/smtp-sink.ts'
import { bytes, injections, sample, wrongAddresses } from './sample.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const transportTo = (url: string, silenceMs?: number): MailTransport => {
  const transport = createMailTransport({ via: 'smtp', url }, 'unused', silenceMs)
  opened.unshift(() => transport.close())
  return transport
}

async function sinkAndTransport(options?: SmtpSinkOptions): Promise<[SmtpSink, MailTransport]> {
  const sink = await startSmtpSink(options)
  opened.push(() => sink.close())
  return [sink, transportTo(sink.url)]
}

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: Error) => error,
  )

test('sends envelope, headers, both texts and attachments byte for byte', async () => {
  const [sink, transport] = await sinkAndTransport()
  const mail = sample()
  await transport.send(mail)
  const got = await sink.next()
  expect(got.envelope).toEqual({ from: mail.from.address, to: [...mail.to, ...mail.cc] })
  expect(got.headers).toMatchObject({
    'message-id': `<${mail.messageId}@kontor.example>`,
    'reply-to': 'buero@mueller.example',
    to: 'anna@client.example, bert@client.example',
    cc: 'buchhaltung@client.example',
    subject: mail.subject,
    'auto-submitted': 'auto-generated',
  })
  expect(got.headers.from).toContain('Müller, Söhne & ')
  expect(got.headers.from).toMatch(/<rechnung@kontor\.example>$/)
  expect(got.text.trim()).toBe(mail.text.trim())
  expect(got.html.trim()).toBe(mail.html)
  expect(got.attachments.map(({ filename, type }) => [filename, type])).toEqual(
    mail.attachments.map(({ filename, contentType }) => [filename, contentType]),
  )
  expect(got.attachments[0]?.content.equals(bytes)).toBe(true)
  expect(
    got.raw
      .toString('latin1')
      .split('\r\n')
      .every((line) => line.length <= 998),
  ).toBe(true)
})

test('uses the same Message-ID for every attempt', async () => {
  const [sink, transport] = await sinkAndTransport()
  await transport.send(sample())
  await transport.send(sample())
  const [first, second] = sink.all.map(({ headers }) => headers['message-id'])
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('reuses connections, and replaces closed ones', async () => {
  const [sink, transport] = await sinkAndTransport()
  for (const _ of [1, 2, 3]) await transport.send(sample())
  expect(new Set(sink.all.map(({ connection }) => connection))).toEqual(new Set([1]))
  sink.dropConnections()
  await transport.send(sample())
  expect(sink.all).toHaveLength(4)
  expect(sink.all.at(-1)?.connection).toBeGreaterThan(1)
})

describe('TLS and login', () => {
  const login = { user: 'kontor', password: 'p@ss:w/ö?rd' }

  test('STARTTLS is used before the login if offered', async () => {
    const [sink, transport] = await sinkAndTransport({ tls: 'starttls', login })
    await transport.check()
    await transport.send(sample())
    expect(await sink.next()).toMatchObject({ secure: true, user: 'kontor' })
  })

  test('smtps uses TLS from the first byte', async () => {
    const [sink, transport] = await sinkAndTransport({ tls: 'implicit', login })
    await transport.check()
    await transport.send(sample())
    expect(await sink.next()).toMatchObject({ secure: true, user: 'kontor' })
  })

  test('rejects a certificate of another name', async () => {
    const [sink] = await sinkAndTransport({ tls: 'implicit' })
    const transport = transportTo(sink.url.replace('localhost', '127.0.0.2'))
    const failure = await failureOf(transport.send(sample()))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(sink.all).toEqual([])
  })

  test('a wrong password fails the check but not the mail, as an operator can fix it', async () => {
    const [sink] = await sinkAndTransport({ login })
    const wrong = transportTo(sink.url.replace('kontor:', 'somebody:'))
    await expect(wrong.check()).rejects.toThrow(/535/)
    for (const transport of [wrong, transportTo(sink.url.replace(/\/\/.*@/, '//'))]) {
      const failure = await failureOf(transport.send(sample()))
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(MailRefused)
    }
  })
})

describe('an SMTP error', () => {
  test('5yz is permanent at each command, with its reason', async () => {
    const [sink, transport] = await sinkAndTransport()
    for (const command of ['MAIL FROM', 'DATA', 'DATA.']) {
      sink.reply((said) => (said.startsWith(command) ? '550 5.7.1 not with us' : undefined))
      const failure = await failureOf(transport.send(sample()))
      expect(failure, command).toBeInstanceOf(MailRefused)
      expect(failure?.message, command).toContain('5.7.1 not with us')
    }
    expect(sink.all).toEqual([])
  })

  test('4yz is temporary', async () => {
    const [sink, transport] = await sinkAndTransport()
    for (const command of ['', 'MAIL FROM', 'DATA', 'DATA.']) {
      sink.reply((said) => (said.startsWith(command) ? '451 4.7.1 come back later' : undefined))
      const failure = await failureOf(transport.send(sample()))
      expect(failure, command).toBeInstanceOf(Error)
      expect(failure, command).not.toBeInstanceOf(MailRefused)
    }
    sink.reply(() => undefined)
    await transport.send(sample())
    expect(sink.all).toHaveLength(1)
  })

  test('for some recipients names them, and the others receive the mail', async () => {
    const [sink, transport] = await sinkAndTransport()
    const replies: Record<string, string> = { bert: '550 5.1.1 unknown', buchhaltung: '450 4.7.1 greylisted' }
    sink.reply((said) => replies[/^RCPT TO:<(\w+)@/.exec(said)?.[1] ?? ''])
    expect(await transport.send(sample())).toEqual([
      { address: 'bert@client.example', isFinal: true, reply: '550 5.1.1 unknown' },
      { address: 'buchhaltung@client.example', isFinal: false, reply: '450 4.7.1 greylisted' },
    ])
    expect(sink.all.map(({ envelope }) => envelope.to)).toEqual([['anna@client.example']])
    const others = sample({ to: ['bert@client.example'] })
    expect((await transport.send(others)).map(({ isFinal }) => isFinal)).toEqual([true, false])
    expect(sink.all).toHaveLength(1)
  })

  test('for one recipient leaves the others out of the retry', async () => {
    const [sink, transport] = await sinkAndTransport()
    const mail = sample({ to: ['anna@client.example', 'bert@müller.example'] })
    expect(await transport.send({ ...mail, envelope: ['bert@müller.example'] })).toEqual([])
    const got = await sink.next()
    expect(got.envelope.to).toEqual(['bert@xn--mller-kva.example'])
    expect(got.headers.to).toContain('anna@client.example')
  })

  test('differs from a broken or missing connection', async () => {
    const [sink, transport] = await sinkAndTransport()
    sink.reply((said) => (said === 'DATA.' ? 'drop' : undefined))
    expect(await failureOf(transport.send(sample()))).not.toBeInstanceOf(MailRefused)
    const gone = await startSmtpSink()
    await gone.close()
    const failure = await failureOf(transportTo(gone.url).send(sample()))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
  })
})

test('gives up a silent server, but not the mail', async () => {
  const mute = createServer((socket) => socket.on('error', () => {}))
  await once(mute.listen(0, '127.0.0.1'), 'listening')
  opened.push(() => mute.close())
  const [sink] = await sinkAndTransport()
  sink.reply((said) => (said.startsWith('RCPT') ? 'hang' : undefined))
  const began = performance.now()
  const failures = await Promise.all([
    failureOf(transportTo(`smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`, 200).send(sample())),
    failureOf(transportTo(sink.url, 200).send(sample())),
  ])
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('text of a mail never becomes a header, body or command', async () => {
  const [sink, transport] = await sinkAndTransport()
  await transport.send(sample())
  const usual = (await sink.next()).headerNames
  for (const text of injections) {
    await transport.send(
      sample({
        subject: text,
        from: { name: text, address: 'rechnung@kontor.example' },
        attachments: [{ filename: text, contentType: `application/pdf${text}`, content: Buffer.from('x') }],
      }),
    )
    const got = await sink.next()
    expect(got.headerNames).toEqual(usual)
    expect(got.envelope.to).toEqual([...sample().to, ...sample().cc])
    expect(got.headers.subject).toMatch(/^Hello (Bcc: evil@evil\.example|<p>another body<\/p>)$/)
    expect(got.text.trim()).toBe(sample().text.trim())
    expect(got.attachments.map(({ content }) => content.toString())).toEqual(['x'])
    expect(Object.keys(got.attachments[0]?.headers ?? {})).not.toContain('bcc')
  }
})

test('rejects anything but a single plain address before connecting', async () => {
  const [sink, transport] = await sinkAndTransport()
  for (const address of wrongAddresses)
    for (const mail of [
      sample({ to: ['anna@client.example', address] }),
      sample({ cc: [address] }),
      sample({ replyTo: address }),
      sample({ from: { name: 'Kontor', address } }),
    ])
      expect(await failureOf(transport.send(mail)), address).toBeInstanceOf(MailRefused)
  expect(await failureOf(transport.send(sample({ to: [] })))).toBeInstanceOf(MailRefused)
  expect(sink.all).toEqual([])
})

test('converts international domains to ASCII', async () => {
  const [sink, transport] = await sinkAndTransport()
  await transport.send(sample({ to: ['anna@müller.example'], cc: [] }))
  expect((await sink.next()).envelope.to).toEqual(['anna@xn--mller-kva.example'])
})
