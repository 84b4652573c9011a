import { BigIntType, type Hidden, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { Role } from '#core/access/policy'
import { TenantEntity } from '#core/database/entity'
import { EnumValues } from '#core/schema/checks'
import { Cents, UUID } from '#core/schema/scalars'

registerEnumType(Role, { name: 'Role', description: 'Role of a member.' })

/** A person in an organization. The id is the user id in the API: a person in two organizations has two. */
@ObjectType({ simpleResolvers: true, description: 'A member of the organization.' })
@Entity({ tableName: 'members' })
export class Member extends TenantEntity {
  @Field(() => UUID, { description: 'Organization that the member belongs to.' })
  declare organizationId: string

  @Field(() => String, { nullable: true, description: 'Email address; shown to owners, admins and the member.' })
  @Property({ type: 'text' })
  email!: string

  @Field(() => String, { description: 'Name of the member.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { description: 'Part of the public booking address `/book/{slug}`; unique across the service.' })
  @Property({ type: 'text' })
  slug!: string

  @Field(() => Role, { description: 'Role of the member, which decides their permissions.' })
  @Enum({ items: () => Role, columnType: 'text' })
  role!: Role

  @EnumValues(['de', 'en'])
  @Field(() => String, {
    nullable: true,
    description: 'Language of mail to the member: `de` or `en`; defaults to that of the organization.',
  })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => String, { description: 'IANA time zone of the member, such as `Europe/Berlin`.' })
  @Property({ type: 'text' })
  timezone: Opt<string> = 'Europe/Berlin'

  @Field(() => Cents, {
    nullable: true,
    description: 'Hourly rate in cents; defaults to that of the organization. Shown to owners, admins and the member.',
  })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  /** scrypt; null until the person has set a password. */
  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash: Hidden<string> | null = null
}

/** Kinds of mails with a link to set a password. */
export const memberMailKinds = ['invitation', 'account_passwordReset'] as const
