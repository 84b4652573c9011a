import sql from 'sql-template-tag'
import { Arg, Args, ArgsType, Ctx, Field, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { createToken } from '#core/access/bearer'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { invalid, notFound } from '#core/errors'
import { Name, NotNull, OneOf } from '#core/graphql/checks'
import { ListArgs, narrowed, orderBy, slice } from '#core/graphql/list'
import { DateTime, UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { Member } from '#features/people/members/member.entity'
import { assertOwnersBusiness } from '#features/people/members/member.policy'
import { Token, tokenScopes } from './token.entity.ts'
import { tokens } from './token.policy.ts'

@ObjectType({ simpleResolvers: true })
class TokenList {
  @Field(() => [Token])
  tokens!: Token[]

  @Field(() => Int)
  total!: number
}

@ObjectType({ simpleResolvers: true })
export class IssuedToken extends Token {
  @Field(() => String, { description: 'Shown once.' })
  token!: string
}

@InputType()
class CreateTokenInput {
  @Field(() => String)
  @Name(100)
  name!: string

  @Field(() => String, { nullable: true, description: '`full` unless sent, or `read`.' })
  @NotNull()
  @OneOf(tokenScopes)
  scope?: string

  @Field(() => DateTime, { nullable: true, description: 'Never after the token in use, and with it unless sent.' })
  expiresAt?: Date | null
}

@ArgsType()
class TokenListArgs extends ListArgs {
  @Field(() => UUID, { nullable: true, description: "Another member's, for owners and admins." })
  memberId?: string
}

@Resolver(() => Token)
export class TokenResolver {
  @Rest('GET /tokens')
  @May(tokens.own)
  @Query(() => TokenList, { description: "The caller's tokens, by their last four characters." })
  async tokens(@Ctx() context: Context, @Args(() => TokenListArgs) args: TokenListArgs): Promise<TokenList> {
    if (args.memberId && args.memberId !== context.member.id) context.demand(tokens.all)
    const { rows, total } = await context.page<Token>(
      columnsOf(context, Token, 't'),
      sql`from tokens t where t.organization_id = ${context.organizationId} and t.member_id = ${args.memberId ?? context.member.id}${narrowed(args, 't', ['t.name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 't'),
      slice(args),
    )
    return { tokens: rows, total }
  }

  @Rest('POST /tokens', 201)
  @May(tokens.own)
  @Mutation(() => IssuedToken, { description: 'Creates a token of the caller; the answer alone shows it.' })
  async createToken(
    @Ctx() context: Context,
    @Arg('input', () => CreateTokenInput) { name, scope, expiresAt }: CreateTokenInput,
  ): Promise<IssuedToken> {
    const end = await expiry(context, expiresAt)
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
    return Object.assign(issued, { token })
  }

  @Rest('DELETE /tokens/{id}')
  @May(tokens.own)
  @Mutation(() => Boolean, { description: 'Revokes a token: its next request is refused.' })
  async deleteToken(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const token = await context.load(Token, id)
    // Somebody else's token is no more there for a member than another organization's.
    if (token.member.id !== context.member.id && !context.may(tokens.all)) throw notFound()
    const owner = await context.one(Member, token.member.id)
    if (owner) assertOwnersBusiness(context, owner.role)
    context.em.remove(token)
    return true
  }
}

/** When a new token expires: never after the one in use (contract §4), and with it unless it is told otherwise. */
async function expiry(context: Context, wanted: Date | null | undefined): Promise<Date | null> {
  if (wanted && wanted <= context.clock.now())
    throw invalid('expiresAt', { de: 'liegt in der Vergangenheit', en: 'lies in the past' })
  const used = await context.one(Token, context.member.tokenId)
  const latest = used?.expiresAt ? new Date(used.expiresAt) : null
  if (latest && (wanted === null || (wanted && wanted > latest)))
    throw invalid('expiresAt', {
      de: 'liegt nach dem Ablauf des Tokens, mit dem es angelegt wird',
      en: 'lies after the token that creates it expires',
    })
  return wanted ?? latest
}
