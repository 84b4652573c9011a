import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { Arg, Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql'
import { Anybody, May, Public } from '#core/access/may'
import type { Permission, Role } from '#core/access/policy'
import { select } from '#core/database/select'
import type { Caller, Context } from '#core/operation/context'
import { CountedAs } from '#core/schema/cost'
import { UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { SignInArgs } from './session.inputs.ts'
import { sessions } from './session.policy.ts'
import { CurrentSession, Session, SignIn } from './session.type.ts'
import { signIn } from './sign-in.ts'
import { endSession, endSessions, mostSessions } from './start-session.ts'

@Resolver()
export class SessionResolver {
  @Public()
  @Mutation(() => SignIn, {
    description:
      'Signs in with a browser: the session is a cookie that authorizes this address of GraphQL alone. After 10 wrong passwords in 15 minutes it is 429.',
  })
  signIn(@Ctx() context: Context, @Args(() => SignInArgs) args: SignInArgs): Promise<SignIn> {
    return signIn(context, args)
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: 'Ends the session that asks. A token is revoked by `deleteToken`.' })
  async signOut(@Ctx() context: Context): Promise<boolean> {
    const { member } = context
    if (context.isSession) await endSession(context, member.id, member.tokenId)
    context.keepSession(null)
    return true
  }

  @May(sessions.own)
  @Anybody()
  @Query(() => CurrentSession, {
    nullable: true,
    description: 'Who asks, by a session or a token, and what they may; null for nobody.',
  })
  async currentSession(
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<CurrentSession | null> {
    if (!context.caller) return null
    const { organizationId } = context
    const [member, [organization]] = await Promise.all([
      context.read(Member, context.member.id),
      context.query<{ name: string }>(select`name from organizations where id = ${organizationId}`),
    ])
    return {
      member: member as unknown as Member,
      organizationId,
      organizationName: organization?.name ?? '',
      language: member.language ?? context.organizationLanguage,
      permissions: permissionsOf(schema, context.member),
    }
  }

  @May(sessions.own)
  @CountedAs(mostSessions)
  @Query(() => [Session], { description: "The caller's sessions, the last used first." })
  async sessions(@Ctx() context: Context): Promise<Session[]> {
    const { organizationId, member, clock } = context
    const rows = await context.query<Omit<Session, 'current'>>(
      select`id, name as device, address, created_at as "createdAt", last_used_at as "lastSeenAt", expires_at as "expiresAt"
          from tokens
          where organization_id = ${organizationId} and member_id = ${member.id} and kind = 'session'
            and expires_at > ${clock.now()}
          order by last_used_at desc, id`,
    )
    return rows.map((row) => ({ ...row, current: row.id === member.tokenId })) as unknown as Session[]
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: 'Ends a session of the caller: its next request is refused.' })
  async endSession(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await endSession(context, context.member.id, id)
    return true
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: "Ends all of the caller's sessions but the one that asks." })
  async endOtherSessions(@Ctx() context: Context): Promise<boolean> {
    await endSessions(context, context.member.id, context.member.tokenId)
    return true
  }
}

const known = new WeakMap<GraphQLSchema, Map<string, string[]>>()

/** The root fields that answer a role, or a token that may only read. */
function permissionsOf(schema: GraphQLSchema, { role, scope }: Caller): string[] {
  const ofSchema = known.get(schema) ?? new Map<string, string[]>()
  known.set(schema, ofSchema)
  const key = `${role} ${scope}`
  const permissions = ofSchema.get(key) ?? listPermissions(schema, role, scope)
  ofSchema.set(key, permissions)
  return permissions
}

function listPermissions(schema: GraphQLSchema, role: Role, scope: Caller['scope']): string[] {
  const types = [schema.getQueryType(), schema.getSubscriptionType(), scope === 'full' && schema.getMutationType()]
  return types
    .flatMap((type) => Object.values((type || null)?.getFields() ?? {}))
    .filter(({ extensions }) => extensions.public || (extensions.may as Permission | undefined)?.has(role))
    .map(({ name }) => name)
    .sort()
}
