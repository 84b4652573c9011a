import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { decodeOrganizationId, encodeOrganizationId, toBase62 } from './base62.ts'

// Contract §4: `kontor_` + organization (22, base62) + secret (32, base62) + CRC (6). The organization inside the token
// makes its look-up a look-up in one tenant; the checksum lets secret scanners and typing errors be told apart cheaply.

const form = /^kontor_([0-9A-Za-z]{22})([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** What a well-formed token says of itself; whether it is valid is for the database to say. */
export interface Bearer {
  organizationId: string
  /** SHA-256 of the whole token: all that is ever stored of it. */
  hash: Buffer
  /** The same hash as text, to look up by. */
  key: string
}

/** Milliseconds after which a socket looks whether its token is still valid: so long may one that was revoked go on. */
export const tokenCheckIntervalMs = 4_000

const checksum = (text: string) => toBase62(BigInt(crc32(text)), 6)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A new token of an organization, with the hash to store and the last four characters to show in lists. */
export function createToken(organizationId: string): { token: string; hash: Buffer; lastFour: string } {
  const secret = toBase62(BigInt(`0x${randomBytes(24).toString('hex')}`), 33).slice(1)
  const body = `kontor_${encodeOrganizationId(organizationId)}${secret}`
  const token = body + checksum(body)
  return { token, hash: hashOf(token), lastFour: token.slice(-4) }
}

/** Reads an Authorization header's value; null where it is not a well-formed token of ours. */
export function parseBearer(authorization: string | undefined): Bearer | null {
  const token = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  const [, organization, , sum] = token?.match(form) ?? []
  if (!token || !organization || checksum(token.slice(0, -6)) !== sum) return null
  const organizationId = decodeOrganizationId(organization)
  if (!organizationId) return null
  const hash = hashOf(token)
  return { organizationId, hash, key: hash.toString('base64') }
}
