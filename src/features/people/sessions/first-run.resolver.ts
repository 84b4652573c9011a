import { Args, ArgsType, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { countAttempt } from '#core/access/attempt-limiter'
import { Public } from '#core/access/authorization'
import { toRateLimitNetwork } from '#core/access/network'
import { passwordLength } from '#core/access/password-rules'
import { invalidField, rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { EmailAddress, NotNull, OneOf, ProperName, Text } from '#core/schema/checks'
import type { Language } from '#core/text/language'
import { alreadySetUp } from '#features/people/organizations/installation-setup'
import { SignIn } from './session.type.ts'
import { hashNewPassword } from './set-password.ts'
import { beginSession } from './sign-in.ts'

@ObjectType({ simpleResolvers: true, description: 'Whether an installation waits for its first organization.' })
class FirstRun {
  @Field(() => Boolean, { description: 'Whether there is no organization yet. `createFirstOrganization` creates it.' })
  open!: boolean

  @Field(() => Boolean, { description: 'Whether it can be filled with demo data.' })
  offersDemo!: boolean
}

@ArgsType()
class FirstOrganizationArgs {
  @Field(() => String, { description: 'The code that the service prints on its console when it starts.' })
  @Text(40)
  code!: string

  @Field(() => String, { description: 'Name of the organization.' })
  @ProperName()
  organizationName!: string

  @Field(() => String, { description: 'Name of its owner.' })
  @ProperName(100)
  name!: string

  @Field(() => String, { description: 'Email address of its owner.' })
  @EmailAddress()
  email!: string

  @Field(() => String, {
    description: `Password of its owner: ${passwordLength.least} to ${passwordLength.most} characters, not a common password, and without the name of the owner or organization.`,
  })
  @Text(2000)
  password!: string

  @Field(() => String, { nullable: true, description: 'Language of the organization: `de` (default) or `en`.' })
  @NotNull()
  @OneOf(['de', 'en'])
  language?: Language

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is filled with a year of demo data, which takes about a minute; `false` unless sent.',
  })
  @NotNull()
  demo?: boolean
}

/** Wrong codes in 15 minutes, per network and in total. There are 10^12 codes. */
const attemptLimits = { ofNetwork: 10, ofAll: 1000 }

@Resolver()
export class FirstRunResolver {
  @Public()
  @Query(() => FirstRun, { description: 'Whether the installation waits for its first organization.' })
  async firstRun(@Ctx() { services: { installationSetup } }: Context): Promise<FirstRun> {
    return { open: await installationSetup.isOpen(), offersDemo: installationSetup.fillWithDemoData !== null }
  }

  @Public()
  @Mutation(() => SignIn, {
    description: 'Creates the first organization of an installation and its owner, and signs them in.',
  })
  async createFirstOrganization(
    @Ctx() context: Context,
    @Args(() => FirstOrganizationArgs)
    { code, organizationName, name, email, password, language = 'de', demo }: FirstOrganizationArgs,
  ): Promise<SignIn> {
    context.assertCookie()
    const { installationSetup } = context.services
    // Once over all runs of the operation, as the organization exists after the first.
    if (!(await context.computeOnce('open', () => installationSetup.isOpen()))) throw alreadySetUp()
    const { address } = context.sender
    const retryAfter = await context.prepareOutside('code', (services) => countWrongCode(services, code, address))
    if (retryAfter) throw rateLimited(retryAfter)
    if (!installationSetup.matchesCode(code)) throw invalidField('code', { de: 'ist falsch', en: 'is wrong' })
    const passwordHash = await hashNewPassword(context, 'password', password, { email, name, organizationName })
    const { organizationId, memberId } = await context.prepareOutside('organization', () =>
      installationSetup.createOrganization({ name: organizationName, ownerName: name, email, passwordHash, language }),
    )
    context.enterOrganization(organizationId)
    if (demo) context.afterCommit(() => installationSetup.fillWithDemoData?.(organizationId, language))
    return beginSession(context, { id: memberId, email })
  }
}

/** Counts a wrong code. Returns the seconds to wait if there were too many. */
async function countWrongCode(
  { database, clock, secrets, installationSetup }: Services,
  code: string,
  address: string,
) {
  if (installationSetup.matchesCode(code)) return null
  const network = secrets.sign(toRateLimitNetwork(address), 'first organization')
  for (const attemptKey of [
    { key: `first organization ${network}`, maxAttempts: attemptLimits.ofNetwork },
    { key: 'first organization', maxAttempts: attemptLimits.ofAll },
  ]) {
    const { retryAfter } = await countAttempt(database.pool, attemptKey, clock.now())
    if (retryAfter) return retryAfter
  }
  return null
}
