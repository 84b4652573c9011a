import { randomBytes } from 'node:crypto'
import type { Services } from '#core/operation/services'

// Device cookie (OWASP): marks a browser in which a member has signed in, so that guesses of others do not lock them out. It does not
// authenticate. It is not stored: id (22), organization and member (43), and a signature (43) over these, the email address and the
// password hash, so that a new password invalidates it.

const cookiePattern = /^([\w-]{22})([\w-]{43})([\w-]{43})$/

type Secrets = Services['secrets']

export interface DeviceOwner {
  organizationId: string
  memberId: string
  email: string
  passwordHash: string | null
}

const purpose = 'known device'

const signedText = (id: string, { organizationId, memberId, email, passwordHash }: DeviceOwner) =>
  JSON.stringify([id, organizationId, memberId, email.toLowerCase(), passwordHash])

const encodeOwner = ({ organizationId, memberId }: Pick<DeviceOwner, 'organizationId' | 'memberId'>) =>
  Buffer.from(`${organizationId}${memberId}`.replaceAll('-', ''), 'hex').toString('base64url')

/** Creates a device cookie. Keeps the id of a cookie for the same member, and signs it with the current key. */
export function createDeviceCookie(secrets: Secrets, kept: string | null, owner: DeviceOwner): string {
  const id = (kept && verifyDeviceCookie(secrets, kept, owner)) || randomBytes(16).toString('base64url')
  return `${id}${encodeOwner(owner)}${secrets.sign(signedText(id, owner), purpose)}`
}

/** The member that a cookie names, without checking its signature. */
export function findDeviceOwner<One extends Pick<DeviceOwner, 'organizationId' | 'memberId'>>(
  kept: string,
  among: readonly One[],
): One | undefined {
  const [, , name] = cookiePattern.exec(kept) ?? []
  return name === undefined ? undefined : among.find((one) => encodeOwner(one) === name)
}

/** Returns the id of a cookie; null if it is invalid or of another member. */
export function verifyDeviceCookie(secrets: Secrets, kept: string, owner: DeviceOwner): string | null {
  const [, id = '', name, signature = ''] = cookiePattern.exec(kept) ?? []
  if (name !== encodeOwner(owner)) return null
  return secrets.verify(signedText(id, owner), signature, purpose) ? id : null
}
