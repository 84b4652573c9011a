import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { ListCost } from '#core/schema/cost'
import { CalendarDate, DateTime, UUID } from '#core/schema/scalars'
import { ErasureOutcome } from './holdings.ts'

registerEnumType(ErasureOutcome, {
  name: 'ErasureOutcome',
  description:
    'What becomes of records: `erased` goes, `pseudonymised` stays without the person, `kept` is locked until the law allows to erase it, `blocking` has to be settled first, and `review` may mention the person and is for people to look at.',
})

@ObjectType({ simpleResolvers: true, description: 'Records of one kind, and what an erasure does with them.' })
export class ErasureEntry {
  @Field(() => String, { description: 'Kind of the records, such as `invoices` or `mails`.' })
  kind!: string

  @Field(() => String, { description: 'The kind, for display.' })
  title!: string

  @Field(() => ErasureOutcome, { description: 'What happens to them.' })
  outcome!: ErasureOutcome

  @Field(() => Int, { nullable: true, description: 'How many there are; null where they are not counted.' })
  count!: number | null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day of what is kept by law; it is erased the night after. Null where no day is fixed.',
  })
  keptUntil!: string | null

  @Field(() => String, { nullable: true, description: 'Law that keeps them, such as `§ 147 AO, § 257 HGB`.' })
  law!: string | null
}

@ObjectType({
  simpleResolvers: true,
  description: 'Personal data that is stored about a person, and what an erasure would do with it.',
})
export class ErasurePlan {
  @Field(() => UUID, {
    description: 'Identifies the plan: an erasure sends it. It changes with the records that it is about.',
  })
  plan!: string

  @Field(() => Boolean, { description: 'Whether something has to be settled first (`blocking`).' })
  blocked!: boolean

  @ListCost(40)
  @Field(() => [ErasureEntry], { description: 'The records by kind, outcome and year.' })
  entries!: ErasureEntry[]

  @Field(() => String, {
    description: 'URL of all data about the person as a ZIP file, valid for five minutes.',
  })
  exportUrl!: string

  @Field(() => DateTime, { description: 'When the URL expires.' })
  expiresAt!: Date
}

@ObjectType({ simpleResolvers: true, description: 'Result of an erasure.' })
export class Erasure {
  @ListCost(40)
  @Field(() => [ErasureEntry], { description: 'Outcome by kind of records, as planned.' })
  entries!: ErasureEntry[]
}

@InputType({ description: 'Confirms an erasure.' })
export class EraseInput {
  @Field(() => UUID, { description: 'The plan that is confirmed.' })
  plan!: string
}
