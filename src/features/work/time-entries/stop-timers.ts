import type { Context } from '#core/operation/context'
import type { Member } from '#features/people/members/member.entity'
import { TimeEntry, TimeEntryStatus } from './time-entry.entity.ts'

/** Somebody leaves: their timer runs no further. */
export async function stopTimerOf(context: Context, { id: userId }: Member) {
  const running = await context.em.findOne(TimeEntry, { userId, status: TimeEntryStatus.running })
  if (!running) return
  running.stop(context.clock.now())
  context.record('time_entry.stopped', running)
}
