import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { Between, EmailAddresses, ItemCount, Name, NotNull, Text, TimeZone, UniqueItems } from '#core/schema/checks'
import { ListArgs, type PageArgs, SortWithDefault } from '#core/schema/list'
import { DateTime, UUID } from '#core/schema/scalars'
import { maxEventWindowDays } from './recurrence.ts'

@InputType()
class CalendarEventFields {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name()
  title?: string

  @Field(() => DateTime, { nullable: true })
  @NotNull()
  startTime?: Date

  @Field(() => DateTime, { nullable: true, description: 'After the start; whole days end at the midnight after them.' })
  @NotNull()
  endTime?: Date

  @Field(() => String, { nullable: true, description: "Defaults to the caller's time zone." })
  @NotNull()
  @TimeZone()
  timezone?: string

  @Field(() => Boolean, { nullable: true, description: 'Takes the whole days on which it starts and ends.' })
  @NotNull()
  allDay?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it keeps its member from being booked: `true` unless sent, and `false` of whole days.',
  })
  @NotNull()
  busy?: boolean

  @Field(() => String, { nullable: true })
  @Text(10_000)
  description?: string | null

  @Field(() => String, { nullable: true })
  @Text(500)
  location?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Makes a link to a video meeting, or takes it away.' })
  @NotNull()
  attachMeet?: boolean

  @Field(() => [String], {
    nullable: true,
    description: 'Who is invited by mail. Whoever is left out of an update is told that they are no longer.',
  })
  @NotNull()
  @ItemCount(0, 100)
  @EmailAddresses()
  @UniqueItems('No address twice.', (address: unknown) => String(address).toLowerCase())
  attendeeEmails?: string[]

  @Field(() => UUID, { nullable: true, description: 'Member whose calendar it is in; defaults to the caller.' })
  @NotNull()
  userId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string | null

  @Field(() => UUID, { nullable: true, description: 'Defaults to the client of the project.' })
  clientId?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'How many minutes before it its member and attendees are reminded by mail, at most four weeks.',
  })
  @Between(0, 28 * 24 * 60)
  reminderMinutes?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Makes it a series: a rule of RFC 5545 such as `FREQ=WEEKLY;BYDAY=MO`, at most 1,500 times a year.',
  })
  @Text(500)
  recurrence?: string | null
}

@InputType({ description: 'The calendar event to create.' })
export class CreateCalendarEventInput extends CalendarEventFields {
  @Field(() => String)
  @Name()
  override title!: string

  @Field(() => DateTime)
  override startTime!: Date

  @Field(() => DateTime, { description: 'After the start; whole days end at the midnight after them.' })
  override endTime!: Date
}

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateCalendarEventInput extends CalendarEventFields {
  @Field(() => DateTime, {
    nullable: true,
    description:
      'Changes the one occurrence of a series to which its rule gives this start: its title, times, description and location.',
  })
  occurrenceStart?: Date | null
}

@InputType({ description: 'What of the event is booked as time of the caller.' })
export class EventTimeInput {
  @Field(() => DateTime, {
    nullable: true,
    description: 'The occurrence of a series, by the start that its rule gives.',
  })
  occurrenceStart?: Date | null

  @Field(() => UUID, { nullable: true, description: 'Task; the project of the event is enough.' })
  taskId?: string | null

  @Field(() => UUID, { nullable: true, description: 'Project; defaults to that of the task or the event.' })
  projectId?: string | null

  @Field(() => String, { nullable: true, description: 'Defaults to the title of the event.' })
  @Text(2000)
  description?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Defaults to true.' })
  @NotNull()
  billable?: boolean
}

type OptionallyPaged = new () => Omit<ListArgs, keyof PageArgs> & Partial<PageArgs>

/** Not paged unless `page` or `perPage` is sent. */
@ArgsType()
export class CalendarEventListArgs extends (ListArgs as OptionallyPaged) {
  @Field(() => DateTime, { description: 'Start of the window: what ends after it is shown.' })
  from!: Date

  @Field(() => DateTime, {
    description: `End of the window, at most ${maxEventWindowDays} days later: what starts before it is shown.`,
  })
  to!: Date

  @Field(() => Int, {
    nullable: true,
    description: 'Page number, counted from 1. Without paging REST returns all rows and GraphQL the first 500.',
  })
  @Between(1, 1_000_000)
  override page?: number

  @Field(() => Int, { nullable: true, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  override perPage?: number

  @SortWithDefault('the earliest start first', 'CalendarEvent', 'created_at', 'start_time')
  override sort?: string

  @Field(() => UUID, { nullable: true, description: 'Only those in the calendar of this member, or that they attend.' })
  userId?: string

  @Field(() => UUID, { nullable: true, description: 'Only those of this project.' })
  projectId?: string

  @Field(() => UUID, { nullable: true, description: 'Only those of this client.' })
  clientId?: string
}
