import { mostTold } from '#core/errors'
import { camelCase } from '#core/text/naming'
import type { Json } from './openapi-schemas.ts'
import { meaningOf, type Refusable, refusals, refusalsOf } from './refusals.ts'

const tokens = [...new Set(Object.values(refusals).flatMap(Object.keys))].sort()

export const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message'],
  description: 'A refusal: a token for machines, and words for people.',
  properties: {
    error: { type: 'string', enum: tokens, description: 'A short token for machines; it never changes.' },
    message: { type: 'string', description: 'For people, in the language of Accept-Language.' },
    field: { type: 'string', description: 'The offending field, with a path into arrays: `line_items.0.tax_rate`.' },
    errors: {
      type: 'array',
      maxItems: mostTold,
      description: 'All that is wrong with the input, the first one first; where a field is at fault.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

/** The responses a route refuses with; equal ones are gathered under `components`. */
export function refusalResponses(route: Refusable, components: Record<string, Json>): Json {
  const responses: Json = {}
  for (const [status, codes] of refusalsOf(route)) {
    const name = `Refusal${status}${codes.map((code) => camelCase(`_${code}`)).join('')}`
    components[name] ??= {
      description:
        codes.length === 1
          ? meaningOf(status, codes[0] as (typeof codes)[number])
          : codes.map((code) => `\`${code}\`: ${meaningOf(status, code)}`).join('\n\n'),
      headers: { ...header('X-Request-Id'), ...((status === 429 || status === 503) && header('Retry-After')) },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { error: codes[0], message: codes[0] && meaningOf(status, codes[0]) },
        },
      },
      // Generators make one type of the one schema; which tokens stand behind a status is for those who read.
      'x-error-tokens': codes,
    }
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}
