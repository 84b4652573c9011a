import { policy, type Reader, roles } from '#core/access/policy'
import type { Snapshot } from '#core/events/snapshot'

/** Workers write their own entries, administrators all. */
export const timeEntries = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
  /** Hourly rates of others: whoever bills them, and administrators. */
  readRates: roles.moneyReaders,
})

/** Everyone sees their own rate. */
export const canSeeRate = (reader: Reader | null, userId: string) =>
  reader !== null && (timeEntries.readRates.has(reader.role) || reader.id === userId)

/** Fields of an event's time entry that the reader may not see. */
export const listHiddenRates = (entry: Snapshot, reader: Reader): readonly string[] =>
  canSeeRate(reader, String(entry.user_id)) ? [] : ['hourly_rate_cents']
