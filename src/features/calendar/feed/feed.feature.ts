import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { CalendarFeed } from './calendar-feed.entity.ts'
import { examples } from './calendar-feed.examples.ts'
import { calendarFeedRoute } from './calendar-feed.http.ts'
import { CalendarFeedResolver } from './calendar-feed.resolver.ts'

export const feature = {
  name: 'feed',
  entities: [CalendarFeed],
  resolvers: [CalendarFeedResolver],
  constraints: { calendar_feeds_hash_key: concurrentChange },
  bytes: [calendarFeedRoute],
  examples,
  fixture: () => import('./calendar-feed.fixture.ts'),
} satisfies Feature
