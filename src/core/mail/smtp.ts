import nodemailer from 'nodemailer'
import { toAsciiDomain } from '#core/text/mail-address'
import { type Mail, MailRefused, type RefusedRecipient } from './mail.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'
import type { MailTransport } from './transport.ts'

/** No server, however slowly it trickles, holds a mail longer. */
const wholeMailMs = 60_000

/**
 * Sends over a few kept connections: `smtp://user:password@host:587`, with STARTTLS where the server offers it, or
 * `smtps://`. The query may set nodemailer's own options (`?requireTLS=true`, `?tls.rejectUnauthorized=false`).
 */
export function smtpTransport(url: string, silenceMs: number): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // A kept connection that the server has closed meanwhile is replaced at once.
    maxRequeues: 1,
    dnsTimeout: silenceMs,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  })
  return {
    async send(mail) {
      const message = toNodemailerMessage(mail)
      const { rejectedErrors = [] }: { rejectedErrors?: SmtpError[] } = await transporter
        .sendMail({ ...message, signal: AbortSignal.timeout(wholeMailMs) })
        .catch((error: SmtpError) => {
          // All recipients were refused, each for a reason of its own.
          if (error.rejectedErrors?.length) return error
          throw isFinal(error) ? new MailRefused(error.response ?? error.message) : error
        })
      return rejectedErrors.map((error) => toRefusedRecipient(mail, error))
    },
    async check() {
      await transporter.verify()
    },
    close: () => transporter.close(),
  }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
  /** The recipient that the reply is about, with its domain in ASCII. */
  recipient?: string
  rejectedErrors?: SmtpError[]
}

function toRefusedRecipient({ to, cc }: Mail, error: SmtpError): RefusedRecipient {
  const recipient = error.recipient ?? ''
  const address = [...to, ...cc].find((each) => toAsciiDomain(each) === recipient) ?? recipient
  return { address, isFinal: isFinal(error), reply: error.response ?? error.message }
}

/** RFC 4954 §6: what is wrong is our login, and an operator may mend that. */
const loginCodes = new Set([530, 534, 535, 538])

/** RFC 5321 §4.2.1: 5yz is for good, 4yz for now. Without a code, an envelope is one that no server could take. */
function isFinal({ code, responseCode }: SmtpError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE'
  return responseCode >= 500 && !loginCodes.has(responseCode) && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
