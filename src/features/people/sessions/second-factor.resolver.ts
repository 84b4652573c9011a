import sql from 'sql-template-tag'
import { Arg, Args, ArgsType, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { AllowDuringSetup, May } from '#core/access/authorization'
import { otpauthUrl } from '#core/access/totp'
import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { Text } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { UUID } from '#core/schema/scalars'
import { readAccount } from '#features/people/members/account'
import { queueAccountMail } from '#features/people/members/account.mail'
import { Member } from '#features/people/members/member.entity'
import { assertCanManageRole, members } from '#features/people/members/member.policy'
import {
  assertSecondFactorKept,
  completeSetup,
  hasSecondFactor,
  isSecondFactorRequired,
  restrictSessions,
} from './required-second-factor.ts'
import {
  assertSecondFactorCode,
  confirmTotpSecret,
  createRecoveryCodes,
  deletePasskeys,
  deleteSecondFactor,
  readSecondFactor,
  recoveryCodeCount,
  storeTotpSecret,
} from './second-factor.ts'
import { OwnPasswordArgs } from './session.inputs.ts'
import { sessions } from './session.policy.ts'
import { assertOwnPassword } from './sign-in.ts'
import { endSessions } from './start-session.ts'

@ObjectType({ simpleResolvers: true, description: 'Second factor of the caller.' })
class SecondFactor {
  @Field(() => Boolean, { description: 'Whether an authenticator app is set up.' })
  totp!: boolean

  @Field(() => Int, { description: 'Number of unused recovery codes.' })
  recoveryCodesLeft!: number
}

@ObjectType({ simpleResolvers: true, description: 'Secret for setting up an authenticator app; shown only once.' })
class TotpSetup {
  @Field(() => String, { description: 'The secret, for manual entry.' })
  secret!: string

  @Field(() => String, { description: 'The secret as an `otpauth:` URI, for a QR code.' })
  otpauthUrl!: string
}

@ArgsType()
class CodeArgs {
  @Field(() => String, { description: 'A code of the authenticator app, or a recovery code.' })
  @Text(40)
  code!: string
}

@Resolver()
export class SecondFactorResolver {
  @AllowDuringSetup()
  @May(sessions.own)
  @Query(() => SecondFactor, { description: 'The second factor of the caller.' })
  secondFactor(@Ctx() context: Context): Promise<SecondFactor> {
    return readSecondFactor(context, context.member.id)
  }

  @AllowDuringSetup()
  @May(sessions.own)
  @Mutation(() => TotpSetup, {
    description: 'Creates a secret for an authenticator app. `confirmTotp` activates it.',
  })
  async setUpTotp(
    @Ctx() context: Context,
    @Args(() => OwnPasswordArgs) { currentPassword }: OwnPasswordArgs,
  ): Promise<TotpSetup> {
    context.assertSession()
    const { email } = await assertOwnPassword(context, 'currentPassword', currentPassword)
    await assertNoTotp(context)
    const secret = await storeTotpSecret(context)
    return { secret, otpauthUrl: otpauthUrl(secret, { issuer: 'Kontor', account: email }) }
  }

  @AllowDuringSetup()
  @May(sessions.own)
  @ListCost(recoveryCodeCount)
  @Mutation(() => [String], {
    description: `Activates the authenticator app and ends all other sessions. Returns ${recoveryCodeCount} single-use recovery codes, shown only once.`,
  })
  async confirmTotp(@Ctx() context: Context, @Args(() => CodeArgs) { code }: CodeArgs): Promise<string[]> {
    context.assertSession()
    await assertNoTotp(context)
    await assertSecondFactorCode(context, context.member.id, code)
    await confirmTotpSecret(context)
    await completeSetup(context)
    context.audit('member.totp_enabled', { id: context.member.id })
    // They began without the second factor.
    await endSessions(context, context.member.id, context.member.tokenId)
    const account = await readAccount(context, context.member.id)
    if (account) await queueAccountMail(context, 'totpEnabled', account)
    return createRecoveryCodes(context)
  }

  @May(sessions.own)
  @ListCost(recoveryCodeCount)
  @Mutation(() => [String], { description: `Replaces the recovery codes; shown only once.` })
  async createRecoveryCodes(@Ctx() context: Context, @Args(() => CodeArgs) { code }: CodeArgs): Promise<string[]> {
    context.assertSession()
    await assertTotp(context)
    await assertSecondFactorCode(context, context.member.id, code)
    context.audit('member.recovery_codes_created', { id: context.member.id })
    return createRecoveryCodes(context)
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: 'Removes the authenticator app and the recovery codes.' })
  async disableTotp(@Ctx() context: Context, @Args(() => CodeArgs) { code }: CodeArgs): Promise<boolean> {
    context.assertSession()
    await assertTotp(context)
    await assertSecondFactorCode(context, context.member.id, code)
    await deleteSecondFactor(context, context.member.id)
    await assertSecondFactorKept(context)
    context.audit('member.totp_disabled', { id: context.member.id })
    const account = await readAccount(context, context.member.id)
    if (account) await queueAccountMail(context, 'totpDisabled', account)
    return true
  }

  @May(members.write)
  @Query(() => Boolean, {
    nullable: true,
    description: 'Whether a member has a second factor or a passkey, which `resetSecondFactor` would remove.',
  })
  async hasSecondFactor(
    @Ctx() context: Context,
    @Arg('memberId', () => UUID, { description: 'The member.' }) memberId: string,
  ): Promise<boolean> {
    await context.read(Member, memberId)
    return hasSecondFactor(context, memberId)
  }

  @May(members.write)
  @Mutation(() => Boolean, {
    description:
      'Whether every member needs a second factor or a passkey. Sessions of members without one can only set it up from now on. The caller must have one.',
  })
  async requireSecondFactor(
    @Ctx() context: Context,
    @Arg('required', () => Boolean, { description: 'Whether it is required.' }) required: boolean,
  ): Promise<boolean> {
    context.assertSession()
    await assertRecentAuthentication(context)
    if (required && !(await hasSecondFactor(context, context.member.id))) throw ownFactorFirst()
    const { organizationId: id } = context
    const before = { second_factor_required: await isSecondFactorRequired(context) }
    if (before.second_factor_required === required) return required
    await context.write(sql`update organizations set second_factor_required = ${required} where id = ${id}`)
    if (required) await restrictSessions(context)
    context.audit('organization.updated', { id, before, after: { second_factor_required: required } })
    return required
  }

  @May(members.write)
  @Mutation(() => Boolean, {
    description: "Removes a member's second factor, recovery codes and passkeys, and ends their sessions.",
  })
  async resetSecondFactor(
    @Ctx() context: Context,
    @Arg('memberId', () => UUID, { description: 'The member.' }) memberId: string,
  ): Promise<boolean> {
    // Members remove their own with a code. If it is lost, another member must reset it.
    if (memberId === context.member.id) throw ownFactor()
    context.assertSession()
    const member = await context.load(Member, memberId)
    assertCanManageRole(context, member.role)
    await assertRecentAuthentication(context)
    const { totp } = await readSecondFactor(context, memberId)
    // A passkey on a lost device would sign in its finder.
    const passkeys = await deletePasskeys(context, memberId)
    if (!totp && passkeys === 0)
      throw invalidState({ de: 'Dort ist kein zweiter Faktor.', en: 'There is no second factor.' })
    await deleteSecondFactor(context, memberId)
    // The lost device may have a session.
    await endSessions(context, memberId)
    context.audit('member.totp_disabled', { id: memberId })
    const account = await readAccount(context, memberId)
    if (account) await queueAccountMail(context, 'totpDisabled', account)
    return true
  }
}

const ownFactor = () =>
  invalidState({
    de: 'Den eigenen zweiten Faktor schalten Sie unter Sicherheit mit einem Code ab.',
    en: 'You turn your own second factor off under Security, with a code.',
  })

const ownFactorFirst = () =>
  invalidState({
    de: 'Richten Sie zuerst unter Sicherheit Ihren eigenen zweiten Faktor ein.',
    en: 'Set up your own second factor under Security first.',
  })

async function assertNoTotp(context: Context) {
  if (!(await readSecondFactor(context, context.member.id)).totp) return
  throw invalidState({ de: 'Sie haben schon einen zweiten Faktor.', en: 'You have a second factor already.' })
}

async function assertTotp(context: Context) {
  if ((await readSecondFactor(context, context.member.id)).totp) return
  throw invalidState({ de: 'Sie haben keinen zweiten Faktor.', en: 'You have no second factor.' })
}
