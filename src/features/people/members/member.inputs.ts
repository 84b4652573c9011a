import { ArgsType, Field, InputType } from 'type-graphql'
import { Role } from '#core/access/policy'
import { DeliveryFilter, type DeliveryState } from '#core/mail/delivery'
import { EmailAddress, Minimum, NotNull, OneOf, Pattern, ProperName, TimeZone } from '#core/schema/checks'
import { ListArgs, Sort } from '#core/schema/list'
import { Cents } from '#core/schema/scalars'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateMemberInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @EmailAddress()
  email?: string

  @Field(() => String, { nullable: true })
  @NotNull()
  @ProperName(100)
  name?: string

  @Field(() => Role, { nullable: true })
  @NotNull()
  role?: Role

  @Field(() => String, {
    nullable: true,
    description: 'Part of the public booking address; unique across the service. Defaults to a form of the name.',
  })
  @NotNull()
  @Pattern(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, {
    de: 'darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten',
    en: 'must be lower-case letters, digits and hyphens',
  })
  slug?: string

  @Field(() => String, { nullable: true })
  @OneOf(['de', 'en'])
  language?: string | null

  @Field(() => String, { nullable: true })
  @NotNull()
  @TimeZone()
  @Pattern(/^[A-Za-z]/, {
    de: 'muss eine Zeitzone wie Europe/Berlin sein, kein Abstand zu UTC',
    en: 'must be a time zone such as Europe/Berlin, not an offset',
  })
  timezone?: string

  @Field(() => Cents, { nullable: true })
  @Minimum(0)
  hourlyRateCents?: number | null
}

@InputType({ description: 'The member to add.' })
export class CreateMemberInput extends UpdateMemberInput {
  @Field(() => String)
  @EmailAddress()
  override email!: string

  @Field(() => String)
  @ProperName(100)
  override name!: string

  @Field(() => Role)
  override role!: Role
}

@ArgsType()
export class MemberListArgs extends ListArgs {
  @Sort('Member', 'created_at', 'name')
  override sort?: string

  @Field(() => Role, { nullable: true })
  role?: Role

  @DeliveryFilter()
  delivery?: DeliveryState[]
}
