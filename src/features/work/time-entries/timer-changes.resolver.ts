import { createChangeResolver } from '#core/graphql/change-resolver'
import { TimeEntry } from './time-entry.entity.ts'
import { timeEntries } from './time-entry.policy.ts'

export const TimerChangesResolver = createChangeResolver(TimeEntry, timeEntries.read, {
  name: 'timer',
  description: 'Changes of timers and time entries, each with the entry as it is now.',
  change: 'A change of a timer or time entry.',
  id: 'Id of the time entry.',
  example: 'time_entry.started',
})
