import type { FastifyInstance } from 'fastify'
import { invalidField, notFound } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { isUuid } from '#core/schema/scalars'
import { cleanText } from '#core/text/characters'
import { isBounceSignature, recordBounce } from './queue.ts'

// Postmark's bounce webhook: https://postmarkapp.com/developer/webhooks/bounce-webhook. It returns the mail's metadata, which
// is signed.

/** Temporary bounces and other notifications. */
const ignoredBounceTypes = new Set([
  'Transient',
  'AutoResponder',
  'Subscribe',
  'Unsubscribe',
  'AddressChange',
  'OpenRelayTest',
])

/** Records a bounce; 404 without a valid signature, 422 if a field is not text. */
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

/** The properties of an object; empty for other values. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return cleanText(value)
  throw invalidField(field, { de: 'muss Text sein', en: 'must be text' })
}
