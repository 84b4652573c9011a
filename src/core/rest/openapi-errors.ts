import { defaultMessage, errors, maxReportedProblems } from '#core/errors/problem'
import { type ErrorConditions, listErrorCodes } from '#core/schema/error-codes'
import { camelCase } from '#core/text/naming'
import type { JsonObject } from './openapi-schemas.ts'

const tokens = [...new Set(Object.values(errors).flatMap(Object.keys))].sort()

export const errorSchema: JsonObject = {
  type: 'object',
  required: ['error', 'message'],
  description: 'An error: a token for programs and a message for people.',
  properties: {
    error: { type: 'string', enum: tokens, description: 'Stable token for programs.' },
    message: { type: 'string', description: 'Message for people, in the language of Accept-Language.' },
    field: { type: 'string', description: 'Field at fault, with a path into arrays: `line_items.0.tax_rate`.' },
    limit: { type: 'integer', description: 'What may be at most, of `query_too_expensive`.' },
    version_id: {
      type: 'string',
      format: 'uuid',
      description: 'The version that keeps the text of a page that was refused with `precondition_failed`.',
    },
    errors: {
      type: 'array',
      maxItems: maxReportedProblems,
      description: 'All validation errors of the request, if fields are at fault.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Field at fault.' },
          message: { type: 'string', description: 'What is wrong with it.' },
        },
      },
    },
  },
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

/** The error responses of a route; equal ones are shared under `components`. */
export function describeErrorResponses(route: ErrorConditions, components: Record<string, JsonObject>): JsonObject {
  const responses: JsonObject = {}
  for (const [status, codes] of listErrorCodes(route)) {
    const name = `Refusal${status}${codes.map((code) => camelCase(`_${code}`)).join('')}`
    components[name] ??= {
      description:
        codes.length === 1
          ? defaultMessage(status, codes[0] as (typeof codes)[number]).en
          : codes.map((code) => `\`${code}\`: ${defaultMessage(status, code).en}`).join('\n\n'),
      headers: { ...header('X-Request-Id'), ...((status === 429 || status === 503) && header('Retry-After')) },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { error: codes[0], message: codes[0] && defaultMessage(status, codes[0]).en },
        },
      },
      // All errors have one schema; the codes by status are for readers.
      'x-error-tokens': codes,
    }
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}
