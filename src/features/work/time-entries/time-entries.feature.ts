import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { removeTimeOfProject, removeTimeOfTask } from './remove-time.ts'
import { stopTimerOfMember } from './stop-timers.ts'
import { examples } from './time-entries.examples.ts'
import { TimeEntry } from './time-entry.entity.ts'
import { listHiddenRates, timeEntries } from './time-entry.policy.ts'
import { TimeEntryResolver, timeEntryConstraints } from './time-entry.resolver.ts'
import { TimeEntryEdgesResolver } from './time-entry-edges.resolver.ts'
import { TimerChangesResolver } from './timer-changes.resolver.ts'
import { ProjectTimeResolver, TaskTimeResolver } from './tracked-time.resolver.ts'
import { unbillTime } from './unbill-time.ts'

export const feature = {
  name: 'time-entries',
  entities: [TimeEntry],
  resolvers: [TimeEntryResolver, TimeEntryEdgesResolver, TimerChangesResolver, TaskTimeResolver, ProjectTimeResolver],
  constraints: { ...timeEntryConstraints, time_entries_running_key: concurrentChange },
  readable: { TimeEntry: timeEntries.read },
  hiddenFields: { TimeEntry: listHiddenRates },
  onDelete: { Invoice: unbillTime, Member: stopTimerOfMember, Project: removeTimeOfProject, Task: removeTimeOfTask },
  examples,
  demo: async () => (await import('./time-entry.demo.ts')).timeEntryDemo,
  fixture: () => import('./time-entries.fixture.ts'),
} satisfies Feature
