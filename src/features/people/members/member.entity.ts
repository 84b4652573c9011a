import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { Role } from '#core/access/policy'
import { TenantEntity } from '#core/database/entity'
import { Cents, UUID } from '#core/graphql/scalars'

registerEnumType(Role, { name: 'Role', description: 'What a member may do.' })

/** A person in an organization. The id is the user's: one person in two organizations is two users. */
@ObjectType({ simpleResolvers: true, description: 'A person in the organization.' })
@Entity({ tableName: 'members' })
export class Member extends TenantEntity {
  @Field(() => UUID)
  declare organizationId: string

  @Field(() => String, { nullable: true, description: 'Shown to owners and admins, and to the person.' })
  @Property({ type: 'text' })
  email!: string

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { description: 'Unique over the whole service, for `/book`.' })
  @Property({ type: 'text' })
  slug!: string

  @Field(() => Role, { description: 'What the person may do.' })
  @Enum({ items: () => Role, columnType: 'text' })
  role!: Role

  @Field(() => String, { nullable: true, description: '`de` or `en`.' })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => String)
  @Property({ type: 'text' })
  timezone: Opt<string> = 'Europe/Berlin'

  @Field(() => Cents, { nullable: true, description: 'Of an hour; that of the organization unless set.' })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  /** scrypt; null until the person has set a password. */
  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash: string | null = null
}
