import type { Hidden, Opt, Ref } from '@mikro-orm/core'
import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { ExemptFromRowQuota } from '#core/database/row-quota'
import { EnumValues } from '#core/schema/checks'
import { DateTime } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'

export const tokenScopes = ['full', 'read'] as const

/** A personal API token with the rights of its member, or a browser session. */
@ObjectType({
  simpleResolvers: true,
  description: 'A personal API token; the secret is shown only when it is created.',
})
@Entity({ tableName: 'tokens' })
@ExemptFromRowQuota()
export class Token extends TenantEntity {
  @ManyToOne({ entity: () => Member, ...reference('member_id') })
  member!: Ref<Member>

  @Field(() => String, { description: 'Name of the token, for people.' })
  @Property({ type: 'text' })
  name!: string

  /** A session that must set up a second factor first has the scope `setup`. */
  @EnumValues(['full', 'read'])
  @Field(() => String, { description: 'Scope: `full` or `read`.' })
  @Property({ type: 'text' })
  scope: Opt<string> = 'full'

  @EnumValues(['token', 'session'])
  @Property({ type: 'text', hidden: true })
  kind: Hidden<Opt<string>> = 'token'

  /** SHA-256 of the token. */
  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  hash!: Hidden<Buffer>

  @Field(() => String, { description: 'Last four characters of the token, to tell tokens apart.' })
  @Property({ type: 'text' })
  lastFour!: string

  @Field(() => DateTime, { nullable: true, description: 'When the token expires.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  expiresAt: Date | null = null

  @Field(() => DateTime, { nullable: true, description: 'When the token was last used, to the minute.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  lastUsedAt: Date | null = null

  /** Last sign-in or `confirmIdentity` of a session. */
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  provedAt: Hidden<Date> | null = null

  /** Network in which a session began. */
  @Property({ type: 'text', nullable: true, hidden: true })
  address: Hidden<string> | null = null
}
