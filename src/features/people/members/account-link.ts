import { createHash } from 'node:crypto'
import { decodeOrganizationId, encodeOrganizationId, toBase62 } from '#core/access/base62'
import { notFound } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import type { Clock } from '#core/time/clock'
import type { Member } from './member.entity.ts'

// Links in mails that set a password. They are signed, not stored. They contain a digest of the account, so that a new password or
// address invalidates them.

/** Kinds of links, with the path in the app. */
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

/** URL for the mail. The token is in the fragment, so that no server logs it. */
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

/** A link with a valid signature. */
export interface AccountLink {
  kind: AccountLinkKind
  organizationId: string
  memberId: string
  /** False if the link has expired or was used, or the member has left (undefined). */
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
