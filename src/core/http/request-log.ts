import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Admission } from '#core/access/admission'
import type { Services } from '#core/operation/services'
import { readCredentials } from './credentials.ts'

/** The route as declared. The URL may contain secrets and has unbounded cardinality. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'unknown'

/** Logs one line per request: route, response, and the caller if the token was valid. */
export function createRequestLog({ admissionCache }: Pick<Services, 'admissionCache'>, log: Logger) {
  const whoAsked = (request: FastifyRequest) => {
    const { bearer } = readCredentials(request)
    const json = bearer && admissionCache.get(bearer)
    if (!json) return null
    return { organization_id: bearer.organizationId, member_id: (JSON.parse(json) as Admission).memberId }
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: getRoutePattern(request),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        ...(reply.statusCode !== 401 && whoAsked(request)),
      },
      'request',
    )
  }
}
