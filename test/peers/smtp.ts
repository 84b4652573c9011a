import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A mail as the sink got it: the envelope's recipients, and the raw message. */
export interface SunkMail {
  recipients: string[]
  raw: string
}

export interface SmtpSink {
  url: string
  mails: SunkMail[]
  /** The first mail that fits, come or to come; rejects after `ms`. */
  next(fits: (mail: SunkMail) => boolean, ms?: number): Promise<SunkMail>
  /** What the next RCPT commands are answered with, instead of 250. */
  answerRecipients(reply: string | null): void
  close(): void
}

/** A real SMTP server on a loopback port that keeps what it is given. */
export async function smtpSink(): Promise<SmtpSink> {
  const mails: SunkMail[] = []
  const arrivals = new EventEmitter()
  let recipientReply: string | null = null
  const server = createServer((socket: Socket) => {
    let buffered = ''
    let recipients: string[] = []
    let inData = false
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    socket.write('220 sink ESMTP\r\n')
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return '250-sink\r\n250 8BITMIME'
      if (verb === 'RCPT') {
        if (recipientReply) return recipientReply
        recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? '')
      }
      if (verb === 'DATA') {
        inData = true
        return '354 go on'
      }
      if (verb === 'QUIT') {
        socket.end('221 bye\r\n')
        return null
      }
      return '250 ok'
    }
    socket.on('data', (chunk: string) => {
      buffered += chunk
      for (;;) {
        const end = buffered.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = buffered.slice(0, end)
        buffered = buffered.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          mails.push({ recipients, raw: part.replace(/\r\n\.\./g, '\r\n.') })
          recipients = []
          socket.write('250 queued\r\n')
          arrivals.emit('mail')
          continue
        }
        const reply = command(part)
        if (reply) socket.write(`${reply}\r\n`)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async next(fits, ms = 15_000) {
      const signal = AbortSignal.timeout(ms)
      for (;;) {
        const found = mails.find(fits)
        if (found) return found
        await once(arrivals, 'mail', { signal })
      }
    },
    answerRecipients(reply) {
      recipientReply = reply
    },
    close: () => void server.close(),
  }
}
