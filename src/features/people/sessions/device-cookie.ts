import { randomBytes } from 'node:crypto'
import type { Services } from '#core/operation/services'

// What a browser keeps of a member having signed in with it ("device cookie", OWASP): whoever has it is not refused for what
// others guess. It signs nobody in. Nothing is stored for it: an id (22), organization and member (43), and a signature (43) of
// these, the address of mail and the password as they are: no other organization makes one, and a new password ends it.

const cookiePattern = /^([\w-]{22})([\w-]{43})([\w-]{43})$/

type Secrets = Services['secrets']

/** Whom a browser has signed in. */
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

/** What a browser is to keep; the same where it has it for this member already, signed again after a rotation of the key. */
export function createDeviceCookie(secrets: Secrets, kept: string | null, owner: DeviceOwner): string {
  const id = (kept && verifyDeviceCookie(secrets, kept, owner)) || randomBytes(16).toString('base64url')
  return `${id}${encodeOwner(owner)}${secrets.sign(signedText(id, owner), purpose)}`
}

/** Of these, the one that it says that it is of: to be looked at with `readDevice`. */
export function findDeviceOwner<One extends Pick<DeviceOwner, 'organizationId' | 'memberId'>>(
  kept: string,
  among: readonly One[],
): One | undefined {
  const [, , name] = cookiePattern.exec(kept) ?? []
  return name === undefined ? undefined : among.find((one) => encodeOwner(one) === name)
}

/** Its id; null where it is none of ours, or another's. */
export function verifyDeviceCookie(secrets: Secrets, kept: string, owner: DeviceOwner): string | null {
  const [, id = '', name, signature = ''] = cookiePattern.exec(kept) ?? []
  if (name !== encodeOwner(owner)) return null
  return secrets.verify(signedText(id, owner), signature, purpose) ? id : null
}
