import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { Between, HexColor, ItemCount, Minimum, Name, NotNull, Pattern, Text, UniqueItems } from '#core/schema/checks'
import { ListArgs, Sort } from '#core/schema/list'
import { UUID } from '#core/schema/scalars'
import { Assignment, QuestionKind } from './event-type.entity.ts'

const minutesPerDay = 1440

@InputType({ description: 'A question that guests are asked.' })
export class QuestionInput {
  @Field(() => String, { description: 'Names its answer: letters, digits and `_`.' })
  @Pattern(/^[a-z][a-z0-9_]{0,39}$/, {
    de: 'darf nur Kleinbuchstaben, Ziffern und _ enthalten',
    en: 'must be lower-case letters, digits and _',
  })
  key!: string

  @Field(() => String)
  @Name(200)
  label!: string

  @Field(() => QuestionKind, { nullable: true, description: 'Defaults to `text`.' })
  @NotNull()
  kind?: QuestionKind

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  required?: boolean

  @Field(() => [String], { nullable: true, description: 'What may be chosen, of a `choice` alone.' })
  @NotNull()
  @ItemCount(0, 50)
  choices?: string[]
}

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateEventTypeInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name(100)
  name?: string

  @Field(() => String, { nullable: true, description: 'Part of its address; unique among those of the host.' })
  @NotNull()
  @Pattern(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, {
    de: 'darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten',
    en: 'must be lower-case letters, digits and hyphens',
  })
  slug?: string

  @Field(() => UUID, { nullable: true, description: 'Host; the caller unless said. Administrators may name another.' })
  @NotNull()
  userId?: string

  @Field(() => String, { nullable: true })
  @Text(5000)
  description?: string | null

  @Field(() => Int, { nullable: true })
  @NotNull()
  @Between(5, minutesPerDay)
  durationMinutes?: number

  @Field(() => Int, { nullable: true, description: 'Minutes from one slot to the next; null for the duration.' })
  @Between(5, minutesPerDay)
  slotIntervalMinutes?: number | null

  @Field(() => Int, { nullable: true })
  @NotNull()
  @Between(0, minutesPerDay)
  bufferBeforeMinutes?: number

  @Field(() => Int, { nullable: true })
  @NotNull()
  @Between(0, minutesPerDay)
  bufferAfterMinutes?: number

  @Field(() => Int, { nullable: true, description: 'Defaults to 240.' })
  @NotNull()
  @Between(0, 366 * minutesPerDay)
  minimumNoticeMinutes?: number

  @Field(() => Int, { nullable: true })
  @Between(0, 3660)
  maximumDaysAhead?: number | null

  @Field(() => Int, { nullable: true })
  @Minimum(1)
  limitPerDay?: number | null

  @Field(() => Int, { nullable: true, description: 'Null for what the server allows (60).' })
  @Between(1, 1000)
  maximumNewBookingsPerDay?: number | null

  @Field(() => String, { nullable: true, description: '`meet`, `phone`, or any other text. Defaults to `meet`.' })
  @NotNull()
  @Name(500)
  location?: string

  @Field(() => String, { nullable: true })
  @HexColor()
  color?: string | null

  @Field(() => [QuestionInput], { nullable: true })
  @NotNull()
  @ItemCount(0, 20)
  @UniqueItems('No two questions have the same key.', ({ key }: { key?: string }) => String(key))
  questions?: QuestionInput[]

  @Field(() => Assignment, { nullable: true, description: 'Defaults to `host`.' })
  @NotNull()
  assignment?: Assignment

  @Field(() => [UUID], {
    nullable: true,
    description: 'Members of the team. Administrators alone name others than themselves.',
  })
  @NotNull()
  @ItemCount(0, 50)
  @UniqueItems('No two are the same.', String)
  memberIds?: string[]

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  requiresEmailVerification?: boolean

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  createClient?: boolean

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  active?: boolean
}

@InputType({ description: 'The event type to create.' })
export class CreateEventTypeInput extends UpdateEventTypeInput {
  @Field(() => String)
  @Name(100)
  override name!: string

  @Field(() => String, { description: 'Part of its address; unique among those of the host.' })
  override slug!: string

  @Field(() => Int)
  @Between(5, minutesPerDay)
  override durationMinutes!: number
}

@ArgsType()
export class EventTypeListArgs extends ListArgs {
  @Sort('EventType', 'created_at')
  override sort?: string

  @Field(() => UUID, { nullable: true, description: 'Only those of this host.' })
  userId?: string
}
