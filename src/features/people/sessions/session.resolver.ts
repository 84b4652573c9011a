import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql'
import { AllowAnonymous, AllowDuringSetup, May, Public } from '#core/access/authorization'
import type { Permission, Role } from '#core/access/policy'
import { select } from '#core/database/select'
import type { Caller } from '#core/operation/actor'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { assertCanManageRole, members } from '#features/people/members/member.policy'
import { SignInArgs } from './session.inputs.ts'
import { sessions } from './session.policy.ts'
import { CurrentSession, Session, SignIn } from './session.type.ts'
import { signIn } from './sign-in.ts'
import { endSession, endSessions, maxSessions } from './start-session.ts'

@Resolver()
export class SessionResolver {
  @Public()
  @Mutation(() => SignIn, {
    description:
      'Signs in with a browser. The session cookie authorizes this GraphQL endpoint only. 429 after 10 wrong passwords in 15 minutes.',
  })
  signIn(@Ctx() context: Context, @Args(() => SignInArgs) args: SignInArgs): Promise<SignIn> {
    return signIn(context, args)
  }

  @AllowDuringSetup()
  @May(sessions.own)
  @Mutation(() => Boolean, { description: 'Ends the current session. `deleteToken` revokes a token.' })
  async signOut(@Ctx() context: Context): Promise<boolean> {
    const { member } = context
    if (context.isSession) await endSession(context, member.id, member.tokenId)
    context.setSessionCookie(null)
    return true
  }

  @AllowDuringSetup()
  @May(sessions.own)
  @AllowAnonymous()
  @Query(() => CurrentSession, {
    nullable: true,
    description: 'The caller and their permissions; null without a session or token.',
  })
  async currentSession(
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<CurrentSession | null> {
    if (!context.caller) return null
    const { organizationId } = context
    const [member, [organization]] = await Promise.all([
      context.read(Member, context.member.id),
      context.query<{ name: string; endsOn: string | null }>(
        select`name, ends_on as "endsOn" from organizations where id = ${organizationId}`,
      ),
    ])
    return {
      member: member as unknown as Member,
      organizationId,
      organizationName: organization?.name ?? '',
      language: member.language ?? context.organizationLanguage,
      permissions: getPermissions(schema, context.member),
      mustSetUpSecondFactor: context.member.scope === 'setup',
      organizationEndsOn: organization?.endsOn ?? null,
      organizationHasEnded: context.member.hasEnded ?? false,
    }
  }

  @May(sessions.own)
  @ListCost(maxSessions)
  @Query(() => [Session], { description: 'Sessions of the caller or of another member, the last used first.' })
  async sessions(
    @Ctx() context: Context,
    @Arg('memberId', () => UUID, { nullable: true, description: 'Another member; for administrators.' })
    memberId?: string,
  ): Promise<Session[]> {
    const { organizationId, member, clock } = context
    const id = await resolveSessionOwner(context, memberId)
    const rows = await context.query<Omit<Session, 'current'>>(
      select`id, name as device, address, created_at as "createdAt", last_used_at as "lastSeenAt", expires_at as "expiresAt"
          from tokens
          where organization_id = ${organizationId} and member_id = ${id} and kind = 'session'
            and expires_at > ${clock.now()}
          order by last_used_at desc, id`,
    )
    return rows.map((row) => ({ ...row, current: row.id === member.tokenId })) as unknown as Session[]
  }

  @May(sessions.own)
  @Mutation(() => Boolean, {
    description: 'Ends a session of the caller or of another member.',
  })
  async endSession(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('memberId', () => UUID, { nullable: true, description: 'Another member; for administrators.' })
    memberId?: string,
  ): Promise<boolean> {
    await endSession(context, await resolveSessionOwner(context, memberId), id)
    return true
  }

  @May(members.write)
  @Mutation(() => Int, { description: 'Ends all sessions of a member. Returns their number.' })
  async endSessionsOfMember(
    @Ctx() context: Context,
    @Arg('memberId', () => UUID, { description: 'The member.' }) memberId: string,
  ): Promise<number> {
    return endSessions(context, await resolveSessionOwner(context, memberId), context.member.tokenId)
  }

  @May(sessions.own)
  @Mutation(() => Boolean, { description: "Ends all of the caller's sessions except the current one." })
  async endOtherSessions(@Ctx() context: Context): Promise<boolean> {
    await endSessions(context, context.member.id, context.member.tokenId)
    return true
  }
}

/** The caller, or for administrators another member; 403 and 404 as for members. */
async function resolveSessionOwner(context: Context, memberId: string = context.member.id): Promise<string> {
  if (memberId === context.member.id) return memberId
  context.assertMay(members.write)
  const { role } = await context.read(Member, memberId)
  assertCanManageRole(context, role as Role)
  return memberId
}

const permissionCache = new WeakMap<GraphQLSchema, Map<string, string[]>>()

/** The root fields that the caller may use. */
function getPermissions(schema: GraphQLSchema, { role, scope }: Caller): string[] {
  const ofSchema = permissionCache.get(schema) ?? new Map<string, string[]>()
  permissionCache.set(schema, ofSchema)
  const key = `${role} ${scope}`
  const permissions = ofSchema.get(key) ?? listPermissions(schema, role, scope)
  ofSchema.set(key, permissions)
  return permissions
}

function listPermissions(schema: GraphQLSchema, role: Role, scope: Caller['scope']): string[] {
  const types = [schema.getQueryType(), schema.getSubscriptionType(), scope !== 'read' && schema.getMutationType()]
  return types
    .flatMap((type) => Object.values((type || null)?.getFields() ?? {}))
    .filter(({ extensions }) => scope !== 'setup' || extensions.public || extensions.duringSetup)
    .filter(({ extensions }) => extensions.public || (extensions.may as Permission | undefined)?.has(role))
    .map(({ name }) => name)
    .sort()
}
