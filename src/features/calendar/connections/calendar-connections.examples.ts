import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Ids of the example resources. A test creates them and sends every example. */
const things = {
  calendarConnection: createExampleId(97),
}

/** Example requests by operation. */
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
