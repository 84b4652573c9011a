import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import { Role } from '#core/access/policy'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { conflict, forbidden, notFound, unauthorized } from '#core/errors'
import { narrowed, orderBy, slice, where } from '#core/graphql/list'
import { Cents, UUID } from '#core/graphql/scalars'
import { Refuses } from '#core/rest/refusals'
import { Rest } from '#core/rest/rest'
import { stopTimerOf } from '#features/work/time-entries/stop-timers'
import { inviteMember } from './invite-member.ts'
import { Member } from './member.entity.ts'
import { CreateMemberInput, MemberListArgs, UpdateMemberInput } from './member.inputs.ts'
import { assertOwnersBusiness, members } from './member.policy.ts'
import { moveSlug, takeFreeSlug, takeSlug } from './slugs.ts'

@ObjectType({ simpleResolvers: true })
class MemberList {
  @Field(() => [Member])
  members!: Member[]

  @Field(() => Int)
  total!: number
}

@Resolver(() => Member)
export class MemberResolver {
  @Rest('GET /members')
  @May(members.read)
  @Query(() => MemberList, { description: 'The people of the organization.' })
  async members(@Ctx() context: Context, @Args(() => MemberListArgs) args: MemberListArgs): Promise<MemberList> {
    // Whoever is not shown the addresses cannot find them out by searching either.
    const searched = ['m.name', 'm.slug', ...(context.may(members.write) ? ['m.email'] : [])]
    const { rows, total } = await context.page<Member>(
      sql`m.organization_id as "organizationId", ${columnsOf(context, Member, 'm')}`,
      sql`from members m where m.organization_id = ${context.organizationId}${where(
        args.role,
        sql`m.role = ${args.role}`,
      )}${narrowed(args, 'm', searched)}`,
      orderBy(args.sort, { created_at: 'created_at', name: 'name' }, 'm'),
      slice(args),
    )
    return { members: rows, total }
  }

  @Rest('GET /members/{id}')
  @May(members.read)
  @Query(() => Member, { description: 'A person of the organization.' })
  member(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Member> {
    return readMember(context, id)
  }

  @Rest('GET /me')
  @May(members.read)
  @Query(() => Member, { description: 'Whom the token belongs to.' })
  me(@Ctx() context: Context): Promise<Member> {
    return readMember(context, context.member.id)
  }

  @Rest('POST /members', 201)
  @Refuses('email_taken', 'slug_taken')
  @May(members.write)
  @Mutation(() => Member, { description: 'Adds a person, and mails a link to set a password.' })
  async createMember(
    @Ctx() context: Context,
    @Arg('input', () => CreateMemberInput) { slug, ...input }: CreateMemberInput,
  ): Promise<Member> {
    assertOwnersBusiness(context, input.role)
    const member = context.create(Member, input)
    const holder = { organizationId: context.organizationId, memberId: member.id }
    member.slug = slug ? await takeSlug(context, slug, holder) : await takeFreeSlug(context, input.name, holder)
    await inviteMember(context, member)
    return member
  }

  @Rest('PUT /members/{id}')
  @Refuses('email_taken', 'slug_taken')
  @May(members.updateSelf)
  @Mutation(() => Member, {
    description:
      'Updates a member: only the fields that are sent change. Members may change their own name, slug, language and time zone.',
  })
  async updateMember(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateMemberInput) input: UpdateMemberInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Member> {
    const administers = context.may(members.write)
    if (!administers && id !== context.member.id) throw forbidden()
    const member = await context.load(Member, id)
    const { email, role, hourlyRateCents } = input
    if (!administers && [email, role, hourlyRateCents].some((value) => value !== undefined)) throw forbidden()
    if (administers && id !== context.member.id) assertOwnersBusiness(context, member.role)
    if (role && role !== member.role) {
      assertOwnersBusiness(context, role)
      assertOwnersBusiness(context, member.role)
      if (member.role === Role.owner) await assertAnotherOwner(context, id)
    }
    const holder = { organizationId: context.organizationId, memberId: id }
    if (input.slug && input.slug !== member.slug) await moveSlug(context, member.slug, input.slug, holder)
    return context.assign(member, input as Partial<Member>)
  }

  @Rest('DELETE /members/{id}')
  @May(members.write)
  @Mutation(() => Boolean, { description: 'Removes a person, with their tokens.' })
  async deleteMember(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const member = await context.load(Member, id)
    assertOwnersBusiness(context, member.role)
    if (member.role === Role.owner) await assertAnotherOwner(context, id)
    await context.query(
      sql`delete from member_slugs where organization_id = ${context.organizationId} and member_id = ${id}`,
    )
    await stopTimerOf(context, id)
    context.em.remove(member)
    return true
  }

  @FieldResolver(() => String, { nullable: true, description: 'Shown to owners, admins and the person.' })
  email(@Root() member: Member, @Ctx() context: Context): string | null {
    return seesPrivate(context, member) ? member.email : null
  }

  @FieldResolver(() => Cents, { nullable: true, description: 'Shown to owners, admins and the person.' })
  hourlyRateCents(@Root() member: Member, @Ctx() context: Context): number | null {
    return seesPrivate(context, member) ? member.hourlyRateCents : null
  }
}

const seesPrivate = (context: Context, { id }: Member) => context.may(members.write) || context.caller?.id === id

async function readMember(context: Context, id: string): Promise<Member> {
  const [member] = await context.query<Member>(
    sql`select m.organization_id as "organizationId", ${columnsOf(context, Member, 'm')} from members m
        where m.organization_id = ${context.organizationId} and m.id = ${id}`,
  )
  if (!member) throw notFound()
  return member
}

/** There is always at least one owner; owners are locked, so that two do not leave at once. */
async function assertAnotherOwner(context: Context, id: string) {
  const others = await context.query(
    sql`select id from members where organization_id = ${context.organizationId} and role = 'owner' and id <> ${id} for update`,
  )
  if (!others.length)
    throw conflict('conflict', { de: 'Es muss immer einen Inhaber geben.', en: 'There must always be an owner.' })
}

/** What the constraints of the members' tables mean to the caller. */
export const memberConstraints = {
  tokens_member_id_fkey: { missing: unauthorized },
  members_email_key: () =>
    conflict(
      'email_taken',
      { de: 'Es gibt schon jemanden mit dieser E-Mail-Adresse.', en: 'Somebody has this email address already.' },
      'email',
    ),
  member_slugs_pkey: () =>
    conflict('slug_taken', { de: 'Diese Adresse ist vergeben.', en: 'This address is taken.' }, 'slug'),
}
