import { Problem, rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import { checkPassword } from './check-password.ts'
import type { SignInArgs } from './session.inputs.ts'
import type { SignIn } from './session.type.ts'
import { startSession } from './start-session.ts'

const open: SignIn = { signedIn: false, codeRequired: false, organizations: [] }

/** Begins a session where address and password fit one member; asks which organization where they fit several. */
export async function signIn(context: Context, { email, password, organizationId }: SignInArgs): Promise<SignIn> {
  context.demandCookie()
  const { address } = context.sender
  const tried = { email, password, organizationId: organizationId ?? null, address }
  const { matches, retryAfter } = await context.beforehand(JSON.stringify(['sign-in', tried]), (services) =>
    checkPassword(services, tried),
  )
  if (retryAfter) throw rateLimited(retryAfter)
  const [match, ...others] = matches
  if (!match) throw wrongPassword()
  if (others.length)
    return {
      ...open,
      organizations: matches.map(({ organizationId, organizationName }) => ({
        id: organizationId,
        name: organizationName,
      })),
    }
  context.enterOrganization(match.organizationId)
  const member = await context.load(Member, match.memberId)
  // It was changed since it was looked at.
  if (member.passwordHash !== match.passwordHash) throw wrongPassword()
  await startSession(context, member.id)
  return { ...open, signedIn: true }
}

/** The same for an address that nobody has: who is a member is nobody's business. */
const wrongPassword = () =>
  new Problem(403, 'forbidden', {
    de: 'E-Mail-Adresse oder Passwort ist falsch.',
    en: 'The email address or the password is wrong.',
  })
