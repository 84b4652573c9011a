import type { Mail, RefusedRecipient } from './mail.ts'
import { outboxTransport } from './outbox.ts'
import { smtpTransport } from './smtp.ts'

export { type Mail, MailRefused, type RefusedRecipient } from './mail.ts'

/** How mail leaves the service. */
export type MailRoute =
  | { via: 'smtp'; url: string }
  | { via: 'postmark'; token: string; apiUrl: string }
  | { via: 'outbox' }

export interface MailTransport {
  /**
   * The recipients who were refused; every other one has it. Throws where none has it: MailRefused if trying again is in vain,
   * anything else if it may help.
   */
  send(mail: Mail): Promise<readonly RefusedRecipient[]>
  /** Throws where mail could not be sent right now. */
  check(): Promise<void>
  /** Gives up connections that were kept. */
  close(): void
}

/** By SMTP, by Postmark, or as `.eml` files in the directory `outbox`; the other side is given up after `silenceMs`. */
export function createMailTransport(route: MailRoute, outbox: string, silenceMs = 10_000): MailTransport {
  if (route.via === 'smtp') return smtpTransport(route.url, silenceMs)
  if (route.via === 'postmark')
    return loaded(async () => (await import('./postmark.ts')).postmarkTransport(route.token, route.apiUrl, silenceMs))
  return outboxTransport(outbox)
}

/** A transport whose module is loaded when it is first needed. */
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
