import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { isUuid } from '#core/schema/scalars'
import { bounceMetadata, markUndelivered } from './queue.ts'

// Postmark's webhook of bounces: https://postmarkapp.com/developer/webhooks/bounce-webhook. It hands back the metadata of the mail, by
// whose signature it is known.

/** What is no bounce for good, or none at all. */
const passing = new Set(['Transient', 'AutoResponder', 'Subscribe', 'Unsubscribe', 'AddressChange', 'OpenRelayTest'])

interface Bounce {
  RecordType?: unknown
  Type?: unknown
  Email?: unknown
  Description?: unknown
  Metadata?: { mail_id?: unknown; organization_id?: unknown; signature?: unknown }
}

/** Takes Postmark's word that a mail came back; 404 to whoever cannot name one. */
export function mountBounces(app: FastifyInstance, services: Services) {
  app.post<{ Body: Bounce | null | undefined }>(
    '/postmark/bounces',
    { config: { isPublic: true } },
    async ({ body }, reply) => {
      const { mail_id: mailId, organization_id: organizationId, signature } = body?.Metadata ?? {}
      if (!isId(mailId) || !isId(organizationId) || typeof signature !== 'string') throw notFound()
      const expected = bounceMetadata(services, organizationId, mailId).signature
      const [given, right] = [Buffer.from(signature), Buffer.from(expected)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw notFound()
      const { RecordType, Type, Email, Description } = body ?? {}
      if (RecordType === 'Bounce' && !passing.has(String(Type))) {
        const reason = [Email, Description ?? Type].filter((part) => typeof part === 'string').join(': ')
        await markUndelivered(services, organizationId, mailId, 'bounced', reason)
      }
      return reply.code(204).send()
    },
  )
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)
