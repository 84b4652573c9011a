import sql from 'sql-template-tag'
import { Arg, Args, Ctx, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { Role } from '#core/access/policy'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { conflict, forbidden, invalidState, Problem, unauthorized } from '#core/errors/problem'
import { Delivery, filterByDelivery, loadDelivery } from '#core/mail/delivery'
import { assertMayResend } from '#core/mail/resend-limit'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { Refuses } from '#core/schema/error-codes'
import { andWhere, createListType, filterList, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Cents, UUID } from '#core/schema/scalars'
import { changeMemberEmail, isSameEmail } from './change-member-email.ts'
import { inviteMember } from './invite-member.ts'
import { Member, memberMailKinds } from './member.entity.ts'
import { CreateMemberInput, MemberListArgs, UpdateMemberInput } from './member.inputs.ts'
import { assertCanManageRole, members } from './member.policy.ts'
import { saveMemberEmail } from './member-emails.ts'
import { claimFreeSlug, claimSlug, replaceSlug } from './member-slugs.ts'
import { assertAnotherOwner, removeMember } from './remove-member.ts'

@ObjectType({ simpleResolvers: true })
class MemberList extends createListType('members', Member) {}

@Resolver(() => Member)
export class MemberResolver {
  @Rest('GET /members')
  @May(members.read)
  @Query(() => MemberList, { description: 'The members of the organization.' })
  async members(@Ctx() context: Context, @Args(() => MemberListArgs) args: MemberListArgs): Promise<MemberList> {
    if (args.delivery && !context.may(members.write)) throw forbidden()
    // Searching must not disclose addresses to readers who cannot see them.
    const searched = ['m.name', 'm.slug', ...(context.may(members.write) ? ['m.email'] : [])]
    const { rows, total } = await context.page<Member>(
      selectAllColumns(context, Member, 'm'),
      sql`from members m where m.organization_id = ${context.organizationId}${andWhere(
        args.role,
        sql`m.role = ${args.role}`,
      )}${filterByDelivery(context, args.delivery, memberMailKinds, 'm')}${filterList(args, 'm', searched)}`,
      orderBy(args.sort, { created_at: 'created_at', name: alphabeticalOrderSql('name') }, 'm'),
      limitOffset(args),
    )
    return { members: rows, total }
  }

  @Rest('GET /members/{id}')
  @May(members.read)
  @Query(() => Member, { description: 'A member of the organization.' })
  member(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Member>> {
    return context.read(Member, id)
  }

  @Rest('GET /me')
  @May(members.read)
  @Query(() => Member, { description: 'The member of the token.' })
  me(@Ctx() context: Context): Promise<Row<Member>> {
    return context.read(Member, context.member.id)
  }

  @Rest('POST /members', 201)
  @Refuses('email_taken', 'slug_taken')
  @May(members.write)
  @Mutation(() => Member, { description: 'Adds a member and mails them a link to set a password.' })
  async createMember(
    @Ctx() context: Context,
    @Arg('input', () => CreateMemberInput) { slug, ...input }: CreateMemberInput,
  ): Promise<Member> {
    assertCanManageRole(context, input.role)
    await assertRecentAuthentication(context)
    const member = context.draft(Member, input)
    const holder = { organizationId: context.organizationId, memberId: member.id }
    member.slug = slug ? await claimSlug(context, slug, holder) : await claimFreeSlug(context, input.name, holder)
    context.transaction.add(member)
    await saveMemberEmail(context, holder, input.email)
    context.audit('member.created', member)
    await inviteMember(context, member)
    return member
  }

  @Rest('PUT /members/{id}')
  @Refuses('email_taken', 'slug_taken')
  @May(members.updateSelf)
  @Mutation(() => Member, {
    description:
      'Updates a member: only the fields that are sent change. A member without a password is invited again if the address changes. Members may change their own name, slug, language and time zone.',
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
    const { email, ...rest } = input
    const { role, hourlyRateCents } = rest
    if (!administers && [email, role, hourlyRateCents].some((value) => value !== undefined)) throw forbidden()
    if (administers && id !== context.member.id) assertCanManageRole(context, member.role)
    if (role && role !== member.role) {
      assertCanManageRole(context, role)
      assertCanManageRole(context, member.role)
      if (member.role === Role.owner) await assertAnotherOwner(context, id)
      context.announceAccessChange(id)
    }
    const isMoved = email !== undefined && !isSameEmail(email, member.email)
    if (isMoved && id === context.member.id) throw ownEmailForbidden()
    // The owner of the new address can set the password.
    if (isMoved || (role && role !== member.role)) await assertRecentAuthentication(context)
    context.audit('member.updated', member)
    const holder = { organizationId: context.organizationId, memberId: id }
    if (input.slug && input.slug !== member.slug) await replaceSlug(context, member.slug, input.slug, holder)
    const changed = context.assign(member, rest as Partial<Member>)
    if (email) {
      await changeMemberEmail(context, member, email)
      // The first invitation went to the former address, and the change invalidated its link.
      if (isMoved && member.passwordHash === null) await inviteMember(context, member)
    }
    return changed
  }

  @Rest('POST /members/{id}/resend')
  @Refuses('invalid_state')
  @May(members.write)
  @Mutation(() => Member, {
    description:
      'Mails the invitation again to a member who has no password yet, with a new link that is valid for seven days. At most 20 invitations per member and day.',
  })
  async resendInvitation(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Member> {
    const member = await context.load(Member, id)
    assertCanManageRole(context, member.role)
    if (member.passwordHash !== null) throw alreadyAccepted()
    await assertMayResend(context, memberMailKinds, id)
    await inviteMember(context, member)
    return member
  }

  @Rest('DELETE /members/{id}')
  @May(members.write)
  @Mutation(() => Boolean, { description: 'Removes a member and revokes their tokens.' })
  async deleteMember(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const member = await context.load(Member, id)
    assertCanManageRole(context, member.role)
    context.audit('member.deleted', member)
    await removeMember(context, member)
    return true
  }

  @FieldResolver(() => UUID)
  organizationId(@Ctx() context: Context): string {
    return context.organizationId
  }

  @FieldResolver(() => String, { nullable: true, description: 'Shown to owners, admins and the member.' })
  email(@Root() member: RowOrEntity<Member>, @Ctx() context: Context): string | null {
    return canSeePrivateFields(context, member) ? member.email : null
  }

  @FieldResolver(() => Delivery, {
    nullable: true,
    description: 'Status of the last mail with a link to set a password. Shown to owners, admins and the member.',
  })
  delivery(@Root() member: RowOrEntity<Member>, @Ctx() context: Context): Promise<Delivery> | null {
    return canSeePrivateFields(context, member) ? loadDelivery(context, memberMailKinds, member.id) : null
  }

  @FieldResolver(() => Cents, { nullable: true, description: 'Shown to owners, admins and the member.' })
  hourlyRateCents(@Root() member: RowOrEntity<Member>, @Ctx() context: Context): number | null {
    return canSeePrivateFields(context, member) ? member.hourlyRateCents : null
  }
}

const canSeePrivateFields = (context: Context, { id }: RowOrEntity<Member>) =>
  context.may(members.write) || context.caller?.id === id

/** The owner of an address can set the password, so members change their own only with a password. */
const ownEmailForbidden = () =>
  new Problem(403, 'forbidden', {
    de: 'Die eigene E-Mail-Adresse ändern Sie im Profil, mit Ihrem Passwort.',
    en: 'You change your own email address in your profile, with your password.',
  })

const alreadyAccepted = () =>
  invalidState({
    de: 'Die Einladung wurde schon angenommen: Ein neues Passwort fordert man bei der Anmeldung an.',
    en: 'The invitation was accepted already: a new password is requested at sign-in.',
  })

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
