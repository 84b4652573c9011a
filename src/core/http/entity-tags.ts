import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

// RFC 9110 § 8.8.3: a resource names what it answers by a tag, `"3"`, or a weak one, `W/"3"`. Conditions list them, or say `*`.

const listOfTags = /^[\s,]*(?:(?:W\/)?"[^"]*"\s*(?:,[\s,]*|$))*$/

/** The tags of a condition; none where it is no list of tags. */
export const tagsIn = (condition: string): string[] =>
  listOfTags.test(condition) ? (condition.match(/(?:W\/)?"[^"]*"/g) ?? []) : []

/** Names bytes by what they are. */
export const tagOf = (bytes: Uint8Array | string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`

/** Whether whoever asks has what this tag names, a weak one too, and is told so by 304 (If-None-Match, RFC 9110 § 13.1.2). */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const condition = headers['if-none-match']
  if (condition === undefined) return false
  const strong = (each: string) => each.replace(/^W\//, '')
  return condition.trim() === '*' || tagsIn(condition).some((each) => strong(each) === strong(tag))
}

/** Names what is answered; true, with the status 304, where whoever asks has it already: nothing is left to send. */
export function isUnchanged(reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const { method } = reply.request
  const isSame = (method === 'GET' || method === 'HEAD') && isKnown(reply.request, tag)
  if (isSame) reply.code(304)
  return isSame
}
