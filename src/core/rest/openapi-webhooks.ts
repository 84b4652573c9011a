import { eventSchema } from '#core/events/event-schema'
import { eventNames, resourceOfEvent } from '../../events.ts'
import type { JsonObject, ToJsonSchema } from './openapi-schemas.ts'
import type { RestSchema } from './schema.ts'

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers = [
  header('webhook-id', "The event's id: the same on every retry, redelivery and replay."),
  header('webhook-timestamp', 'When this attempt was made, in Unix seconds.'),
  header('webhook-signature', '`v1,` and the base64 of an HMAC-SHA-256, as Standard Webhooks says.'),
  header('Idempotency-Key', 'The same as `webhook-id`.'),
  header('X-Service-Signature', '`sha256=` and the hex HMAC-SHA-256 of the body, keyed with the secret as it stands.'),
  header('X-Service-Event', "The event's name."),
  header('X-Service-Delivery', "The delivery's id."),
  header('X-Service-Timestamp', 'The same as `webhook-timestamp`.'),
]

/** Webhook payloads by event; each has a named schema such as `InvoiceSentEvent`. */
export function describeWebhooks(
  rows: RestSchema['rows'],
  schemaOf: ToJsonSchema,
  schemas: Record<string, JsonObject>,
): JsonObject {
  schemas.Event = eventSchema
  return Object.fromEntries(
    eventNames.map((event) => {
      const row = rows.get(resourceOfEvent[event])
      const name = `${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
      const { changes, ...properties } = eventSchema.properties
      const isUpdate = event.endsWith('.updated')
      schemas[name] = {
        ...eventSchema,
        required: [...eventSchema.required, ...(isUpdate ? ['changes'] : [])],
        properties: {
          ...properties,
          event: { type: 'string', const: event, description: properties.event.description },
          data: row ? schemaOf(row, { notNull: true }) : properties.data,
          ...(isUpdate && { changes }),
        },
      }
      return [event, { post: delivery(event, name) }]
    }),
  )
}

const delivery = (event: string, name: string): JsonObject => ({
  operationId: `receive${name}`,
  summary: event,
  description: 'Sent to every webhook that subscribes to it; identical to what `GET /events` returns.',
  tags: ['webhooks'],
  parameters: headers,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  },
  responses: { '2XX': { description: 'Received. Any other response is retried; 410 disables the webhook.' } },
})
