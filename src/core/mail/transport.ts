import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { request } from 'undici'
import type { MailTransport as TransportConfig } from '../../config.ts'

export interface Mail {
  /** The caller's own id of the mail: a second try is recognisable by it. */
  messageId: string
  from: { name: string; address: string }
  replyTo: string | null
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string
  html: string
  attachments: readonly { filename: string; contentType: string; content: Uint8Array }[]
}

export interface MailTransport {
  /** Throws MailRefused where trying again is in vain, anything else where it may help. */
  send(mail: Mail): Promise<void>
  /** Throws where mail could not be sent right now. */
  check(): Promise<void>
  close(): void
}

/** The other side has refused a mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

const timeout = 10_000

/** By SMTP, by Postmark, or as files in `outbox`. */
export function createMailTransport(config: TransportConfig, outbox: string): MailTransport {
  if (config.via === 'smtp') return smtp(config.url)
  if (config.via === 'postmark') return postmark(config.token, config.apiUrl)
  return files(outbox)
}

/** One line: nothing in a name or a subject may begin a header of its own. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const composed = (mail: Mail) => ({
  messageId: `<${mail.messageId}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
  from: { name: oneLine(mail.from.name), address: mail.from.address },
  ...(mail.replyTo && { replyTo: mail.replyTo }),
  to: [...mail.to],
  cc: [...mail.cc],
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content: Buffer.from(content),
  })),
})

function smtp(url: string): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  } as never)
  return {
    async send(mail) {
      try {
        await transport.sendMail(composed(mail))
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number }
        // RFC 5321: 5yz is for good, 4yz for now.
        if (responseCode && responseCode >= 500 && responseCode < 600) throw new MailRefused(message)
        throw error
      }
    },
    check: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

function postmark(token: string, apiUrl: string): MailTransport {
  const call = async (path: string, method: 'GET' | 'POST', body?: object) => {
    const answer = await request(apiUrl + path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-postmark-server-token': token },
      ...(body && { body: JSON.stringify(body) }),
      headersTimeout: timeout,
      bodyTimeout: timeout,
    })
    const text = await answer.body.text()
    if (answer.statusCode === 422) throw new MailRefused(`Postmark: ${text.slice(0, 300)}`)
    if (answer.statusCode >= 300) throw new Error(`Postmark answered ${answer.statusCode}`)
  }
  return {
    send: (mail) => {
      const { from, to, cc, subject, attachments } = composed(mail)
      return call('/email', 'POST', {
        From: `"${from.name.replace(/["\\]/g, '')}" <${from.address}>`,
        To: to.join(', '),
        ...(cc.length && { Cc: cc.join(', ') }),
        ...(mail.replyTo && { ReplyTo: mail.replyTo }),
        Subject: subject,
        TextBody: mail.text,
        HtmlBody: mail.html,
        MessageStream: 'outbound',
        Metadata: { 'kontor-mail': mail.messageId },
        Attachments: attachments.map(({ filename, contentType, content }) => ({
          Name: filename,
          ContentType: contentType,
          Content: content.toString('base64'),
        })),
      })
    },
    check: () => call('/server', 'GET'),
    close() {},
  }
}

/** `.eml` files, in the order they were written; each appears whole. */
function files(directory: string): MailTransport {
  const prepare = () => mkdir(directory, { recursive: true, mode: 0o700 })
  return {
    async send(mail) {
      await prepare()
      const content = await new MailComposer(composed(mail)).compile().build()
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${mail.messageId}.eml`
      const draft = join(directory, `.${name}.${randomBytes(4).toString('hex')}`)
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(directory, name))
    },
    check: async () => {
      await prepare()
    },
    close() {},
  }
}
