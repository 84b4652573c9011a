import sql from 'sql-template-tag'
import { Arg, Args, ArgsType, Ctx, Field, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createToken } from '#core/access/bearer'
import { defaultTokenExpiry } from '#core/access/issue-token-by-command'
import { select } from '#core/database/select'
import { conflict, invalidField, notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { Name, NotNull, OneOf } from '#core/schema/checks'
import { limits } from '#core/schema/limits'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { DateTime, UUID } from '#core/schema/scalars'
import { readAccount } from '#features/people/members/account'
import { queueAccountMail } from '#features/people/members/account.mail'
import { Member } from '#features/people/members/member.entity'
import { assertCanManageRole } from '#features/people/members/member.policy'
import { recordSecurityEvent } from '#features/people/security-log/record-security-event'
import { Token, tokenScopes } from './token.entity.ts'
import { tokens } from './token.policy.ts'

@ObjectType({ simpleResolvers: true })
class TokenList extends createListType('tokens', Token) {}

@ObjectType({ simpleResolvers: true, description: 'A new token, with the secret that is shown only once.' })
export class IssuedToken extends Token {
  @Field(() => String, { description: 'The secret token; shown only once.' })
  token!: string
}

@InputType({ description: 'The token to create.' })
class CreateTokenInput {
  @Field(() => String, { description: 'Name of the token, for people.' })
  @Name(100)
  name!: string

  @Field(() => String, { nullable: true, description: 'Scope: `full` (default) or `read`.' })
  @NotNull()
  @OneOf(tokenScopes)
  scope?: string

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Expiry, not after that of the token in use. Without it the token expires with the one in use, or after a year; `null` is a token without end.',
  })
  expiresAt?: Date | null
}

@ArgsType()
class TokenListArgs extends ListArgs {
  @Field(() => UUID, {
    nullable: true,
    description: 'Tokens of another member; only owners and admins may ask for it.',
  })
  memberId?: string
}

@Resolver(() => Token)
export class TokenResolver {
  @Rest('GET /tokens')
  @May(tokens.own)
  @Query(() => TokenList, { description: "The caller's tokens, identified by their last four characters." })
  async tokens(@Ctx() context: Context, @Args(() => TokenListArgs) args: TokenListArgs): Promise<TokenList> {
    if (args.memberId && args.memberId !== context.member.id) context.assertMay(tokens.all)
    const { rows, total } = await context.page<Token>(
      selectAllColumns(context, Token, 't'),
      sql`from tokens t where t.organization_id = ${context.organizationId} and t.kind = 'token' and t.member_id = ${args.memberId ?? context.member.id}${filterList(args, 't', ['t.name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 't'),
      limitOffset(args),
    )
    return { tokens: rows, total }
  }

  @Rest('POST /tokens', 201)
  @May(tokens.own)
  @Mutation(() => IssuedToken, {
    description: `Creates a token for the caller, of at most ${limits.tokensPerMember}. Only this response contains it.`,
  })
  async createToken(
    @Ctx() context: Context,
    @Arg('input', () => CreateTokenInput) { name, scope, expiresAt }: CreateTokenInput,
  ): Promise<IssuedToken> {
    await assertRecentAuthentication(context)
    const end = await resolveExpiry(context, expiresAt)
    await assertTokenLimit(context)
    const { token, hash, lastFour } = createToken(context.organizationId)
    const member = context.ref(Member, context.member.id)
    const issued = context.create(Token, {
      member,
      name,
      scope: scope ?? 'full',
      hash,
      lastFour,
      expiresAt: end,
    })
    context.audit('token.created', issued)
    await recordSecurityEvent(context, { kind: 'token_created', memberId: context.member.id, name })
    // Otherwise somebody at an open browser could create lasting access.
    const account = context.isSession ? await readAccount(context, context.member.id) : undefined
    if (account) await queueAccountMail(context, 'tokenCreated', account, { named: name })
    return Object.assign(issued, { token })
  }

  @May(tokens.own)
  @Mutation(() => Int, { description: "Revokes all of the caller's tokens. Returns their number." })
  async deleteOwnTokens(@Ctx() context: Context): Promise<number> {
    const { organizationId, member } = context
    const deleted = await context.writeReturning<{ id: string; name: string; scope: string; last_four: string }>(
      sql`delete from tokens where organization_id = ${organizationId} and member_id = ${member.id} and kind = 'token'
          returning id, name, scope, last_four`,
    )
    context.announceAccessChange(member.id)
    for (const { id, ...token } of deleted)
      context.audit('token.deleted', { id, before: { member_id: member.id, ...token } })
    return deleted.length
  }

  @Rest('DELETE /tokens/{id}')
  @May(tokens.own)
  @Mutation(() => Boolean, { description: 'Revokes a token.' })
  async deleteToken(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const token = await context.load(Token, id)
    // Other members' tokens are not disclosed.
    if (token.member.id !== context.member.id && !context.may(tokens.all)) throw notFound()
    if (token.kind !== 'token') throw notFound()
    const owner = await context.loadOne(Member, token.member.id)
    if (owner) assertCanManageRole(context, owner.role)
    context.audit('token.deleted', token)
    context.em.remove(token)
    context.announceAccessChange(token.member.id)
    return true
  }
}

/** 409 if the caller has the maximum number of tokens. Locks the member, so that simultaneous requests cannot exceed it. */
async function assertTokenLimit(context: Context) {
  const { organizationId, member, clock } = context
  const mine = select`from members where organization_id = ${organizationId} and id = ${member.id} for no key update`
  const active = select`count(*) as active from tokens
      where organization_id = ${organizationId} and member_id = ${member.id} and kind = 'token'
        and (expires_at is null or expires_at > ${clock.now()})`
  await context.query(mine)
  const [row] = await context.query<{ active: number }>(active)
  if ((row?.active ?? 0) >= limits.tokensPerMember)
    throw conflict('conflict', {
      de: `Mehr als ${limits.tokensPerMember} gültige Tokens sind nicht möglich: Bitte zuerst eines löschen.`,
      en: `A member has at most ${limits.tokensPerMember} valid tokens: please delete one first.`,
    })
}

/** A new token never outlasts the token in use (contract §4), and by default expires with it. */
async function resolveExpiry(context: Context, wanted: Date | null | undefined): Promise<Date | null> {
  if (wanted && wanted <= context.clock.now())
    throw invalidField('expiresAt', { de: 'liegt in der Vergangenheit', en: 'lies in the past' })
  const { organizationId, member } = context
  // Tokens created in a session may outlast it.
  const [used] = await context.query<{ expiresAt: string | null }>(
    select`expires_at as "expiresAt" from tokens
        where organization_id = ${organizationId} and id = ${member.tokenId} and kind = 'token'`,
  )
  const latest = used?.expiresAt ? new Date(used.expiresAt) : null
  if (latest && (wanted === null || (wanted && wanted > latest)))
    throw invalidField('expiresAt', {
      de: 'liegt nach dem Ablauf des Tokens, mit dem es angelegt wird',
      en: 'lies after the token that creates it expires',
    })
  return wanted === undefined ? (latest ?? defaultTokenExpiry(context.clock.now())) : wanted
}
