import { createHash } from 'node:crypto'
import { hashPassword } from '#core/access/password'
import { passwordQueues } from '#core/access/password-queues'
import { findPasswordWeakness, type PasswordOwner } from '#core/access/password-rules'
import { invalidField, linkExpired, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type Account, readAccount } from '#features/people/members/account'
import { type AccountLinkKind, parseAccountLink } from '#features/people/members/account-link'
import { Member } from '#features/people/members/member.entity'
import { mailPasswordChanged } from './password-changed.mail.ts'
import { endSessions } from './start-session.ts'

/** What is kept of a new password, made while no connection is held; 422 where it is one that is guessed. */
export function hashNewPassword(
  context: Context,
  field: string,
  password: string,
  owner: Required<PasswordOwner>,
): Promise<string> {
  const { email } = owner
  const weakness = findPasswordWeakness(password, owner)
  if (weakness) throw invalidField(field, weakness)
  const key = createHash('sha256').update(password).digest('base64url')
  // An address has one salt in all of its organizations, so that trying a password costs the same however many there are.
  const salt = Buffer.from(context.services.secrets.sign(email.toLowerCase(), 'salt of an address'), 'base64url')
  return context.prepareOutside(`password ${key}`, () =>
    passwordQueues.ofKnown.run(`${context.organizationId} new`, () =>
      hashPassword(password, undefined, salt.subarray(0, 16)),
    ),
  )
}

/** The account that a link is for, as it is now; 404 for a link that was guessed, 410 for one that has run out or was used. */
export async function followAccountLink(
  context: Context,
  token: string,
): Promise<{ kind: AccountLinkKind; account: Account }> {
  const link = parseAccountLink(context.services.secrets, context.clock, token)
  context.enterOrganization(link.organizationId)
  const account = await readAccount(context, link.memberId, context.requestedLanguage)
  if (!account || !link.isValidFor(account)) throw linkExpired()
  return { kind: link.kind, account }
}

/** Sets a password by a link, which is spent with it. */
export async function setPasswordByLink(
  context: Context,
  kind: AccountLinkKind,
  { token, password }: { token: string; password: string },
): Promise<Account> {
  const found = await followAccountLink(context, token)
  if (found.kind !== kind) throw notFound()
  const passwordHash = await hashNewPassword(context, 'password', password, found.account)
  await context.load(Member, found.account.id)
  // Of two at once, the second finds what the first has left.
  const { account } = await followAccountLink(context, token)
  await storePassword(context, account, passwordHash)
  if (kind === 'passwordReset') await mailPasswordChanged(context, account)
  return account
}

/** Keeps a new password, and ends the member's sessions but the one that asks. */
export async function storePassword(context: Context, { id }: Pick<Account, 'id'>, passwordHash: string) {
  const member = await context.load(Member, id)
  member.passwordHash = passwordHash
  context.audit('member.password_set', { id })
  await endSessions(context, id, context.caller?.tokenId)
}
