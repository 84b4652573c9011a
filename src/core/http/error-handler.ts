import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem, unsupportedMediaType } from '#core/errors/problem'
import { reportUnavailable, retryAfterSeconds, toProblem } from '#core/errors/problem-response'
import type { Services } from '#core/operation/services'
import { unreadableRequest } from './client-error.ts'
import { getRoutePattern } from './request-log.ts'

/** Sets status and headers for an error and returns its problem; unexpected errors are logged. */
export function prepareErrorResponse(
  { constraints, log, disk }: Pick<Services, 'constraints' | 'log' | 'disk'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem {
  const { problem, fault } = toProblem(fromFastify(error), constraints)
  if (fault)
    log.error(
      { request_id: request.id, method: request.method, route: getRoutePattern(request), err: fault },
      'request failed',
    )
  reportUnavailable({ log, disk }, request.id, problem)
  const retryAfter = retryAfterSeconds(problem)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // The rest of the body is not read.
  if (problem.status === 408) reply.header('connection', 'close')
  reply.code(problem.status)
  return problem
}

/** Translates Fastify's own errors. */
function fromFastify(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  // No resource has such a long id.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound()
  if (!(error instanceof Problem) && statusCode && statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return unreadableRequest()
  return error
}
