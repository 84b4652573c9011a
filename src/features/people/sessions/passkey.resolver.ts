import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { AllowDuringSetup, May, Public } from '#core/access/authorization'
import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { DateTime, JSONValue, UUID } from '#core/schema/scalars'
import { readAccount } from '#features/people/members/account'
import { queueAccountMail } from '#features/people/members/account.mail'
import { Member } from '#features/people/members/member.entity'
import { CreatePasskeyArgs, PasskeyResponseArgs } from './passkey.inputs.ts'
import {
  createRegistrationChallenge,
  createSignInChallenge,
  maxPasskeys,
  registerPasskey,
  verifyPasskey,
} from './passkeys.ts'
import { assertSecondFactorKept, completeSetup } from './required-second-factor.ts'
import { OwnFactorsArgs } from './session.inputs.ts'
import { sessions } from './session.policy.ts'
import { SignIn } from './session.type.ts'
import { assertOwnFactors, beginSession } from './sign-in.ts'
import { endSessions } from './start-session.ts'

@ObjectType({ simpleResolvers: true, description: 'A passkey of the caller, which signs in without a password.' })
class Passkey {
  @Field(() => UUID, { description: 'Identifies the passkey.' })
  id!: string

  @Field(() => String, { description: 'Name of the passkey, for people.' })
  name!: string

  @Field(() => DateTime, { description: 'When the passkey was created.' })
  createdAt!: Date

  @Field(() => DateTime, { nullable: true, description: 'When it was last used to sign in.' })
  lastUsedAt!: Date | null
}

@ObjectType({ simpleResolvers: true, description: 'A WebAuthn challenge.' })
class PasskeyQuestion {
  @Field(() => JSONValue, {
    description: 'Options of WebAuthn as JSON, for `navigator.credentials` or `@simplewebauthn/browser`.',
  })
  options!: unknown

  @Field(() => String, { description: 'Ticket to send with the response; valid once, for five minutes.' })
  ticket!: string
}

@Resolver()
export class PasskeyResolver {
  @AllowDuringSetup()
  @May(sessions.own)
  @ListCost(maxPasskeys)
  @Query(() => [Passkey], { description: "The caller's passkeys, the newest first." })
  async passkeys(@Ctx() context: Context): Promise<Passkey[]> {
    return (await context.query<Passkey>(
      select`id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
          where organization_id = ${context.organizationId} and member_id = ${context.member.id}
          order by created_at desc, id`,
    )) as unknown as Passkey[]
  }

  @AllowDuringSetup()
  @May(sessions.own)
  @Mutation(() => PasskeyQuestion, { description: 'Returns the challenge for `createPasskey`.' })
  async startPasskey(
    @Ctx() context: Context,
    @Args(() => OwnFactorsArgs) factors: OwnFactorsArgs,
  ): Promise<PasskeyQuestion> {
    context.assertSession()
    return createRegistrationChallenge(context, await assertOwnFactors(context, factors))
  }

  @AllowDuringSetup()
  @May(sessions.own)
  @Mutation(() => Passkey, { description: 'Stores a passkey created by the browser, and ends all other sessions.' })
  async createPasskey(
    @Ctx() context: Context,
    @Args(() => CreatePasskeyArgs) answer: CreatePasskeyArgs,
  ): Promise<Passkey> {
    context.assertSession()
    const id = await registerPasskey(context, answer)
    await completeSetup(context)
    await endSessions(context, context.member.id, context.member.tokenId)
    const account = await readAccount(context, context.member.id)
    if (account) await queueAccountMail(context, 'passkeyCreated', account, { named: answer.name })
    return { id, name: answer.name, createdAt: context.clock.now(), lastUsedAt: null }
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: 'Deletes a passkey of the caller.' })
  async deletePasskey(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const { organizationId, member } = context
    const deleted = await context.writeReturning<{ name: string }>(
      sql`delete from passkeys where organization_id = ${organizationId} and member_id = ${member.id} and id = ${id} returning name`,
    )
    if (!deleted[0]) throw notFound()
    context.assertSession()
    await assertSecondFactorKept(context)
    context.audit('passkey.deleted', { id, before: { member_id: member.id, name: deleted[0].name } })
    return true
  }

  @Public()
  @Mutation(() => PasskeyQuestion, {
    description: 'Returns the challenge for `signInWithPasskey`.',
  })
  startPasskeySignIn(@Ctx() context: Context): Promise<PasskeyQuestion> {
    return createSignInChallenge(context)
  }

  @Public()
  @Mutation(() => SignIn, { description: 'Signs in with a passkey, which counts as both factors.' })
  async signInWithPasskey(
    @Ctx() context: Context,
    @Args(() => PasskeyResponseArgs) { ticket, response }: PasskeyResponseArgs,
  ): Promise<SignIn> {
    context.assertCookie()
    const { id } = await verifyPasskey(context, ticket, response)
    return beginSession(context, await context.read(Member, id))
  }
}
