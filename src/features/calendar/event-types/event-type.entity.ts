import type { Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { ListCost } from '#core/schema/cost'
import { UUID } from '#core/schema/scalars'

export enum Assignment {
  host = 'host',
  round_robin = 'round_robin',
  all = 'all',
}
registerEnumType(Assignment, {
  name: 'Assignment',
  description:
    'Who comes to an appointment: the `host`; in `round_robin` the one of the team who is free and was booked longest ago; or `all` of the team together.',
})

export enum QuestionKind {
  text = 'text',
  paragraph = 'paragraph',
  choice = 'choice',
}
registerEnumType(QuestionKind, {
  name: 'QuestionKind',
  description:
    'How a question is answered: by a line of `text`, a `paragraph`, or a `choice` of those that are offered.',
})

@ObjectType({ simpleResolvers: true, description: 'A question that guests are asked.' })
export class Question {
  @Field(() => String, { description: 'Names its answer: letters, digits and `_`.' })
  key!: string

  @Field(() => String, { description: 'The question.' })
  label!: string

  @Field(() => QuestionKind, { description: 'How it is answered.' })
  kind!: QuestionKind

  @Field(() => Boolean, { description: 'Nobody books without an answer.' })
  required!: boolean

  @ListCost(10)
  @Field(() => [String], { description: 'What may be chosen; empty where it is no choice.' })
  choices!: string[]
}

@ObjectType({ simpleResolvers: true, description: 'What a host, or a team, can be booked for.' })
@Entity({ tableName: 'booking_event_types' })
export class EventType extends TenantEntity {
  @Field(() => UUID, { description: 'Host, under whose address it is booked.' })
  @Property({ type: 'uuid' })
  userId!: string

  @Field(() => String, { description: 'Name of the event type.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, {
    description: 'Part of its address, `/book/{user_slug}/{slug}`; unique among those of the host.',
  })
  @Property({ type: 'text' })
  slug!: string

  @Field(() => String, { nullable: true, description: 'What it is about, for guests.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => Int, { description: 'Minutes that an appointment takes.' })
  @Property({ type: 'integer' })
  durationMinutes!: number

  /** Null for the duration. */
  @Property({ type: 'integer', nullable: true })
  slotIntervalMinutes: number | null = null

  @Field(() => Int, { description: 'Minutes that are kept free before an appointment.' })
  @Property({ type: 'integer' })
  bufferBeforeMinutes: Opt<number> = 0

  @Field(() => Int, { description: 'Minutes that are kept free after an appointment.' })
  @Property({ type: 'integer' })
  bufferAfterMinutes: Opt<number> = 0

  @Field(() => Int, { description: 'Minutes from booking to the appointment at least.' })
  @Property({ type: 'integer' })
  minimumNoticeMinutes: Opt<number> = 240

  @Field(() => Int, { nullable: true, description: 'Days after today on which it can be booked; null for no limit.' })
  @Property({ type: 'integer', nullable: true })
  maximumDaysAhead: number | null = null

  @Field(() => Int, {
    nullable: true,
    description: 'Appointments of this type that a host takes on one day of theirs; null for no limit.',
  })
  @Property({ type: 'integer', nullable: true })
  limitPerDay: number | null = null

  @Field(() => Int, {
    nullable: true,
    description:
      'Bookings that guests make with a host within 24 hours, for whatever dates, before this type takes no more; null for what the server allows (60).',
  })
  @Property({ type: 'integer', nullable: true })
  maximumNewBookingsPerDay: number | null = null

  @Field(() => String, {
    description:
      'Where it takes place: `meet` makes a link to a video meeting, `phone` is a call; any other text is told as it stands.',
  })
  @Property({ type: 'text' })
  location: Opt<string> = 'meet'

  @Field(() => String, { nullable: true, description: 'Colour in calendars, `#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  color: string | null = null

  @ListCost(5)
  @Field(() => [Question], { description: 'What guests are asked beside their name and email address.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  questions: Opt<Question[]> = []

  @Field(() => Assignment, { description: 'Who comes to an appointment.' })
  @Enum({ items: () => Assignment, columnType: 'text' })
  assignment: Opt<Assignment> = Assignment.host

  @ListCost(5)
  @Field(() => [UUID], { description: 'Members of the team; empty where the host comes.' })
  @Property({ type: 'array', columnType: 'uuid[]' })
  memberIds: Opt<string[]> = []

  @Field(() => Boolean, {
    description:
      'A guest confirms by a link in a mail before the slot is booked. It is held for 15 minutes, and nothing is in calendars or told until then.',
  })
  @Property({ type: 'boolean' })
  requiresEmailVerification: Opt<boolean> = false

  @Field(() => Boolean, {
    description: 'A guest whose email address no client has becomes one: a consumer of the name they give.',
  })
  @Property({ type: 'boolean' })
  createClient: Opt<boolean> = false

  @Field(() => Boolean, { description: 'Others are not shown to guests, and cannot be booked.' })
  @Property({ type: 'boolean' })
  active: Opt<boolean> = true
}

/** The host, or the team. */
export const getHostIds = ({
  assignment,
  userId,
  memberIds,
}: Pick<EventType, 'assignment' | 'userId' | 'memberIds'>) => (assignment === Assignment.host ? [userId] : memberIds)
