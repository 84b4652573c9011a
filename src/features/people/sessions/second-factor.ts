import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { createTotpSecret, matchTotpStep } from '#core/access/totp'
import { select } from '#core/database/select'
import { Problem, rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import { recordFailedAttempt } from '#features/people/security-log/record-security-event'
import { AttemptLimits, knownDeviceAttemptKeys } from './attempt-limits.ts'
import { verifyDeviceCookie } from './device-cookie.ts'
import { mailGuessingWarning } from './guessing-warning.mail.ts'

export const recoveryCodeCount = 10

/**
 * Wrong codes of a member in 15 minutes from unknown browsers, and as many recovery codes. Known browsers have limits of their own
 * (`knownDeviceAttemptKeys`), so that nobody can lock them out.
 */
const maxAttempts = 10

const purpose = 'totp secret'

/** Whether a member has a confirmed authenticator app, and the number of unused recovery codes. */
export async function readSecondFactor(context: Context, memberId: string) {
  const { organizationId } = context
  const [row] = await context.query<{ isConfirmed: boolean | null; codes: number }>(
    select`(select confirmed_at is not null from totp_secrets
             where organization_id = ${organizationId} and member_id = ${memberId}) as "isConfirmed",
           (select count(*)::int from recovery_codes
             where organization_id = ${organizationId} and member_id = ${memberId}) as codes`,
  )
  return { totp: row?.isConfirmed ?? false, recoveryCodesLeft: row?.codes ?? 0 }
}

/** Stores a new secret of the caller, replacing an unconfirmed one. */
export async function storeTotpSecret(context: Context): Promise<string> {
  const { organizationId, member, services } = context
  const secret = createTotpSecret()
  const sealed = services.secrets.seal(secret, purpose)
  await context.write(
    sql`insert into totp_secrets as t (organization_id, member_id, sealed_secret, last_step)
        values (${organizationId}, ${member.id}, ${sealed}, 0)
        on conflict (organization_id, member_id) do update set sealed_secret = excluded.sealed_secret
          where t.confirmed_at is null`,
  )
  return secret
}

export const confirmTotpSecret = (context: Context) => {
  const { organizationId, member, clock } = context
  return context.write(
    sql`update totp_secrets set confirmed_at = ${clock.now()} where organization_id = ${organizationId} and member_id = ${member.id}`,
  )
}

export async function deleteSecondFactor(context: Context, memberId: string) {
  const { organizationId } = context
  await context.write(
    sql`delete from totp_secrets where organization_id = ${organizationId} and member_id = ${memberId}`,
  )
  await deleteRecoveryCodes(context, memberId)
}

/** Deletes the passkeys of a member. Returns their number. */
export async function deletePasskeys(context: Context, memberId: string): Promise<number> {
  const deleted = await context.writeReturning<{ id: string }>(
    sql`delete from passkeys where organization_id = ${context.organizationId} and member_id = ${memberId} returning id`,
  )
  return deleted.length
}

const deleteRecoveryCodes = (context: Context, memberId: string) =>
  context.write(
    sql`delete from recovery_codes where organization_id = ${context.organizationId} and member_id = ${memberId}`,
  )

/** Letters and digits that cannot be confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the caller's recovery codes. */
export async function createRecoveryCodes(context: Context): Promise<string[]> {
  const { organizationId, member } = context
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join(''),
  )
  await deleteRecoveryCodes(context, member.id)
  const { secrets } = context.services
  for (const code of codes)
    await context.write(
      sql`insert into recovery_codes (organization_id, member_id, hash, key_id)
          values (${organizationId}, ${member.id}, ${secrets.sign(codeText(member.id, code), codePurpose)}, ${secrets.keyId()})`,
    )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

const codePurpose = 'recovery code'
const codeText = (memberId: string, code: string) => `${memberId} ${code}`

/** 403 if a code of the authenticator app or a recovery code is wrong or used; 429 after too many attempts. */
export async function assertSecondFactorCode(context: Context, memberId: string, code: string): Promise<void> {
  const { organizationId, services } = context
  const typed = code.toLowerCase().replace(/[^0-9a-z]/g, '')
  const isTotp = /^\d{6}$/.test(typed)
  const purpose = isTotp ? 'codes' : 'recovery codes'
  const deviceId = await findKnownDeviceId(context, memberId)
  const limits = deviceId
    ? knownDeviceAttemptKeys(services, `known ${purpose}`, { organizationId, memberId }, deviceId)
    : [{ key: `${purpose} of ${memberId}`, maxAttempts }]
  const counts = await context.prepareOutside('try of a code', async (services) => {
    const counts = new AttemptLimits(services)
    await counts.add(...limits)
    if (counts.isLast) await mailGuessingWarning(services, { organizationId, memberId })
    return counts
  })
  if (counts.retryAfter) throw rateLimited(counts.retryAfter)
  const isRight = await (isTotp ? redeemTotpCode : redeemRecoveryCode)(context, memberId, typed)
  if (!isRight) {
    const { address, userAgent } = context.sender
    await context.prepareOutside(`wrong code ${code}`, (services) =>
      recordFailedAttempt(services, organizationId, { kind: 'code_failed', memberId, address, userAgent }),
    )
    throw wrongCode()
  }
  context.afterCommit(({ log }) => {
    counts.refund().catch((error: unknown) => log.warn({ err: error }, 'attempts'))
  })
}

/** The id of the session, or of a device cookie for this member; null if there is neither. */
async function findKnownDeviceId(context: Context, memberId: string): Promise<string | null> {
  const { organizationId, caller, sender, services } = context
  if (caller) return caller.tokenId
  if (!sender.device) return null
  const { email, passwordHash } = await context.load(Member, memberId)
  return verifyDeviceCookie(services.secrets, sender.device, { organizationId, memberId, email, passwordHash })
}

/** False if the code is wrong, used, or older than a used one (RFC 6238 § 5.2). */
async function redeemTotpCode(context: Context, memberId: string, code: string): Promise<boolean> {
  const { organizationId, services, clock } = context
  const ofMember = sql`organization_id = ${organizationId} and member_id = ${memberId}`
  const [totp] = await context.query<{ sealed: Buffer }>(
    select`sealed_secret as sealed from totp_secrets where ${ofMember}`,
  )
  const step = totp ? matchTotpStep(services.secrets.open(totp.sealed as Buffer, purpose), code, clock.now()) : null
  if (step === null) return false
  const used = await context.writeReturning(
    sql`update totp_secrets set last_step = ${step} where ${ofMember} and last_step < ${step} returning last_step`,
  )
  return used.length > 0
}

async function redeemRecoveryCode(context: Context, memberId: string, code: string): Promise<boolean> {
  const hashes = context.services.secrets.signatures(codeText(memberId, code), codePurpose)
  const used = await context.writeReturning(
    sql`delete from recovery_codes where organization_id = ${context.organizationId} and member_id = ${memberId}
          and hash = any(${hashes}::text[]) returning hash`,
  )
  return used.length > 0
}

const wrongCode = () =>
  new Problem(
    403,
    'forbidden',
    {
      de: 'Der Code ist falsch oder wurde schon verwendet.',
      en: 'The code is wrong or was used before.',
    },
    'code',
  )
