import { policy, type Reader, roles } from '#core/access/policy'
import type { Snapshot } from '#core/events/snapshot'

/** Workers write their own absences, administrators those of all members. */
export const absences = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
  /** Kind and note of other members' absences; contract §4. */
  readReasons: roles.administrators,
})

export const canSeeAbsenceReason = (reader: Reader | null, userId: string) =>
  reader !== null && (absences.readReasons.has(reader.role) || reader.id === userId)

/** Fields of an absence that an event must not show to this reader. */
export const listHiddenAbsenceFields = (absence: Snapshot, reader: Reader): readonly string[] =>
  canSeeAbsenceReason(reader, String(absence.user_id)) ? [] : ['kind', 'note']
