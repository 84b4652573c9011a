import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Embed } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import { type Attendee, readAttendees } from './attendees.ts'
import { CalendarAttendee } from './calendar-attendee.type.ts'
import { CalendarEvent } from './calendar-event.entity.ts'
import { hiddenEventTitle, isHiddenFromMember } from './hidden-event.ts'

const isHiddenFromCaller = (event: RowOrEntity<CalendarEvent>, context: Context) =>
  !context.isSnapshot && isHiddenFromMember(event, context.caller?.id)

/** Computed fields, and fields that are hidden from other members. */
@Resolver(() => CalendarEvent)
export class CalendarEventFieldsResolver {
  @FieldResolver(() => String)
  title(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): string {
    return isHiddenFromCaller(event, context) ? hiddenEventTitle[context.language] : event.title
  }

  @FieldResolver(() => String, { nullable: true })
  description(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): string | null {
    return isHiddenFromCaller(event, context) ? null : event.description
  }

  @FieldResolver(() => String, { nullable: true })
  location(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): string | null {
    return isHiddenFromCaller(event, context) ? null : event.location
  }

  @FieldResolver(() => String, { nullable: true })
  meetUrl(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): string | null {
    return isHiddenFromCaller(event, context) ? null : event.meetUrl
  }

  @FieldResolver(() => Boolean, { description: 'Whether it has a video meeting.' })
  attachMeet(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): boolean {
    return event.meetUrl !== null && !isHiddenFromCaller(event, context)
  }

  @ListCost(3)
  @FieldResolver(() => [String], { description: 'Email addresses of those who are invited.' })
  async attendeeEmails(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): Promise<string[]> {
    return (await loadAttendees(event, context)).map(({ email }) => email)
  }

  @ListCost(3)
  @FieldResolver(() => [CalendarAttendee], { description: 'Who is invited, and what they have answered.' })
  async attendees(@Root() event: RowOrEntity<CalendarEvent>, @Ctx() context: Context): Promise<CalendarAttendee[]> {
    return (await loadAttendees(event, context)) as unknown as CalendarAttendee[]
  }

  @Embed('id', 'name')
  @FieldResolver(() => Member, { nullable: true, description: 'Member whose calendar it is in.' })
  async user(@Root() { userId }: RowOrEntity<CalendarEvent>, @Ctx() context: Context): Promise<Row<Member> | null> {
    return userId ? ((await context.loadOne(Member, userId)) ?? null) : null
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project, { nullable: true })
  async project(
    @Root() { projectId }: RowOrEntity<CalendarEvent>,
    @Ctx() context: Context,
  ): Promise<Row<Project> | null> {
    return projectId ? ((await context.loadOne(Project, projectId)) ?? null) : null
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client, { nullable: true })
  async client(@Root() { clientId }: RowOrEntity<CalendarEvent>, @Ctx() context: Context): Promise<Row<Client> | null> {
    return clientId ? ((await context.loadOne(Client, clientId)) ?? null) : null
  }
}

async function loadAttendees(event: RowOrEntity<CalendarEvent>, context: Context): Promise<Attendee[]> {
  if (isHiddenFromCaller(event, context)) return []
  return context.batch(
    'calendar_event.attendees',
    event.id,
    (ids) => readAttendees(context, ids),
    (rows, id) => rows.filter(({ eventId }) => eventId === id),
  )
}
