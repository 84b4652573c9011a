import type { IncomingMessage } from 'node:http'
import { basePath, canonicalPath } from './path.ts'

/** Methods that tus may override. */
const overriding = new Set(['PATCH', 'DELETE', 'HEAD'])

const uploads = `${basePath}/storage/uploads/`

/**
 * X-HTTP-Method-Override of tus 1.0.0, for networks that block other methods than POST. Only for uploads: Node frames a
 * response by the method that was sent, and other HEAD responses have a Content-Length without a body.
 */
export function overrideMethod(request: IncomingMessage) {
  const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase()
  const speaksTus = request.headers['tus-resumable'] !== undefined
  const isMeant = request.method === 'POST' && speaksTus && overriding.has(method)
  if (isMeant && canonicalPath(request.url ?? '').startsWith(uploads)) request.method = method
}
