import sql from 'sql-template-tag'
import { toRateLimitNetwork } from '#core/access/network'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { createEventLoopTurns } from '#core/runtime/fair-queue'
import type { Row } from '#core/schema/row'
import type { Interval } from '#core/time/interval'
import { readRegularHours } from '../availability/availability.reads.ts'
import { readBusyIntervals } from '../availability/busy-intervals.ts'
import {
  findSlots,
  type HostSchedule,
  type SlotRules,
  searchSlotsOfAllHosts,
  searchSlotsOfAnyHost,
} from '../availability/slots.ts'
import { Assignment, type EventType, getHostIds } from '../event-types/event-type.entity.ts'
import type { Booking } from './booking.entity.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const maxSlotWindowDays = 90

/** Slots in one response: every quarter of an hour of the longest window. */
const maxSlots = maxSlotWindowDays * 24 * 4

/** `members` defaults to all hosts of the type. `moved` is the booking to move: it blocks nothing and keeps its duration. */
export interface SlotSearchOptions {
  members?: readonly string[]
  moved?: Pick<Booking, 'id' | 'start' | 'end'>
  /** The hold to confirm: it blocks nothing, and is checked as of when it was requested. */
  held?: { id: string; requestedAt: Date }
}

const tooMany = {
  de: `ist zu spät: Das wären mehr als ${maxSlots} Zeiten`,
  en: `is too late: it would be more than ${maxSlots} times`,
}

const turns = createEventLoopTurns()

/**
 * Start times in a window, in milliseconds and in order. Long searches for large teams take turns, one host at a time. 422 if
 * there are too many.
 */
export async function findOpenSlots(
  context: Context,
  type: Row<EventType>,
  window: Interval,
  { members = getHostIds(type), moved }: SlotSearchOptions = {},
): Promise<number[]> {
  const hosts = [...(await readHostSchedules(context, type, members, window, moved)).values()]
  if (!hosts.length) return []
  const asked = { ...window, now: context.clock.now().getTime(), maxStarts: maxSlots }
  const search = type.assignment === Assignment.round_robin ? searchSlotsOfAnyHost : searchSlotsOfAllHosts
  const steps = search(toSlotRules(type, moved), hosts, asked)
  const asker = context.caller ? context.organizationId : toRateLimitNetwork(context.sender.address)
  for (;;) {
    if (hosts.length > 1) await turns.next(asker)
    const { done, value } = steps.next()
    if (!done) continue
    if (value.length > maxSlots) throw invalidField('to', tooMany)
    return value
  }
}

/** Members who are free at a start: all of them or none if they come together, else each who is free. */
export async function findFreeHosts(
  context: Context,
  type: Row<EventType>,
  start: Date,
  { members = getHostIds(type), moved, held }: SlotSearchOptions = {},
): Promise<string[]> {
  const window = { from: start.getTime(), to: start.getTime() + 1 }
  const hosts = await readHostSchedules(context, type, members, window, moved, held?.id)
  const asked = { ...window, now: (held?.requestedAt ?? context.clock.now()).getTime() }
  const rules = toSlotRules(type, moved)
  const isFree = (some: HostSchedule[]) => some.length > 0 && findSlots(rules, some, asked).length > 0
  if (type.assignment !== Assignment.round_robin) return isFree([...hosts.values()]) ? [...hosts.keys()] : []
  return [...hosts].filter(([, host]) => isFree([host])).map(([member]) => member)
}

const toSlotRules = (
  { slotIntervalMinutes, ...type }: Row<EventType>,
  moved: SlotSearchOptions['moved'],
): SlotRules => ({
  ...type,
  ...(moved && { durationMinutes: getDurationMinutes(moved) }),
  slotIntervalMinutes: slotIntervalMinutes ?? type.durationMinutes,
})

export const getDurationMinutes = ({ start, end }: Pick<Booking, 'start' | 'end'>) =>
  (end.getTime() - start.getTime()) / minuteMs

/** In the order of the members. */
async function readHostSchedules(
  context: Context,
  type: Row<EventType>,
  members: readonly string[],
  { from, to }: Interval,
  moved: SlotSearchOptions['moved'],
  heldId?: string,
): Promise<Map<string, HostSchedule>> {
  const { durationMinutes } = toSlotRules(type, moved)
  const around = {
    from: from - type.bufferBeforeMinutes * minuteMs,
    to: to + (durationMinutes + type.bufferAfterMinutes) * minuteMs,
  }
  const [hours, busy, booked] = await Promise.all([
    readRegularHours(context, members, { from, to }),
    readBusyIntervals(context, members, around),
    readBookedIntervals(context, type, members, { from, to }, moved?.id ?? heldId ?? noId),
  ])
  const whose = ({ memberId }: { memberId: string }) => memberId
  const [busyOfEach, bookedOfEach] = [Map.groupBy(busy, whose), Map.groupBy(booked, whose)]
  const hosts = members.flatMap((member): [string, HostSchedule][] => {
    const own = hours.get(member)
    return own
      ? [[member, { hours: own, busy: busyOfEach.get(member) ?? [], booked: bookedOfEach.get(member) ?? [] }]]
      : []
  })
  return new Map(hosts)
}

/** Bookings and holds near a window, as far as buffers, durations and daily limits may reach. */
async function readBookedIntervals(
  context: Context,
  type: Row<EventType>,
  members: readonly string[],
  { from, to }: Interval,
  except: string,
) {
  const { organizationId, clock } = context
  const [first, last] = [new Date(from - 2 * dayMs), new Date(to + 3 * dayMs)]
  const whose = sql`${[...members]}::uuid[]`
  const rows = await context.query<{
    memberId: string
    eventTypeId: string | null
    from: number
    to: number
    bufferBeforeMinutes: number
    bufferAfterMinutes: number
  }>(
    select`member_id as "memberId", event_type_id as "eventTypeId",
          (extract(epoch from starts_at) * 1000)::float8 as "from", (extract(epoch from ends_at) * 1000)::float8 as "to",
          buffer_before_minutes as "bufferBeforeMinutes", buffer_after_minutes as "bufferAfterMinutes"
        from booking_hosts
        where organization_id = ${organizationId} and member_id = any(${whose})
          and ends_at > ${first} and starts_at < ${last} and booking_id <> ${except}
        union all
        select unnest(host_ids), event_type_id, (extract(epoch from starts_at) * 1000)::float8,
          (extract(epoch from ends_at) * 1000)::float8, buffer_before_minutes, buffer_after_minutes
        from booking_holds
        where organization_id = ${organizationId} and host_ids && ${whose} and expires_at > ${clock.now()}
          and ends_at > ${first} and starts_at < ${last} and id <> ${except}`,
  )
  return rows.map(({ eventTypeId, ...row }) => ({ ...row, countsTowardsLimit: eventTypeId === type.id }))
}
