import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#core/errors/problem'

// RFC 9110 § 8.8.3: a response has a strong tag, `"3"`, or a weak one, `W/"3"`. Conditional headers list tags, or are `*`.

const listOfTags = /^[\s,]*(?:(?:W\/)?"[^"]*"\s*(?:,[\s,]*|$))*$/

/** The tags of a conditional header; none if it is malformed. */
export const parseEtags = (condition: string): string[] =>
  listOfTags.test(condition) ? (condition.match(/(?:W\/)?"[^"]*"/g) ?? []) : []

/** A strong ETag from the hash of the content. */
export const contentEtag = (bytes: Uint8Array | string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`

/** Whether If-None-Match lists the tag, compared weakly (RFC 9110 § 13.1.2). */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const condition = headers['if-none-match']
  if (condition === undefined) return false
  const strong = (each: string) => each.replace(/^W\//, '')
  return condition.trim() === '*' || parseEtags(condition).some((each) => strong(each) === strong(tag))
}

/** Sets the ETag of a response. True if the client has that content already: the status is then 304, and no body is sent. */
export function isNotModified(reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const { method } = reply.request
  const isSame = (method === 'GET' || method === 'HEAD') && isKnown(reply.request, tag)
  if (isSame) reply.code(304)
  return isSame
}

/** @throws 412 if If-Match lists tags and none is this one, compared strongly (RFC 9110 § 13.1.1). */
export function assertIfMatch({ headers }: FastifyRequest, tag: string): void {
  const condition = headers['if-match']
  if (condition === undefined || condition.trim() === '*') return
  if (tag.startsWith('"') && parseEtags(condition).includes(tag)) return
  throw new Problem(412, 'precondition_failed', {
    de: 'Der Inhalt hat nicht das ETag, das If-Match nennt.',
    en: 'The content does not have the ETag that If-Match names.',
  })
}
