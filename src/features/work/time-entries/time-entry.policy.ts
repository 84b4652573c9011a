import { policy, type Reader, roles } from '#core/access/policy'
import type { Snapshot } from '#core/events/snapshot'

/** Who may do what with time: everyone who works writes the own entries, administrators those of others too. */
export const timeEntries = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
  /** What an hour of another costs: whoever bills it, and the administrators. */
  readRates: roles.moneyReaders,
})

/** Whether somebody may see what an hour of a person costs: everyone sees their own. */
export const canSeeRate = (reader: Reader | null, userId: string) =>
  reader !== null && (timeEntries.readRates.has(reader.role) || reader.id === userId)

/** What of a time entry in an event is hidden from one who reads it. */
export const listHiddenRates = (entry: Snapshot, reader: Reader): readonly string[] =>
  canSeeRate(reader, String(entry.user_id)) ? [] : ['hourly_rate_cents']
