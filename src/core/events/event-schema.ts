import { eventNames } from '../../events.ts'

/** One event as JSON Schema tells it. */
export const eventSchema = {
  type: 'object',
  description: 'An event, as webhooks receive it.',
  required: ['id', 'event', 'created_at', 'organization_id', 'actor', 'sequence', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    event: { type: 'string', enum: eventNames },
    created_at: { type: 'string', format: 'date-time' },
    organization_id: { type: 'string', format: 'uuid' },
    actor: {
      type: 'object',
      required: ['type', 'id', 'name'],
      properties: {
        type: { type: 'string', enum: ['user', 'public', 'system', 'assistant'] },
        id: { type: ['string', 'null'], format: 'uuid' },
        name: { type: 'string' },
      },
    },
    sequence: { type: 'integer' },
    data: { type: 'object', description: 'The resource as the REST API represents it.' },
    changes: { type: 'array', items: { type: 'string' }, description: 'Only on `.updated` events.' },
  },
}
