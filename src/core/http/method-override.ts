import type { IncomingMessage } from 'node:http'

const overriding = new Set(['PATCH', 'DELETE', 'HEAD'])

/** tus 1.0.0, X-HTTP-Method-Override: what is sent by POST through an environment that knows no other method is meant as this one. */
export function overrideMethod(request: IncomingMessage) {
  const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase()
  const speaksTus = request.headers['tus-resumable'] !== undefined
  if (request.method === 'POST' && speaksTus && overriding.has(method)) request.method = method
}
