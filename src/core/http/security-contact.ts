import type { FastifyInstance } from 'fastify'
import { addDays, type Clock } from '#core/time/clock'

/** RFC 9116 recommends less than a year. */
const validDays = 180

interface SecurityContactOptions {
  /** A `mailto:` or `https:` address for vulnerability reports. */
  contact: string
  publicUrl: string
  clock: Clock
}

/** Serves `/.well-known/security.txt` (RFC 9116). The expiry is a date, so that responses of one day are equal. */
export function mountSecurityContact(app: FastifyInstance, { contact, publicUrl, clock }: SecurityContactOptions) {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = addDays(clock.now().toISOString().slice(0, 10), validDays)
    const fields = [
      `Contact: ${contact}`,
      `Expires: ${expires}T00:00:00Z`,
      'Preferred-Languages: de, en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${fields.join('\n')}\n`)
  })
}
