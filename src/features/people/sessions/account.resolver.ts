import { Arg, Args, ArgsType, Ctx, Field, Mutation, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May, Public } from '#core/access/authorization'
import { passwordLength } from '#core/access/password-rules'
import { rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { EmailAddress, Text, Trimmed } from '#core/schema/checks'
import { changeMemberEmail } from '#features/people/members/change-member-email'
import { Member } from '#features/people/members/member.entity'
import { members } from '#features/people/members/member.policy'
import { padResponseTime } from './pad-response-time.ts'
import { mailPasswordChanged } from './password-changed.mail.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { OwnFactorsArgs, OwnPasswordArgs } from './session.inputs.ts'
import { sessions } from './session.policy.ts'
import { SignIn } from './session.type.ts'
import { followAccountLink, hashNewPassword, setPasswordByLink, storePassword } from './set-password.ts'
import { assertOwnFactors, assertOwnPassword, signInByLink } from './sign-in.ts'
import { createMemberDeviceCookie } from './start-session.ts'

enum AccountLinkKind {
  invitation = 'invitation',
  passwordReset = 'passwordReset',
}

registerEnumType(AccountLinkKind, {
  name: 'AccountLinkKind',
  description: 'Purpose of a link that was mailed to a member.',
})

@ObjectType({ simpleResolvers: true, description: 'A link that was mailed to a member.' })
class AccountLink {
  @Field(() => AccountLinkKind, { description: 'Purpose of the link: use `acceptInvitation` or `resetPassword`.' })
  kind!: AccountLinkKind

  @Field(() => String, { description: 'Email address of the member.' })
  email!: string

  @Field(() => String, { description: 'Name of the member.' })
  name!: string

  @Field(() => String, { description: 'Name of their organization.' })
  organizationName!: string
}

const newPassword = `Password from now on: ${passwordLength.least} to ${passwordLength.most} characters, none of those that everybody uses, and without a name of the member or the organization.`

@ArgsType()
class PasswordLinkArgs {
  @Field(() => String, { description: 'The part of the link after `#`.' })
  token!: string

  @Field(() => String, { description: newPassword })
  @Text(2000)
  password!: string
}

@ArgsType()
class RequestPasswordResetArgs {
  @Field(() => String, { description: 'Email address of the member.' })
  @Trimmed()
  @Text(254)
  email!: string
}

@ArgsType()
class ChangePasswordArgs extends OwnFactorsArgs {
  @Field(() => String, { description: newPassword })
  @Text(2000)
  newPassword!: string
}

@ArgsType()
class ChangeOwnEmailArgs extends OwnPasswordArgs {
  @Field(() => String, { description: 'New email address.' })
  @EmailAddress()
  email!: string
}

@Resolver()
export class AccountResolver {
  @Public()
  @Query(() => AccountLink, {
    description:
      'The member and purpose of a mailed link. `not_found` for an invalid link, `expired` for an expired or used one.',
  })
  async accountLink(
    @Ctx() context: Context,
    @Arg('token', () => String, { description: 'The part of the link after `#`.' }) token: string,
  ): Promise<AccountLink> {
    const { kind, account } = await followAccountLink(context, token)
    return { ...account, kind: AccountLinkKind[kind] }
  }

  @Public()
  @Mutation(() => SignIn, { description: 'Sets the first password of a member who was invited, and signs them in.' })
  async acceptInvitation(
    @Ctx() context: Context,
    @Args(() => PasswordLinkArgs) link: PasswordLinkArgs,
  ): Promise<SignIn> {
    context.assertCookie()
    return signInByLink(context, await setPasswordByLink(context, 'invitation', link))
  }

  @Public()
  @Mutation(() => Boolean, {
    description:
      'Mails a link to set a new password, valid for an hour. The response does not tell whether the address is known.',
  })
  async requestPasswordReset(
    @Ctx() context: Context,
    @Args(() => RequestPasswordResetArgs) { email }: RequestPasswordResetArgs,
  ): Promise<boolean> {
    const asked = { email, address: context.sender.address, language: context.requestedLanguage }
    const retryAfter = await context.prepareOutside(JSON.stringify(['password reset', email]), (services) =>
      padResponseTime(() => requestPasswordReset(services, asked)),
    )
    if (retryAfter) throw rateLimited(retryAfter)
    return true
  }

  @Public()
  @Mutation(() => SignIn, {
    description:
      'Sets a new password by a mailed link, ends all sessions and signs in. Members with a second factor must sign in themselves.',
  })
  async resetPassword(@Ctx() context: Context, @Args(() => PasswordLinkArgs) link: PasswordLinkArgs): Promise<SignIn> {
    context.assertCookie()
    return signInByLink(context, await setPasswordByLink(context, 'passwordReset', link))
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: 'Changes the password of the caller, and ends all other sessions.' })
  async changePassword(
    @Ctx() context: Context,
    @Args(() => ChangePasswordArgs) { newPassword, ...factors }: ChangePasswordArgs,
  ): Promise<boolean> {
    context.assertSession()
    const account = await assertOwnFactors(context, factors)
    await storePassword(context, account, await hashNewPassword(context, 'newPassword', newPassword, account))
    context.setSessionCookie(undefined, await createMemberDeviceCookie(context, account.id))
    await mailPasswordChanged(context, account)
    return true
  }

  @May(members.write)
  @Mutation(() => Member, { description: 'Changes the email address of the caller, and notifies the former one.' })
  async changeOwnEmail(
    @Ctx() context: Context,
    @Args(() => ChangeOwnEmailArgs) { currentPassword, email }: ChangeOwnEmailArgs,
  ): Promise<Member> {
    // The owner of the new address can set the password, so a token or an open browser is not enough.
    context.assertSession()
    const { id } = await assertOwnPassword(context, 'currentPassword', currentPassword)
    const member = await context.load(Member, id)
    context.audit('member.updated', member)
    await changeMemberEmail(context, member, email)
    return member
  }
}
