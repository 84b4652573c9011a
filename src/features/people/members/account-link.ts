import { createHash } from 'node:crypto'
import { decodeOrganizationId, encodeOrganizationId, toBase62 } from '#core/access/base62'
import { notFound } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import type { Clock } from '#core/time/clock'
import type { Member } from './member.entity.ts'

// What a mail leads a member to: they set a password with it, once. Nothing is stored for it: it is signed, and says what the
// account was when it was made, so that it is spent as soon as a password is set or the address is another.

/** What it is for, and the page of the app that takes it. */
const linkKinds = {
  invitation: { path: '/app/invitation', lifetimeSeconds: 7 * 24 * 60 * 60 },
  passwordReset: { path: '/app/reset-password', lifetimeSeconds: 60 * 60 },
} as const

export type AccountLinkKind = keyof typeof linkKinds

type Secrets = Services['secrets']
type LinkedAccount = Pick<Member, 'organizationId' | 'id' | 'email' | 'passwordHash'>

/** organization (22), member (22), last second (7), state of the account (22), signature (43) */
const tokenPattern = /^(([0-9A-Za-z]{22})([0-9A-Za-z]{22})([0-9A-Za-z]{7})([0-9A-Za-z]{22}))([\w-]{43})$/

const signingPurpose = (kind: AccountLinkKind) => `account link ${kind}`

const accountFingerprint = ({ email, passwordHash }: LinkedAccount) =>
  toBase62(
    BigInt(
      `0x${createHash('sha256')
        .update(JSON.stringify([email.toLowerCase(), passwordHash]))
        .digest('hex')
        .slice(0, 32)}`,
    ),
    22,
  )

/** The address to be mailed. The secret stands behind the #: no server on the way writes it to its log. */
export function createAccountLink(
  { secrets, publicUrl }: Pick<Services, 'secrets' | 'publicUrl'>,
  clock: Clock,
  kind: AccountLinkKind,
  account: LinkedAccount,
): string {
  const { path, lifetimeSeconds } = linkKinds[kind]
  const until = BigInt(Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds)
  const claim = `${encodeOrganizationId(account.organizationId)}${encodeOrganizationId(account.id)}${toBase62(until, 7)}${accountFingerprint(account)}`
  return `${publicUrl}${path}#${claim}${secrets.sign(claim, signingPurpose(kind))}`
}

/** Whom such a link is for, as it says itself; 404 where it is none of ours. */
export interface AccountLink {
  kind: AccountLinkKind
  organizationId: string
  memberId: string
  /** Whether it has neither run out nor been used: for the account as it is now, undefined where the member is gone. */
  isValidFor(account: LinkedAccount | undefined): boolean
}

export function parseAccountLink(secrets: Secrets, clock: Clock, token: string): AccountLink {
  const [, claim = '', organization = '', member = '', until = '', state = '', signature = ''] =
    tokenPattern.exec(token) ?? []
  const kinds = Object.keys(linkKinds) as AccountLinkKind[]
  const kind = kinds.find((each) => secrets.verify(claim, signature, signingPurpose(each)))
  const [organizationId, memberId] = [decodeOrganizationId(organization), decodeOrganizationId(member)]
  if (!kind || !organizationId || !memberId) throw notFound()
  return {
    kind,
    organizationId,
    memberId,
    isValidFor: (account) =>
      account !== undefined &&
      toBase62(BigInt(Math.floor(clock.now().getTime() / 1000)), 7) <= until &&
      accountFingerprint(account) === state,
  }
}
