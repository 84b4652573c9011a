import { type Permission, Role } from '#core/access/policy'
import { absences } from '#features/calendar/absences/absence.policy'
import { bookings } from '#features/calendar/bookings/booking.policy'
import { eventTypes } from '#features/calendar/event-types/event-type.policy'
import { files } from '#features/content/files/file.policy'
import { members } from '#features/people/members/member.policy'
import { comments } from '#features/work/comments/comment.policy'
import { timeEntries } from '#features/work/time-entries/time-entry.policy'

// What the policy table says beyond the permission of the operation. An operation without a rule is done by every role
// that its `@May` names, whoever has made the thing that it is about.

/** What somebody hears: 2xx, 403 or 404. */
export type Outcome = 'done' | 'forbidden' | 'not_found'

export interface Rule {
  /** Who may use it at all. */
  may: Permission | undefined
  /** What a role that may use it hears where the thing is the owner's. */
  onOwners(role: Role): Outcome
  /** The column that says whose the thing is, `table.column`; what is theirs they may. Absent where the thing is a member. */
  column?: string
}

type Narrower = Omit<Rule, 'may'>

/** On what is another's, only some may. */
const othersBy = (permission: Permission, column?: string): Narrower => ({
  onOwners: (role) => (permission.has(role) ? 'done' : 'forbidden'),
  ...(column && { column }),
})

/** What is another's is as if it did not exist. */
const hidden = (column?: string): Narrower => ({
  onOwners: (role) => (role === Role.owner ? 'done' : 'not_found'),
  ...(column && { column }),
})

const connection = hidden('calendar_connections.user_id')
const upload = hidden('uploads.uploaded_by')

/** By operation: the GraphQL field, or the operation id of a route of bytes. */
export const rules: Readonly<Record<string, Narrower>> = {
  updateAbsence: othersBy(absences.writeOfOthers, 'absences.user_id'),
  deleteAbsence: othersBy(absences.writeOfOthers, 'absences.user_id'),
  updateEventType: othersBy(eventTypes.writeOfOthers, 'booking_event_types.user_id'),
  deleteEventType: othersBy(eventTypes.writeOfOthers, 'booking_event_types.user_id'),
  cancelBooking: othersBy(bookings.writeOfOthers, 'bookings.host_ids'),
  rescheduleBooking: othersBy(bookings.writeOfOthers, 'bookings.host_ids'),
  resendBooking: othersBy(bookings.writeOfOthers, 'bookings.host_ids'),
  updateComment: othersBy(comments.writeOfOthers, 'comments.author_id'),
  deleteComment: othersBy(comments.writeOfOthers, 'comments.author_id'),
  updateTimeEntry: othersBy(timeEntries.writeOfOthers, 'time_entries.user_id'),
  deleteTimeEntry: othersBy(timeEntries.writeOfOthers, 'time_entries.user_id'),
  stopTimer: othersBy(timeEntries.writeOfOthers, 'time_entries.user_id'),
  updateMember: othersBy(members.write),
  runningTimer: hidden(),
  endSession: hidden('tokens.member_id'),
  deletePasskey: hidden('passkeys.member_id'),
  /** By the id of a file, as the example does: its answer is the content of one. */
  readBill: othersBy(files.read),
  updateCalendarConnection: connection,
  deleteCalendarConnection: connection,
  syncCalendarConnection: connection,
  deleteCalendarFeed: hidden('calendar_feeds.user_id'),
  getUpload: upload,
  continueUpload: upload,
  deleteUpload: upload,
  /** Contract §4: an administrator may everything but owners. */
  deleteToken: {
    onOwners: (role) => (role === Role.owner ? 'done' : role === Role.admin ? 'forbidden' : 'not_found'),
    column: 'tokens.member_id',
  },
}

/** What an operation answers a role, and a token that may only read, where the thing is the owner's. */
export function outcomeOf(
  { operation, may, writes }: { operation: string; may: Permission | undefined; writes: boolean },
  role: Role,
  scope: 'full' | 'read',
): Outcome {
  if (!may?.has(role) || (writes && scope === 'read')) return 'forbidden'
  return rules[operation]?.onOwners(role) ?? 'done'
}
