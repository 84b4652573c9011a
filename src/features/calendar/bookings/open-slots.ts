import sql from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Interval } from '#core/time/interval'
import { readHours } from '../availability/availability.reads.ts'
import { busyOf } from '../availability/busy.ts'
import { type Host, type Rules, slotsOf } from '../availability/slots.ts'
import { Assignment, type EventType, hostsOf } from '../event-types/event-type.entity.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How long a window may be. */
export const longestWindowDays = 90

/** The starts of appointments in a window, in milliseconds and in order; `except` a booking that is to be moved. */
export async function openSlots(
  context: Context,
  type: Row<EventType>,
  window: Interval,
  { members = hostsOf(type), except = noId }: { members?: readonly string[]; except?: string } = {},
): Promise<number[]> {
  const hosts = await readHosts(context, type, members, window, except)
  const asked = { ...window, now: context.clock.now().getTime() }
  const rules = rulesOf(type)
  if (!hosts.size) return []
  if (type.assignment !== Assignment.round_robin) return slotsOf(rules, [...hosts.values()], asked)
  const starts = new Set([...hosts.values()].flatMap((host) => slotsOf(rules, [host], asked)))
  return [...starts].sort((one, other) => one - other)
}

/** The members who are free for an appointment at a start: all that come together, or those of whom one does. */
export async function freeHosts(
  context: Context,
  type: Row<EventType>,
  start: Date,
  { members = hostsOf(type), except = noId }: { members?: readonly string[]; except?: string } = {},
): Promise<string[]> {
  const window = { from: start.getTime(), to: start.getTime() + 1 }
  const hosts = await readHosts(context, type, members, window, except)
  const asked = { ...window, now: context.clock.now().getTime() }
  const isFree = (some: Host[]) => some.length > 0 && slotsOf(rulesOf(type), some, asked).length > 0
  if (type.assignment !== Assignment.round_robin) return isFree([...hosts.values()]) ? [...hosts.keys()] : []
  return [...hosts].filter(([, host]) => isFree([host])).map(([member]) => member)
}

const rulesOf = ({ slotIntervalMinutes, ...type }: Row<EventType>): Rules => ({
  ...type,
  slotIntervalMinutes: slotIntervalMinutes ?? type.durationMinutes,
})

/** What is known of members that decides when they can be booked, in the order in which they are given. */
async function readHosts(
  context: Context,
  type: Row<EventType>,
  members: readonly string[],
  { from, to }: Interval,
  except: string,
): Promise<Map<string, Host>> {
  const around = {
    from: from - type.bufferBeforeMinutes * minute,
    to: to + (type.durationMinutes + type.bufferAfterMinutes) * minute,
  }
  const [hours, busy, booked] = await Promise.all([
    readHours(context, members),
    busyOf(context, members, around),
    readBooked(context, type, members, { from, to }, except),
  ])
  const hosts = members.flatMap((member): [string, Host][] => {
    const own = hours.get(member)
    if (!own) return []
    const isTheirs = ({ memberId }: { memberId: string }) => memberId === member
    return [[member, { hours: own, busy: busy.filter(isTheirs), booked: booked.filter(isTheirs) }]]
  })
  return new Map(hosts)
}

/** The bookings that stand near a window: as far from it as the longest buffer, appointment and day may reach. */
async function readBooked(
  context: Context,
  type: Row<EventType>,
  members: readonly string[],
  { from, to }: Interval,
  except: string,
) {
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
        where organization_id = ${context.organizationId} and member_id = any(${sql`${[...members]}::uuid[]`})
          and ends_at > ${new Date(from - 2 * day)} and starts_at < ${new Date(to + 3 * day)} and booking_id <> ${except}`,
  )
  return rows.map(({ eventTypeId, ...row }) => ({ ...row, counts: eventTypeId === type.id }))
}
