import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  timeEntry: async ({ post, one }) =>
    post('/time-entries', {
      task_id: await one('task'),
      started_at: '2026-01-10T09:00:00Z',
      ended_at: '2026-01-10T11:00:00Z',
    }),
  runningTimer: async ({ post, one }) => post('/time-entries/start', { task_id: await one('task') }),
} satisfies Fixture
