import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { Problem, requestTimeout } from '#core/errors/problem'
import { formatMessage, retryAfterSeconds } from '#core/errors/problem-response'

/** 400: malformed HTTP. */
export const unreadableRequest = () => new Problem(400, 'bad_request')

const headersTooLarge = () => new Problem(431, 'headers_too_large')

/** Answers requests that Node's HTTP parser rejects. */
export function handleClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy(error)
  const problem =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? requestTimeout()
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? headersTooLarge()
        : unreadableRequest()
  sendErrorOnSocket(socket, problem, randomUUID())
}

/** Writes an error without a response object and closes the connection. */
export function sendErrorOnSocket(socket: Writable, problem: Problem, requestId: string) {
  const retryAfter = retryAfterSeconds(problem)
  const body = JSON.stringify({ error: problem.code, message: formatMessage(problem, null) })
  socket.end(
    [
      `HTTP/1.1 ${problem.status} Refused`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
