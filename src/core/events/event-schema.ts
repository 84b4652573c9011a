import { eventNames } from '../../events.ts'

export const eventSchema = {
  type: 'object',
  description: 'An event, as webhooks receive it.',
  required: ['id', 'event', 'created_at', 'organization_id', 'actor', 'sequence', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Identifies the event; the same on every retry.' },
    event: { type: 'string', enum: eventNames, description: 'Name of the event.' },
    created_at: { type: 'string', format: 'date-time', description: 'When it happened.' },
    organization_id: { type: 'string', format: 'uuid', description: 'Organization in which it happened.' },
    actor: {
      type: 'object',
      description: 'Who did it.',
      required: ['type', 'id', 'name'],
      properties: {
        type: { type: 'string', enum: ['user', 'public', 'system', 'assistant'], description: 'Kind of actor.' },
        id: { type: ['string', 'null'], format: 'uuid', description: 'Id of the member; null for every other kind.' },
        name: { type: 'string', description: 'Name of the actor at that time.' },
      },
    },
    sequence: { type: 'integer', description: 'Counts the events of the organization, without a gap.' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'The resource as the REST API represents it.',
    },
    changes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names of the fields that changed; only on `.updated` events.',
    },
  },
}
