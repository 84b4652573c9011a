import { conflict } from '#core/errors/problem'
import type { Feature } from '#core/feature/feature'
import { CalendarConnection } from './calendar-connection.entity.ts'
import { CalendarConnectionResolver } from './calendar-connection.resolver.ts'
import { examples } from './calendar-connections.examples.ts'
import { disconnectMemberCalendars, requestSyncAfterDelete } from './disconnect-calendar.ts'

export const feature = {
  name: 'connections',
  entities: [CalendarConnection],
  resolvers: [CalendarConnectionResolver],
  constraints: {
    calendar_connections_account_key: () =>
      conflict('conflict', {
        de: 'Dieses Kalender-Konto ist schon verbunden.',
        en: 'This calendar account is connected already.',
      }),
  },
  onDelete: { Member: disconnectMemberCalendars, CalendarEvent: requestSyncAfterDelete },
  examples,
  fixture: () => import('./calendar-connections.fixture.ts'),
} satisfies Feature
