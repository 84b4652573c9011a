import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  calendarConnection: createExampleId(97),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/calendar/connections': things.calendarConnection },
  operations: {
    findCalendars: {
      body: { url: 'https://cloud.example.com/remote.php/dav', username: 'erika', password: 'app-passwort-2026' },
    },
    createCalendarConnection: {
      body: {
        url: 'https://cloud.example.com/remote.php/dav',
        username: 'erika',
        password: 'app-passwort-2026',
        write_calendar: 'Arbeit',
      },
    },
    updateCalendarConnection: { body: { all_day: 'ignored' } },
  },
}
