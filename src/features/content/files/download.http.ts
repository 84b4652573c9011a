import type { FastifyInstance } from 'fastify'
import { forbidden, linkExpired, notFound } from '#core/errors/problem'
import { assertIfMatch, contentEtag, isNotModified } from '#core/http/entity-tags'
import type { Services } from '#core/operation/services'
import { formatContentDisposition, ObjectMissing, verifySignedPath } from '#core/storage/storage'

/** Serves the signed addresses of the disk storage, `/files/{key}?…`. The signature is the permission. */
export function mountDownloads(app: FastifyInstance, { storage, secrets, clock }: Services) {
  app.get('/files/*', { config: { isUncounted: true, isSigned: true } }, async (request, reply) => {
    const file = verifySignedPath(request.url, (text, given) => secrets.verify(text, given, 'files'), clock.now())
    if (!file) throw forbidden()
    if (file.expired) throw linkExpired()
    const size = await storage.size(file.key).catch(throwGone)
    // The content of a key never changes.
    const tag = contentEtag(file.key)
    assertIfMatch(request, tag)
    if (isNotModified(reply, tag)) return reply.send()
    const { range: asked, 'if-range': ifRange = tag } = request.headers
    const range = ifRange === tag ? parseRange(asked, size) : null
    reply.headers({
      'content-type': file.contentType,
      'content-disposition': formatContentDisposition(file.filename),
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    })
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.header('content-length', range ? range.end - range.start + 1 : size)
    return reply.send(await storage.get(file.key, range ?? undefined).catch(throwGone))
  })
}

/** A single byte range (RFC 9110, 14.1.2); null if the whole file is sent, also for several ranges. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!first && !last) return null
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < start) return null
  return start < size && end >= start ? { start, end } : 'unsatisfiable'
}

const throwGone = (error: unknown): never => {
  throw error instanceof ObjectMissing ? notFound() : error
}
