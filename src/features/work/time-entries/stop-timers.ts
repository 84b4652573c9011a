import { LockMode } from '@mikro-orm/postgresql'
import type { Context } from '#core/operation/context'
import type { Member } from '#features/people/members/member.entity'
import { TimeEntry, TimeEntryStatus } from './time-entry.entity.ts'

/** The member's running timer, locked because its project may be about to be deleted. */
export const loadRunningTimer = (context: Context, userId: string) =>
  context.em.findOne(TimeEntry, { userId, status: TimeEntryStatus.running }, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** Stops the timer of a member who leaves. */
export async function stopTimerOfMember(context: Context, { id: userId }: Member) {
  const running = await loadRunningTimer(context, userId)
  if (!running) return
  running.stop(context.clock.now())
  context.record('time_entry.stopped', running)
}
