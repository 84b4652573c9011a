import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Time-based one-time passwords (RFC 6238) of all authenticator apps: HMAC-SHA-1, six digits, 30 seconds.

const stepSeconds = 30
const digits = 6
/** Tolerated clock drift in steps (RFC 6238, 5.2). */
const drift = 1

/** RFC 4648, 6. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in base32. */
export function createTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (five) => alphabet.charAt(Number.parseInt(five, 2)))
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a step (RFC 4226, 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export const totpStepAt = (at: Date) => Math.floor(at.getTime() / 1000 / stepSeconds)

/** Finds the step of a code around now; null if there is none. */
export function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => totpStepAt(now) - drift + index)
  const given = Buffer.from(code)
  const isIt = (step: number) => given.length === digits && timingSafeEqual(given, Buffer.from(totpCode(secret, step)))
  return steps.find(isIt) ?? null
}

/** URL for an authenticator app's QR code (Key Uri Format). */
export function otpauthUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':')
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
