import type { FastifyInstance } from 'fastify'
import { invalidField, notFound } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { isUuid } from '#core/schema/scalars'
import { cleanText } from '#core/text/characters'
import { isBounceSignature, recordBounce } from './queue.ts'

// Postmark's webhook of bounces: https://postmarkapp.com/developer/webhooks/bounce-webhook. It hands back the metadata of the mail, by
// whose signature it is known.

/** What is no bounce for good, or none at all. */
const ignoredBounceTypes = new Set([
  'Transient',
  'AutoResponder',
  'Subscribe',
  'Unsubscribe',
  'AddressChange',
  'OpenRelayTest',
])

/** Takes Postmark's word that a mail came back; 404 to whoever cannot name one, 422 where a field of it is no text. */
export function mountBounceWebhook(app: FastifyInstance, services: Services) {
  app.post<{ Body: unknown }>('/postmark/bounces', { config: { isPublic: true } }, async ({ body }, reply) => {
    const bounce = fieldsOf(body)
    const metadata = fieldsOf(bounce.Metadata)
    const { mail_id: mailId, organization_id: organizationId, signature } = metadata
    if (!isUuid(mailId) || !isUuid(organizationId) || typeof signature !== 'string') throw notFound()
    if (!isBounceSignature(services, organizationId, mailId, signature)) throw notFound()
    const text = (field: string) => textOf(bounce[field], field)
    const [kind, type, email, description] = ['RecordType', 'Type', 'Email', 'Description'].map(text)
    if (kind === 'Bounce' && type && !ignoredBounceTypes.has(type)) {
      const reply = [email, description ?? type].filter(Boolean).join(': ')
      await recordBounce(services, organizationId, mailId, { address: email, reply })
    }
    return reply.code(204).send()
  })
}

/** The fields of what should be an object: none of anything else. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return cleanText(value)
  throw invalidField(field, { de: 'muss Text sein', en: 'must be text' })
}
