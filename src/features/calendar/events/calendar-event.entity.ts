import type { Hidden, Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { invalidField } from '#core/errors/problem'
import { DateTime, UUID } from '#core/schema/scalars'
import { supportedYears } from '#core/time/clock'
import { dayMs, startOfDay, toInstant, toLocalDate, toLocalTime } from '#core/time/local-time'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import { isSubDaily } from './recurrence.ts'

/** Limit for occurrences of a series. Single events may be longer, and are then found by their span. */
export const maxOccurrenceDays = 31
const maxOccurrenceMs = maxOccurrenceDays * dayMs

@ObjectType({
  simpleResolvers: true,
  description: 'A calendar event; in a list each occurrence of a series, with the id of the series.',
})
@Entity({ tableName: 'calendar_events' })
export class CalendarEvent extends TenantEntity {
  @Field(() => String, { description: 'Title of the event.' })
  @Property({ type: 'text' })
  title!: string

  @Field(() => DateTime, { description: 'When it starts, of a series the first occurrence.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  startTime!: Date

  @Field(() => DateTime, { description: 'When it ends.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  endTime!: Date

  @Field(() => String, {
    description: 'IANA time zone of the event, such as `Europe/Berlin`: a series keeps its wall-clock time in it.',
  })
  @Property({ type: 'text' })
  timezone!: string

  @Field(() => Boolean, { description: 'Whether it takes whole days, from midnight to midnight in its time zone.' })
  @Property({ type: 'boolean' })
  allDay: Opt<boolean> = false

  @Field(() => Boolean, { description: 'Whether it keeps its member from being booked.' })
  @Property({ type: 'boolean' })
  busy!: boolean

  @Field(() => String, { nullable: true, description: 'What it is about.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => String, { nullable: true, description: 'Where it takes place.' })
  @Property({ type: 'text', nullable: true })
  location: string | null = null

  @Field(() => String, { nullable: true, description: 'Link to its video meeting.' })
  @Property({ type: 'text', nullable: true })
  meetUrl: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Member whose calendar it is in; null once they have left.' })
  @Property({ type: 'uuid', nullable: true })
  userId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Project it belongs to.' })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Client it belongs to; that of the project unless said.' })
  @Property({ type: 'uuid', nullable: true })
  clientId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Booking that made it, and that moves and cancels it.' })
  @Property({ type: 'uuid', nullable: true })
  bookingId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Connection to another calendar that it came from.' })
  @Property({ type: 'uuid', nullable: true })
  connectionId: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'Rule of a series, as in RFC 5545: `FREQ=WEEKLY;BYDAY=MO`.',
  })
  @Property({ type: 'text', nullable: true })
  recurrence: string | null = null

  @Field(() => Int, {
    nullable: true,
    description: 'How many minutes before it its member and attendees are reminded by mail; null for no reminder.',
  })
  @Property({ type: 'integer', nullable: true })
  reminderMinutes: number | null = null

  @Field(() => DateTime, {
    nullable: true,
    description: 'The start that the rule gives the occurrence, which names it; null where no occurrence is shown.',
  })
  @Property({ type: 'datetime', persist: false })
  occurrenceStart: Opt<Date> | null = null

  /** Start and end of all occurrences, including moved ones. The end is null for an endless series. */
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', hidden: true })
  spanStart!: Hidden<Date>

  @Property({ type: 'datetime', columnType: 'timestamptz(3)', hidden: true, nullable: true })
  spanEnd: Hidden<Date> | null = null

  /** A series, or longer than 31 days: found by its span instead of its start. */
  @Property({ type: 'boolean', hidden: true })
  lasting!: Hidden<boolean>

  @Property({ type: 'datetime', columnType: 'timestamptz(3)', hidden: true, nullable: true })
  remindAt: Hidden<Date> | null = null

  /** iCalendar UID, which never changes. Synced events keep that of the other calendar. */
  @Property({ type: 'text', hidden: true })
  uid!: Hidden<string>

  /** iCalendar ORGANIZER since the first invitation. Calendars only accept updates from the same organizer. */
  @Property({ type: 'json', columnType: 'jsonb', hidden: true, nullable: true })
  organizer: Hidden<CalendarPerson> | null = null

  /** iCalendar SEQUENCE: increases with each change that attendees are notified of. */
  @Property({ type: 'integer', hidden: true })
  sequence: Opt<Hidden<number>> = 0

  /** Sets the times, rounded to seconds or whole days. 422 if it ends before it starts. */
  schedule(startTime: Date, endTime: Date) {
    if (this.allDay && isSubDaily(this.recurrence)) throw invalidField('recurrence', subDailyWholeDays)
    Object.assign(this, this.normalizeSpan(startTime, endTime))
  }

  /** Checks and rounds the times of the event or of an occurrence. */
  normalizeSpan(startTime: Date, endTime: Date): { startTime: Date; endTime: Date } {
    const span = roundSpan({ startTime, endTime, timezone: this.timezone, allDay: this.allDay })
    if (this.recurrence !== null && span.endTime.getTime() - span.startTime.getTime() > maxOccurrenceMs)
      throw invalidField('endTime', tooLong)
    return span
  }

  /** `lastEnd` is null for an endless series. */
  setSpan(lastEnd: Date | null, firstStart: Date) {
    this.spanStart = firstStart
    this.spanEnd = lastEnd
    this.lasting = this.recurrence !== null || getDuration(this) > maxOccurrenceMs
  }
}

/** Mails about a booked event refer to its booking, which outlives it. */
export const getMailSubjectId = ({ id, bookingId }: Pick<CalendarEvent, 'id' | 'bookingId'>) => bookingId ?? id

/** In milliseconds. */
const getDuration = ({ startTime, endTime }: Pick<CalendarEvent, 'startTime' | 'endTime'>) =>
  endTime.getTime() - startTime.getTime()

export interface EventTiming {
  startTime: Date
  endTime: Date
  timezone: string
  allDay: boolean
}

/** Throws 422 for times outside the supported years. */
function assertSupportedSpan(span: { startTime: Date; endTime: Date }) {
  if (span.startTime.getTime() < Date.UTC(supportedYears.first, 0)) throw invalidField('startTime', beyondYears)
  if (span.endTime.getTime() >= Date.UTC(supportedYears.last + 1, 0)) throw invalidField('endTime', beyondYears)
  return span
}

/** Rounds to seconds, as iCalendar does, or to whole days. 422 if the end is not after the start. */
function roundSpan({ startTime, endTime, timezone, allDay }: EventTiming): { startTime: Date; endTime: Date } {
  if (endTime <= startTime) throw invalidField('endTime', notAfterStart)
  const second = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000)
  if (!allDay) {
    const span = { startTime: second(startTime), endTime: second(endTime) }
    if (span.endTime <= span.startTime) throw invalidField('endTime', notAfterStart)
    return assertSupportedSpan(span)
  }
  const last = toLocalDate(new Date(endTime.getTime() - 1), timezone)
  return assertSupportedSpan({
    startTime: startOfDay(toLocalDate(startTime, timezone), timezone),
    endTime: startOfDay(addDay(last), timezone),
  })
}

/**
 * Times of a moved event. Without a new end it keeps its duration; all-day events keep their number of days, and in another
 * zone the same dates.
 */
export function moveTimes(
  before: EventTiming,
  {
    startTime,
    endTime,
    timezone,
    allDay,
  }: Pick<EventTiming, 'timezone' | 'allDay'> & { startTime?: Date; endTime?: Date },
): { startTime: Date; endTime: Date } {
  const areDays = before.allDay && allDay
  const isElsewhere = areDays && timezone !== before.timezone
  const same = isElsewhere ? toInstant(toLocalTime(before.startTime, before.timezone), timezone) : before.startTime
  const start = startTime ?? same
  if (endTime || (!startTime && !isElsewhere)) return { startTime: start, endTime: endTime ?? before.endTime }
  const days = areDays ? countDays(before.startTime, before.endTime, before.timezone) : 0
  return { startTime: start, endTime: getOccurrenceEnd({ ...before, timezone, allDay: areDays }, start, days) }
}

/**
 * End of an occurrence with the given start. Keeps the duration; all-day events keep their number of days, whatever their
 * hours.
 */
export function getOccurrenceEnd(
  { startTime, endTime, timezone, allDay }: EventTiming,
  start: Date,
  days = allDay ? countDays(startTime, endTime, timezone) : 0,
): Date {
  if (!allDay) return new Date(start.getTime() + endTime.getTime() - startTime.getTime())
  const last = Date.parse(`${toLocalDate(start, timezone)}T00:00:00Z`) + days * dayMs
  return toInstant(new Date(last).toISOString().slice(0, 19), timezone)
}

/** From midnight to midnight. */
const countDays = (start: Date, end: Date, zone: string) =>
  Math.round(
    (Date.parse(`${toLocalDate(end, zone)}T00:00:00Z`) - Date.parse(`${toLocalDate(start, zone)}T00:00:00Z`)) / dayMs,
  )

const addDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)

const beyondYears = {
  de: `liegt nicht in den Jahren ${supportedYears.first} bis ${supportedYears.last}`,
  en: `is not within the years ${supportedYears.first} to ${supportedYears.last}`,
}
const notAfterStart = { de: 'muss nach dem Beginn liegen', en: 'must be after the start' }
const subDailyWholeDays = {
  de: 'wiederholt ganze Tage nach Stunden oder Minuten',
  en: 'repeats whole days by hours or minutes',
}
const tooLong = {
  de: `macht einen Termin der Serie länger als ${maxOccurrenceDays} Tage`,
  en: `makes an occurrence longer than ${maxOccurrenceDays} days`,
}
