import { Field, InputType, ObjectType } from 'type-graphql'
import { Name } from '#core/schema/checks'
import { CountedAs } from '#core/schema/cost'
import { CalendarDate } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'Records that a law keeps beyond the end of an organization.' })
export class KeptRecords {
  @CountedAs(20)
  @Field(() => [String], { description: 'Kinds of the records, for people.' })
  records!: string[]

  @Field(() => String, { description: 'Law that keeps them, such as `§ 147 AO, § 257 HGB`.' })
  law!: string

  @Field(() => CalendarDate, { description: 'Last day on which they are kept; they are erased the night after.' })
  keptUntil!: string
}

@ObjectType({ simpleResolvers: true, description: 'The end of an organization, and what it would leave.' })
export class OrganizationEnding {
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Day on which the organization ends, or ended; null where it is not being ended.',
  })
  endsOn!: string | null

  @Field(() => Boolean, { description: 'Whether it has ended: then owners only read what is kept.' })
  hasEnded!: boolean

  @CountedAs(4)
  @Field(() => [KeptRecords], { description: 'What laws keep, the shortest first; everything else is erased.' })
  kept!: KeptRecords[]

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day on which anything is kept; null where no law keeps anything and all goes at once.',
  })
  keptUntil!: string | null
}

@InputType({ description: 'The decision to end an organization.' })
export class EndOrganizationInput {
  @Name()
  @Field(() => String, { description: 'Name of the organization, as it is written in its settings.' })
  name!: string
}
