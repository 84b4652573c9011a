import { createHash, randomBytes } from 'node:crypto'
import { decodeOrganizationId, encodeOrganizationId, toBase62 } from './base62.ts'

// What an address that somebody without a token was sent is made of: organization (22, base62), so that it is looked up
// in one tenant, and a secret of 256 bits (43, base62).

const form = /^([0-9A-Za-z]{22})[0-9A-Za-z]{43}$/

/** What a well-formed link says of itself; whether there is such a one is for the database to say. */
export interface LinkToken {
  organizationId: string
  /** SHA-256 of the whole: all that is ever stored of it. */
  hash: Buffer
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A new link of an organization: the text that its holder is sent, and the hash to store. */
export function createLinkToken(organizationId: string): { token: string; hash: Buffer } {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  const token = `${encodeOrganizationId(organizationId)}${secret}`
  return { token, hash: hashOf(token) }
}

/** Reads such a text; null where it is none. */
export function parseLinkToken(token: string): LinkToken | null {
  const [, organization] = form.exec(token) ?? []
  const organizationId = organization && decodeOrganizationId(organization)
  return organizationId ? { organizationId, hash: hashOf(token) } : null
}
