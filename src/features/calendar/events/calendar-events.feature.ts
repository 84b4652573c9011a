import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { CalendarEvent } from './calendar-event.entity.ts'
import { CalendarEventResolver } from './calendar-event.resolver.ts'
import {
  ClientCalendarResolver,
  MemberCalendarResolver,
  ProjectCalendarResolver,
} from './calendar-event-edges.resolver.ts'
import { CalendarEventFieldsResolver } from './calendar-event-fields.resolver.ts'
import { examples } from './calendar-events.examples.ts'
import { detachClient, detachMember, detachProject } from './release-references.ts'

export const feature = {
  name: 'calendar-events',
  entities: [CalendarEvent],
  resolvers: [
    CalendarEventResolver,
    CalendarEventFieldsResolver,
    ProjectCalendarResolver,
    ClientCalendarResolver,
    MemberCalendarResolver,
  ],
  constraints: { calendar_attendees_link_key: concurrentChange },
  onDelete: { Project: detachProject, Client: detachClient, Member: detachMember },
  examples,
  demo: async () => (await import('./calendar-event.demo.ts')).calendarEventDemo,
  fixture: () => import('./calendar-events.fixture.ts'),
} satisfies Feature
