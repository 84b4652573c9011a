import sql from 'sql-template-tag'
import { Args, Ctx, Mutation, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createLinkToken } from '#core/access/link-token'
import { forbidden, invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { PasskeyResponseArgs } from './passkey.inputs.ts'
import { verifyPasskey } from './passkeys.ts'
import { assertSecondFactorCode, readSecondFactor } from './second-factor.ts'
import { OwnFactorsArgs } from './session.inputs.ts'
import { sessions } from './session.policy.ts'
import { assertOwnPassword } from './sign-in.ts'

@Resolver()
export class ConfirmIdentityResolver {
  @May(sessions.own)
  @Mutation(() => Boolean, {
    description:
      'Confirms the identity of the caller by password or code. Sensitive changes are then allowed for ten minutes.',
  })
  async confirmIdentity(
    @Ctx() context: Context,
    @Args(() => OwnFactorsArgs) { currentPassword, code }: OwnFactorsArgs,
  ): Promise<boolean> {
    context.assertSession()
    const { id } = context.member
    if (code && (await readSecondFactor(context, id)).totp) await assertSecondFactorCode(context, id, code)
    else {
      const { passwordHash } = await assertOwnPassword(context, 'currentPassword', currentPassword)
      // A member without a password confirms with a passkey.
      if (passwordHash === null) throw noPassword()
    }
    return renewAuthentication(context)
  }

  @May(sessions.own)
  @Mutation(() => Boolean, {
    description: 'Confirms the identity of the caller by a passkey, with the response to `startPasskeySignIn`.',
  })
  async confirmIdentityWithPasskey(
    @Ctx() context: Context,
    @Args(() => PasskeyResponseArgs) { ticket, response }: PasskeyResponseArgs,
  ): Promise<boolean> {
    context.assertSession()
    if ((await verifyPasskey(context, ticket, response)).id !== context.member.id) throw forbidden()
    return renewAuthentication(context)
  }
}

/**
 * Gives the session a new secret, since somebody else may have learned the former one (ASVS 7.2.4). Of two requests at once only the
 * first does: the browser might store their cookies in another order than the database.
 */
async function renewAuthentication(context: Context): Promise<boolean> {
  const { organizationId, member, clock, tokenHash } = context
  const { token, hash } = createLinkToken(organizationId)
  const [session] = await context.writeReturning<{ isRenewed: boolean }>(
    sql`update tokens set hash = case when hash = ${tokenHash} then ${hash} else hash end, proved_at = ${clock.now()}
        where organization_id = ${organizationId} and id = ${member.tokenId} returning hash = ${hash} as "isRenewed"`,
  )
  if (session?.isRenewed) context.setSessionCookie(token)
  return true
}

const noPassword = () =>
  invalidField('currentPassword', {
    de: 'gibt es nicht: Bitte bestätigen Sie sich mit einem Passkey',
    en: 'does not exist: please confirm with a passkey',
  })
