import { invalidField, Problem, rateLimited, unauthorized } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type Account, readAccount } from '#features/people/members/account'
import { Member } from '#features/people/members/member.entity'
import { checkPassword, type PasswordAttempt } from './check-password.ts'
import { assertSecondFactorCode, readSecondFactor } from './second-factor.ts'
import type { OwnFactorsArgs, SignInArgs } from './session.inputs.ts'
import type { SignIn } from './session.type.ts'
import { startSession } from './start-session.ts'

const pendingSignIn: SignIn = { signedIn: false, codeRequired: false, organizations: [] }

/** Begins a session if one member matches; returns the organizations if several do. */
export async function signIn(context: Context, { email, password, organizationId, code }: SignInArgs): Promise<SignIn> {
  context.assertCookie()
  const matches = await findMatches(context, { email, password, organizationId: organizationId ?? null })
  const [match, ...others] = matches
  if (!match) throw wrongPassword()
  if (others.length)
    return {
      ...pendingSignIn,
      organizations: matches.map((each) => ({ id: each.organizationId, name: each.organizationName })),
    }
  context.enterOrganization(match.organizationId)
  const member = await context.load(Member, match.memberId)
  // The password was changed since it was checked.
  if (member.passwordHash !== match.passwordHash) throw wrongPassword()
  const { totp } = await readSecondFactor(context, member.id)
  if (totp && !code) return { ...pendingSignIn, codeRequired: true }
  if (totp && code) await assertSecondFactorCode(context, member.id, code)
  return beginSession(context, member)
}

/** Begins a session after a password was set by a link, unless the member has a second factor. */
export async function signInByLink(context: Context, account: Pick<Account, 'id' | 'email'>): Promise<SignIn> {
  return (await readSecondFactor(context, account.id)).totp ? pendingSignIn : beginSession(context, account)
}

/** Begins a session of an authenticated member. */
export async function beginSession(context: Context, account: Pick<Account, 'id' | 'email'>): Promise<SignIn> {
  await startSession(context, account)
  return { ...pendingSignIn, signedIn: true }
}

/** Returns the caller's account; 422 naming `field` if the password is wrong. Members without a password pass. */
export async function assertOwnPassword(
  context: Context,
  field: string,
  password: string | null | undefined,
): Promise<Account> {
  const { organizationId, member } = context
  const account = await readAccount(context, member.id)
  if (!account) throw unauthorized()
  if (account.passwordHash === null) return account
  const matches = password
    ? await findMatches(context, { email: account.email, password, organizationId, sessionId: member.tokenId })
    : []
  if (!matches.some(({ passwordHash }) => passwordHash === account.passwordHash))
    throw invalidField(field, { de: 'ist falsch', en: 'is wrong' })
  return account
}

/** Also requires the code of the second factor, for changes that outlast the session. */
export async function assertOwnFactors(context: Context, { currentPassword, code }: OwnFactorsArgs): Promise<Account> {
  const account = await assertOwnPassword(context, 'currentPassword', currentPassword)
  if (!(await readSecondFactor(context, account.id)).totp) return account
  if (!code)
    throw invalidField('code', {
      de: 'fehlt: Sie haben einen zweiten Faktor',
      en: 'is missing: you have a second factor',
    })
  await assertSecondFactorCode(context, account.id, code)
  return account
}

async function findMatches(context: Context, credentials: Omit<PasswordAttempt, 'address' | 'userAgent' | 'device'>) {
  const tried = { ...credentials, ...context.sender }
  const { matches, retryAfter } = await context.prepareOutside(JSON.stringify(['sign-in', tried]), (services) =>
    checkPassword(services, tried),
  )
  if (retryAfter) throw rateLimited(retryAfter)
  return matches
}

/** The same for unknown addresses, so that members are not disclosed. */
const wrongPassword = () =>
  new Problem(403, 'forbidden', {
    de: 'E-Mail-Adresse oder Passwort ist falsch.',
    en: 'The email address or the password is wrong.',
  })
