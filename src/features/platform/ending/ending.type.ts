import { Field, InputType, ObjectType } from 'type-graphql'
import { Name } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { CalendarDate } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'Records that the law keeps after the end of an organization.' })
export class KeptRecords {
  @ListCost(20)
  @Field(() => [String], { description: 'Names of the kinds of records, for display.' })
  records!: string[]

  @Field(() => String, { description: 'Law that requires them, such as `§ 147 AO, § 257 HGB`.' })
  law!: string

  @Field(() => CalendarDate, { description: 'Last day on which they are kept; they are erased the night after.' })
  keptUntil!: string
}

@ObjectType({
  simpleResolvers: true,
  description: 'The end of an organization, and the records that are kept after it.',
})
export class OrganizationEnding {
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Day on which the organization ends or ended; null if it is not ending.',
  })
  endsOn!: string | null

  @Field(() => Boolean, { description: 'Whether it has ended. Owners can then only read the kept records.' })
  hasEnded!: boolean

  @ListCost(4)
  @Field(() => [KeptRecords], {
    description: 'Records that the law keeps, shortest period first. Everything else is erased.',
  })
  kept!: KeptRecords[]

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day on which anything is kept; null if everything is erased at once.',
  })
  keptUntil!: string | null
}

@InputType({ description: 'Confirms the end of an organization.' })
export class EndOrganizationInput {
  @Name()
  @Field(() => String, { description: 'Name of the organization, as in its settings.' })
  name!: string
}
