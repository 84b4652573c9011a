import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '#core/operation/services'

// What a browser keeps of an address having signed in with it ("device cookie", OWASP): whoever has it is not refused for
// what others guess. It signs nobody in. Nothing is stored for it: an id (22) and a signature (43) of it and the address.

const form = /^([\w-]{22})([\w-]{43})$/

type Secrets = Services['secrets']

const signed = (secrets: Secrets, id: string, email: string) =>
  secrets.sign(JSON.stringify([id, email.toLowerCase()]), 'known device')

/** What a browser is to keep; the same where it has it for this address already. */
export function deviceFor(secrets: Secrets, kept: string | null, email: string): string {
  if (kept && readDevice(secrets, kept, email)) return kept
  const id = randomBytes(16).toString('base64url')
  return `${id}${signed(secrets, id, email)}`
}

/** Its id; null where it is none of ours, or another address's. */
export function readDevice(secrets: Secrets, kept: string, email: string): string | null {
  const [, id = '', signature = ''] = form.exec(kept) ?? []
  if (!id) return null
  return timingSafeEqual(Buffer.from(signed(secrets, id, email)), Buffer.from(signature)) ? id : null
}
