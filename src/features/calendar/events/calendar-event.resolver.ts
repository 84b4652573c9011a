import { Arg, Args, Ctx, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Unpaged, UnpagedList, unpagedRoot } from '#core/rest/unpaged-list'
import { ListCost } from '#core/schema/cost'
import { createListType } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { DateTime, UUID } from '#core/schema/scalars'
import { TimeEntry } from '#features/work/time-entries/time-entry.entity'
import { bookEventTime } from './book-event-time.ts'
import { CalendarEvent } from './calendar-event.entity.ts'
import {
  CalendarEventListArgs,
  CreateCalendarEventInput,
  EventTimeInput,
  UpdateCalendarEventInput,
} from './calendar-event.inputs.ts'
import { calendarEvents } from './calendar-event.policy.ts'
import { readOccurrenceRows, searchOccurrences } from './calendar-event.reads.ts'
import { createEvent, deleteEvent, updateEvent } from './change-event.ts'
import { deleteOccurrence, updateOccurrence } from './change-occurrence.ts'
import { listUnlessCancelled, type WindowOccurrence } from './occurrences.ts'

@ObjectType({ simpleResolvers: true })
class CalendarEventList extends createListType('events', CalendarEvent, {
  description: 'Events and the occurrences of series, in the order of their start.',
}) {}

/** GraphQL returns at most this many without paging; `total` counts all. */
const maxUnpaged = 500

@Resolver(() => CalendarEvent)
export class CalendarEventResolver {
  @Rest('GET /calendar/events')
  @May(calendarEvents.read)
  @Unpaged()
  @ListCost(maxUnpaged)
  @Query(() => CalendarEventList, {
    description:
      'What takes place in a window, each occurrence of a series by itself. Without paging REST returns all of them and GraphQL the first 500: `total` says how many there are, and pages show the others.',
  })
  async calendarEvents(
    @Root() root: object,
    @Ctx() context: Context,
    @Args(() => CalendarEventListArgs) args: CalendarEventListArgs,
  ): Promise<CalendarEventList | UnpagedList<WindowOccurrence>> {
    const found = await searchOccurrences(context, args)
    const read = (some: readonly WindowOccurrence[]) => readOccurrenceRows(context, some)
    if (root === unpagedRoot) return new UnpagedList('events', 'CalendarEvent', found, read)
    const { page = 1, perPage = args.page ? 25 : maxUnpaged } = args
    const events = await read(found.slice((page - 1) * perPage, page * perPage))
    return { events, total: found.length }
  }

  @Rest('GET /calendar/events/{id}')
  @May(calendarEvents.read)
  @Query(() => CalendarEvent, { description: 'A calendar event; of a series the rule and the first occurrence.' })
  calendarEvent(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<CalendarEvent>> {
    return context.read(CalendarEvent, id)
  }

  @Rest('POST /calendar/events', 201)
  @May(calendarEvents.write)
  @Mutation(() => CalendarEvent, { description: 'Creates a calendar event and mails its attendees an invitation.' })
  createCalendarEvent(
    @Ctx() context: Context,
    @Arg('input', () => CreateCalendarEventInput) input: CreateCalendarEventInput,
  ): Promise<CalendarEvent> {
    return createEvent(context, input)
  }

  @Rest('PUT /calendar/events/{id}')
  @May(calendarEvents.write)
  @Mutation(() => CalendarEvent, {
    description:
      'Updates a calendar event, or with `occurrenceStart` one occurrence of a series: only the fields that are sent change. Attendees are mailed what is new, and are asked again where the time is.',
  })
  async updateCalendarEvent(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateCalendarEventInput) input: UpdateCalendarEventInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<RowOrEntity<CalendarEvent>> {
    const { occurrenceStart } = input
    if (!occurrenceStart) return updateEvent(context, id, input)
    const { event, occurrence } = await updateOccurrence(context, id, { ...input, occurrenceStart })
    const [shown] = await readOccurrenceRows(context, listUnlessCancelled(event, occurrence))
    return shown as Row<CalendarEvent>
  }

  @Rest('DELETE /calendar/events/{id}')
  @May(calendarEvents.write)
  @Mutation(() => Boolean, {
    description:
      'Deletes a calendar event, or one occurrence of a series alone. Attendees are mailed a cancellation, unless it is over.',
  })
  async deleteCalendarEvent(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('occurrenceStart', () => DateTime, {
      nullable: true,
      description: 'The occurrence to delete, by the start that the rule gives it; all of the series unless sent.',
    })
    occurrenceStart?: Date | null,
  ): Promise<boolean> {
    await (occurrenceStart ? deleteOccurrence(context, id, occurrenceStart) : deleteEvent(context, id))
    return true
  }

  @Rest('POST /calendar/events/{id}/time-entry', 201)
  @May(calendarEvents.write)
  @Mutation(() => TimeEntry, {
    description:
      'Books the time of an event, or of one occurrence of a series, for the caller: on its project unless another or a task is sent.',
  })
  bookEventTime(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => EventTimeInput, { nullable: true }) input?: EventTimeInput,
  ): Promise<TimeEntry> {
    return bookEventTime(context, id, input ?? {})
  }
}
