import { policy, type Reader, roles } from '#core/access/policy'
import type { Snapshot } from '#core/events/snapshot'

/** Who may do what with absences: everyone who works writes their own, administrators those of others too. */
export const absences = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
  /** Why somebody is away, and what they noted; contract §4. */
  readReasons: roles.administrators,
})

/** Whether somebody may see why a person is away: everyone sees their own reasons. */
export const canSeeAbsenceReason = (reader: Reader | null, userId: string) =>
  reader !== null && (absences.readReasons.has(reader.role) || reader.id === userId)

/** What of an absence in an event is hidden from one who reads it. */
export const listHiddenAbsenceFields = (absence: Snapshot, reader: Reader): readonly string[] =>
  canSeeAbsenceReason(reader, String(absence.user_id)) ? [] : ['kind', 'note']
