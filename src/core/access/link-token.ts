import { createHash, randomBytes } from 'node:crypto'
import { decodeOrganizationId, encodeOrganizationId, toBase62 } from './base62.ts'

// Token in links for people without an account: organization (22, base62), which restricts the look-up to one tenant, and a secret of 256
// bits (43, base62).

const form = /^([0-9A-Za-z]{22})[0-9A-Za-z]{43}$/

/** A well-formed link token; only the database knows if it exists. */
export interface LinkToken {
  organizationId: string
  /** SHA-256 of the token, the only part that is stored. */
  hash: Buffer
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Returns a new link token and its hash. */
export function createLinkToken(organizationId: string): { token: string; hash: Buffer } {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  const token = `${encodeOrganizationId(organizationId)}${secret}`
  return { token, hash: hashOf(token) }
}

/** Null if malformed. */
export function parseLinkToken(token: string): LinkToken | null {
  const [, organization] = form.exec(token) ?? []
  const organizationId = organization && decodeOrganizationId(organization)
  return organizationId ? { organizationId, hash: hashOf(token) } : null
}
