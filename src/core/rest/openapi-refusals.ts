import { camelCase } from '../text/naming.ts'
import type { Json } from './openapi-schemas.ts'
import { meaningOf, type Refusable, refusalsOf } from './refusals.ts'

export const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message'],
  description: 'A refusal: a token for machines, and words for people.',
  properties: {
    error: { type: 'string', description: 'A short token for machines; it never changes.' },
    message: { type: 'string', description: 'For people, in the language of Accept-Language.' },
    field: { type: 'string', description: 'The offending field, with a path into arrays: `line_items.0.tax_rate`.' },
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
          schema: {
            allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error: { enum: codes } } }],
          },
        },
      },
    }
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}
