import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  calendarEvent: async ({ post, one }) =>
    post('/calendar/events', {
      title: 'Abstimmung',
      start_time: '2026-01-12T09:00:00Z',
      end_time: '2026-01-12T10:00:00Z',
      project_id: await one('project'),
      client_id: await one('client'),
      attendee_emails: ['gast@example.com'],
    }),
} satisfies Fixture
