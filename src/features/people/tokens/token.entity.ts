import type { Opt, Ref } from '@mikro-orm/core'
import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { DateTime } from '#core/graphql/scalars'
import { Member } from '#features/people/members/member.entity'

export const tokenScopes = ['full', 'read'] as const

/** A personal API token: it may what its member may, or only read. */
@ObjectType({ simpleResolvers: true, description: 'A personal API token; the token itself is shown once.' })
@Entity({ tableName: 'tokens' })
export class Token extends TenantEntity {
  @ManyToOne({ entity: () => Member, ...reference('member_id') })
  member!: Ref<Member>

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { description: '`full` or `read`.' })
  @Property({ type: 'text' })
  scope: Opt<string> = 'full'

  /** SHA-256 of the token. */
  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  hash!: Buffer

  @Field(() => String, { description: 'By which it is told apart: the token itself is shown once.' })
  @Property({ type: 'text' })
  lastFour!: string

  @Field(() => DateTime, { nullable: true, description: 'When it ends by itself.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  expiresAt: Date | null = null
}
