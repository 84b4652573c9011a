import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Ids of the example resources. A test creates them and sends every example. */
const things = {
  calendarEvent: createExampleId(90),
}

/** The format of an invitation link; it is not valid. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I8'

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/calendar/events': things.calendarEvent, '/public/invitations': token },
  operations: {
    listCalendarEvents: { parameters: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
    createCalendarEvent: {
      body: {
        title: 'Jour fixe',
        start_time: '2026-11-23T10:00:00+01:00',
        end_time: '2026-11-23T10:45:00+01:00',
        timezone: 'Europe/Berlin',
        recurrence: 'FREQ=WEEKLY;BYDAY=MO',
        attach_meet: true,
        attendee_emails: ['kundin@example.com'],
      },
    },
    updateCalendarEvent: { body: { location: 'Besprechungsraum 2' } },
    bookEventTime: { body: { description: 'Abstimmung mit der Kundin', billable: true } },
    answerInvitation: { body: { answer: 'accepted' } },
  },
}
