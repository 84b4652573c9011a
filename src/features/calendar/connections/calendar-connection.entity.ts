import type { Hidden, Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { ListCost } from '#core/schema/cost'
import { CalendarDate, DateTime } from '#core/schema/scalars'
import type { SyncFault } from './dav/sync-failure.ts'

@ObjectType({ simpleResolvers: true, description: 'A calendar of a connection.' })
export class ConnectedCalendar {
  @Field(() => String, { description: 'Address of the calendar.' })
  url!: string

  @Field(() => String, { description: 'Name of the calendar on its server.' })
  name!: string

  @Field(() => Boolean, { description: 'Whether events of Kontor are written into it: one calendar of a connection.' })
  writesHere!: boolean
}

@ObjectType({ simpleResolvers: true, description: 'A calendar that an account at a server has.' })
export class FoundCalendar {
  @Field(() => String, { description: 'Address of the calendar.' })
  url!: string

  @Field(() => String, { description: 'Name of the calendar on its server.' })
  name!: string

  @Field(() => Boolean, { description: 'Whether events of Kontor may be written into it.' })
  writable!: boolean
}

@ObjectType({ simpleResolvers: true, description: 'What an account at a calendar server has.' })
export class CalendarAccount {
  @ListCost(20)
  @Field(() => [FoundCalendar], { description: 'Its calendars.' })
  calendars!: FoundCalendar[]
}

@ObjectType({ simpleResolvers: true, description: 'An entry that could not be taken over, from there or to there.' })
export class CalendarProblem {
  @Field(() => String, { nullable: true, description: 'Its title, if it can be read.' })
  title!: string | null

  @Field(() => CalendarDate, { nullable: true, description: 'The day it starts on, if it can be read.' })
  date!: string | null

  @Field(() => String, { description: 'Name of the object on its server.' })
  object!: string
}

export const maxListedProblems = 20

/** State of a calendar when it was last read. */
export interface CalendarSyncState {
  token: string | null
  ctag: string | null
}

export enum AllDayEntries {
  blocks = 'blocks',
  ignored = 'ignored',
}
registerEnumType(AllDayEntries, {
  name: 'AllDayEntries',
  description: 'Whether busy all-day entries keep their member from being booked.',
})

/** An account at a calendar server that is synchronized with the member's calendar. */
@ObjectType({
  simpleResolvers: true,
  description: "A connection of the caller's calendar with one elsewhere, by CalDAV. Its password is never shown.",
})
@Entity({ tableName: 'calendar_connections' })
export class CalendarConnection extends TenantEntity {
  @Property({ type: 'uuid', hidden: true })
  userId!: Hidden<string>

  @Field(() => String, { description: 'Address of the server, as it was entered.' })
  @Property({ type: 'text' })
  url!: string

  @Field(() => String, { description: 'User name at the server.' })
  @Property({ type: 'text' })
  username!: string

  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  sealedPassword!: Hidden<Buffer>

  @ListCost(3)
  @Field(() => [ConnectedCalendar], { description: 'Calendars that are synchronized.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  calendars!: ConnectedCalendar[]

  @Field(() => AllDayEntries, { description: 'Whether its busy all-day entries keep the member from being booked.' })
  @Property({ type: 'text' })
  allDay: Opt<AllDayEntries> = AllDayEntries.blocks

  /** By calendar URL. */
  @Property({ type: 'json', columnType: 'jsonb', hidden: true })
  tokens: Hidden<Opt<Record<string, CalendarSyncState>>> = {}

  @Property({ type: 'text', nullable: true })
  fault: SyncFault | null = null

  @Field(() => Int, { description: 'Failed synchronizations since the last successful one.' })
  @Property({ type: 'integer' })
  failures: Opt<number> = 0

  @Field(() => Int, { description: 'Entries that could not be taken over, from there or to there.' })
  @Property({ type: 'integer' })
  problems: Opt<number> = 0

  @ListCost(maxListedProblems)
  @Field(() => [CalendarProblem], { description: `Those entries; the first ${maxListedProblems}.` })
  @Property({ type: 'json', columnType: 'jsonb' })
  problemEntries: Opt<CalendarProblem[]> = []

  @Field(() => DateTime, { nullable: true, description: 'When it was last synchronized.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  lastSyncedAt: Date | null = null

  @Field(() => DateTime, { description: 'When it is synchronized next; after failures with growing pauses.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  nextSyncAt!: Date

  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  lookedAt: Hidden<Date> | null = null

  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  syncingUntil: Hidden<Date> | null = null
}
