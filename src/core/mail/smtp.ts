import nodemailer from 'nodemailer'
import { toAsciiDomain } from '#core/text/mail-address'
import { type Mail, MailRefused, type RefusedRecipient } from './mail.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'
import type { MailTransport } from './transport.ts'

/** Limits a server that responds slowly but steadily. */
const wholeMailMs = 60_000

/**
 * Sends over a few pooled connections: `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://`. The query sets
 * nodemailer options (`?requireTLS=true`, `?tls.rejectUnauthorized=false`).
 */
export function smtpTransport(url: string, silenceMs: number): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // Replaces a pooled connection that the server has closed.
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
          // All recipients were refused.
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
  /** The refused recipient, with an ASCII domain. */
  recipient?: string
  rejectedErrors?: SmtpError[]
}

function toRefusedRecipient({ to, cc }: Mail, error: SmtpError): RefusedRecipient {
  const recipient = error.recipient ?? ''
  const address = [...to, ...cc].find((each) => toAsciiDomain(each) === recipient) ?? recipient
  return { address, isFinal: isFinal(error), reply: error.response ?? error.message }
}

/** RFC 4954 §6: authentication failed, which an operator can fix. */
const loginCodes = new Set([530, 534, 535, 538])

/** RFC 5321 §4.2.1: 5yz is permanent, 4yz temporary. EENVELOPE without a code means an invalid envelope. */
function isFinal({ code, responseCode }: SmtpError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE'
  return responseCode >= 500 && !loginCodes.has(responseCode) && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
