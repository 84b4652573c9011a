import type { IncomingMessage } from 'node:http'
import { basePath, canonicalPath } from './path.ts'

/** What tus asks of an upload by another method than POST. */
const overriding = new Set(['PATCH', 'DELETE', 'HEAD'])

const uploads = `${basePath}/storage/uploads/`

/**
 * tus 1.0.0, X-HTTP-Method-Override: what is sent by POST through an environment that knows no other method is meant as this one. Of
 * uploads alone: Node frames an answer by the method that was sent, and that of another resource to HEAD has a length and no body.
 */
export function overrideMethod(request: IncomingMessage) {
  const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase()
  const speaksTus = request.headers['tus-resumable'] !== undefined
  const isMeant = request.method === 'POST' && speaksTus && overriding.has(method)
  if (isMeant && canonicalPath(request.url ?? '').startsWith(uploads)) request.method = method
}
