import type { Mail, RefusedRecipient } from './mail.ts'
import { outboxTransport } from './outbox.ts'
import { smtpTransport } from './smtp.ts'

export { type Mail, MailRefused, type RefusedRecipient } from './mail.ts'

/** The configured transport. */
export type MailRoute =
  | { via: 'smtp'; url: string }
  | { via: 'postmark'; token: string; apiUrl: string }
  | { via: 'outbox' }

export interface MailTransport {
  /**
   * Returns the refused recipients. Throws if nobody received it: MailRefused if retrying is pointless, another error
   * otherwise.
   */
  send(mail: Mail): Promise<readonly RefusedRecipient[]>
  /** Throws if mail cannot be sent at the moment. */
  check(): Promise<void>
  close(): void
}

/** SMTP, Postmark, or `.eml` files in the directory `outbox`. Connections time out after `silenceMs`. */
export function createMailTransport(route: MailRoute, outbox: string, silenceMs = 10_000): MailTransport {
  if (route.via === 'smtp') return smtpTransport(route.url, silenceMs)
  if (route.via === 'postmark')
    return loaded(async () => (await import('./postmark.ts')).postmarkTransport(route.token, route.apiUrl, silenceMs))
  return outboxTransport(outbox)
}

/** A transport that is loaded on first use. */
function loaded(load: () => Promise<MailTransport>): MailTransport {
  let transport: Promise<MailTransport> | undefined
  const get = () => {
    transport ??= load()
    return transport
  }
  return {
    send: async (mail) => (await get()).send(mail),
    check: async () => (await get()).check(),
    close: () => transport?.then((opened) => opened.close()),
  }
}
