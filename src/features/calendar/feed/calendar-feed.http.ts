import { contentEtag, isNotModified } from '#core/http/entity-tags'
import type { ByteRoute } from '#core/rest/bytes'
import { renderFeed } from './render-feed.ts'

export const calendarFeedRoute: ByteRoute = {
  method: 'get',
  path: '/calendar/feed/{token}.ics',
  isPublic: true,
  isRevalidated: true,
  contentType: 'text/calendar',
  operationId: 'getCalendarFeed',
  summary:
    'The calendar that a private address leads to, as iCalendar: events, bookings and absences from three months ago to a year ahead, and series.',
  async handle({ request, reply, operate }) {
    const { token } = request.params as { token: string }
    const text = await operate('read', (context) => renderFeed(context, token))
    // Most hourly requests find nothing new and get 304.
    reply.header('x-robots-tag', 'noindex')
    if (isNotModified(reply, contentEtag(text))) return reply.send()
    return reply.type('text/calendar; charset=utf-8').send(text)
  },
}
