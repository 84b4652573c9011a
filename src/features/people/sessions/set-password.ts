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

/** Hashes a new password without holding a connection; 422 if it is easily guessed. */
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
  // One salt per address, so that checking a password takes one hash for all organizations of the address.
  const salt = Buffer.from(context.services.secrets.sign(email.toLowerCase(), 'salt of an address'), 'base64url')
  return context.prepareOutside(`password ${key}`, () =>
    passwordQueues.ofKnown.run(`${context.organizationId} new`, () =>
      hashPassword(password, undefined, salt.subarray(0, 16)),
    ),
  )
}

/** The account of a link; 404 for an invalid link, 410 for an expired or used one. */
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

/** Sets a password by a link, which invalidates the link. */
export async function setPasswordByLink(
  context: Context,
  kind: AccountLinkKind,
  { token, password }: { token: string; password: string },
): Promise<Account> {
  const found = await followAccountLink(context, token)
  if (found.kind !== kind) throw notFound()
  const passwordHash = await hashNewPassword(context, 'password', password, found.account)
  await context.load(Member, found.account.id)
  // Read again after the lock: another request may have used the link.
  const { account } = await followAccountLink(context, token)
  await storePassword(context, account, passwordHash)
  if (kind === 'passwordReset') await mailPasswordChanged(context, account)
  return account
}

/** Stores a new password and ends the member's other sessions. */
export async function storePassword(context: Context, { id }: Pick<Account, 'id'>, passwordHash: string) {
  const member = await context.load(Member, id)
  member.passwordHash = passwordHash
  context.audit('member.password_set', { id })
  await endSessions(context, id, context.caller?.tokenId)
}
