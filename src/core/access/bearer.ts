import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { decodeOrganizationId, encodeOrganizationId, toBase62 } from './base62.ts'

// Contract §4: `kontor_` + organization (22, base62) + secret (32, base62) + CRC (6). The organization restricts the look-up to one
// tenant; the checksum lets secret scanners and clients recognize typing errors.

const form = /^kontor_([0-9A-Za-z]{22})([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** A well-formed token; only the database knows if it is valid. */
export interface Bearer {
  organizationId: string
  /** SHA-256 of the token, the only part that is stored. */
  hash: Buffer
  /** The hash as text, for look-ups. */
  key: string
}

/** Milliseconds between token checks of a socket, and so the longest use of a revoked one. */
export const tokenCheckIntervalMs = 4_000

const checksum = (text: string) => toBase62(BigInt(crc32(text)), 6)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Returns a new token, its hash and its last four characters for lists. */
export function createToken(organizationId: string): { token: string; hash: Buffer; lastFour: string } {
  const secret = toBase62(BigInt(`0x${randomBytes(24).toString('hex')}`), 33).slice(1)
  const body = `kontor_${encodeOrganizationId(organizationId)}${secret}`
  const token = body + checksum(body)
  return { token, hash: hashOf(token), lastFour: token.slice(-4) }
}

/** Parses an Authorization header; null if it is not a well-formed token. */
export function parseBearer(authorization: string | undefined): Bearer | null {
  const token = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  const [, organization, , sum] = token?.match(form) ?? []
  if (!token || !organization || checksum(token.slice(0, -6)) !== sum) return null
  const organizationId = decodeOrganizationId(organization)
  if (!organizationId) return null
  const hash = hashOf(token)
  return { organizationId, hash, key: hash.toString('base64') }
}
