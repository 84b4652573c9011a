import { isTimeZone } from 'class-validator'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { missingField, Problem } from '#core/errors/problem'
import { formatMessage } from '#core/errors/problem-response'
import { anonymousCredentials } from '#core/http/credentials'
import { type FormPage, mountFormPage, requestedLanguage, toFormProblem } from '#core/http/form-page'
import { createPageFiles } from '#core/http/html-page'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Row } from '#core/schema/row'
import { DateTime } from '#core/schema/scalars'
import { validateInput } from '#core/schema/validation'
import type { Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import type { Interval } from '#core/time/interval'
import { dayMs, startOfDay, toLocalDate } from '#core/time/local-time'
import { type GuestPageContent, renderErrorPage, renderGuestPage } from '#features/people/guest-page/guest-page.html'
import { type LinkOrigin, readLinkOrigin, readPagePublisher } from '#features/people/guest-page/page-publisher'
import { bookSlot } from '../bookings/book-slot.ts'
import { Booking } from '../bookings/booking.entity.ts'
import { BookInput, CancelBookingInput } from '../bookings/booking.inputs.ts'
import { findHold } from '../bookings/booking-hold.ts'
import { cancelBooking, findRescheduleSlots, rescheduleByGuest } from '../bookings/change-booking.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { findPublicSlugs, readBookingByLink, toGuestBooking } from '../bookings/guest-booking.ts'
import { toPendingGuestBooking } from '../bookings/hold-slot.ts'
import { resolveManageLink } from '../bookings/manage-link.ts'
import { findOpenSlots, maxSlotWindowDays } from '../bookings/open-slots.ts'
import { GuestBookingStatus } from '../bookings/public-booking.type.ts'
import { findPublicEventType, findPublicHost, readBookingPage, toBookableType } from '../bookings/public-event-type.ts'
import type { EventType } from '../event-types/event-type.entity.ts'
import {
  bookingErrorMessages,
  confirmationRequestedPage,
  eventTypesPage,
  guestBookingPage,
  guestDetailsPage,
  renderEventTypeLink,
  renderHostLink,
  type SlotChoice,
  type SubmittedForm,
  slotsPage,
} from './booking-page.html.ts'
import { bookingPageMessages } from './booking-page.messages.ts'

type FormFields = Readonly<Record<string, string | undefined>>

const shownDays = 7

/** Mounts `/book/…` for booking and `/booking/{token}` for moving and cancelling. Both work without JavaScript. */
export function mountBookingPages(app: FastifyInstance, services: Services) {
  const meetingServer = services.meetings.server
  const page: FormPage<LinkOrigin & { userSlug?: string; typeSlug?: string }> = {
    policy: ["style-src 'self'", "script-src 'self'", "img-src 'self' data:", "form-action 'self'"],
    files: createPageFiles('guest/guest.css', 'book/book.css', 'book/book.js'),
    mostBytes: 256 * 1024,
    refused: (problem, language, from) =>
      renderErrorPage(
        language,
        bookingErrorMessages(language, problem),
        from?.publisher ?? null,
        'booking',
        from?.userSlug &&
          (from.typeSlug
            ? renderEventTypeLink(language, from.userSlug, from.typeSlug)
            : renderHostLink(language, from.userSlug)),
      ),
    fromOf: async (context, address, problem) => {
      if (address.token !== undefined) {
        const from = await readLinkOrigin(context, address, problem)
        return { ...from, ...(problem.status === 410 && (await findHoldSlugs(context, address.token))) }
      }
      const { slug } = await findPublicHost(context, address.userSlug ?? '')
      const sender = await readPagePublisher(context)
      return { language: sender.language, publisher: sender, userSlug: slug }
    },
  }
  const run = <Result>(request: FastifyRequest, mode: 'read' | 'write', work: (context: Context) => Promise<Result>) =>
    operate(services, anonymousCredentials(request), mode, work)
  const show = (request: FastifyRequest, work: (context: Context) => Promise<GuestPageContent>) =>
    run(request, 'read', async (context) =>
      renderGuestPage(await work(context), await readPagePublisher(context), 'booking'),
    )
  const showTimes = (request: FastifyRequest, alert?: (language: Language) => string) =>
    show(request, async (context) => {
      const { userSlug = '', typeSlug = '' } = request.params as FormFields
      const { host, type } = await findPublicEventType(context, userSlug, typeSlug)
      const language = requestedLanguage(request) ?? host.organizationLanguage
      const fields = { ...(request.query as FormFields), ...(request.body as FormFields | undefined) }
      const zone = parseZone(fields.zone) ?? host.timezone
      const shown = toBookableType(host, type)
      const start = alert ? undefined : parseStart(fields.start)
      if (start !== undefined && fields.requested) return confirmationRequestedPage(language, shown, { start, zone })
      if (start !== undefined) return guestDetailsPage(language, shown, { start, zone, meetingServer }, {})
      return slotsPage(
        language,
        shown,
        await loadSlotChoice(context, searchOf(context, type), fields.from, zone),
        alert?.(language),
      )
    })
  const showBooking = (request: FastifyRequest, refused?: { action: string | undefined; problem: Problem }) =>
    show(request, async (context) => {
      const { token = '' } = request.params as FormFields
      const { move, start, zone, from } = request.query as FormFields
      const hold = await findHold(context, context.enterByLink(token))
      if (hold) {
        const held = await toPendingGuestBooking(context, hold)
        const language = requestedLanguage(request) ?? hold.language
        return guestBookingPage(language, held, {
          token,
          isOver: false,
          page: held.typeSlug && `/book/${held.userSlug}/${held.typeSlug}`,
          ...(refused && { alert: formatMessage(refused.problem, language) }),
          isTaken: refused?.problem.code === 'slot_unavailable',
        })
      }
      const row = await readBookingByLink(context, token)
      const booking = await toGuestBooking(context, row)
      // An error is shown next to the form that was sent: no times to move to after a failed cancellation.
      const isMoving = Boolean(booking.typeSlug && (move || start || refused?.action === 'move'))
      const search = (window: Interval) => findRescheduleSlots(context, row, window)
      const choice = isMoving && (await loadSlotChoice(context, search, from, parseZone(zone) ?? row.timezone))
      const wanted = refused ? undefined : parseStart(start)
      const language = requestedLanguage(request) ?? (await readGuestLanguage(context, row.id))
      return guestBookingPage(language, booking, {
        token,
        isOver: booking.end <= context.clock.now(),
        page: booking.typeSlug && `/book/${booking.userSlug}/${booking.typeSlug}`,
        ...(choice && { choice }),
        ...(isMoving && wanted !== undefined && { start: wanted }),
        ...(refused && { alert: formatMessage(refused.problem, language) }),
      })
    })

  mountFormPage(app, services, page, (scope, send) => {
    scope.get('/book/:userSlug', async (request, reply) => {
      const { userSlug = '' } = request.params as FormFields
      const page = await show(request, async (context) => {
        const host = await findPublicHost(context, userSlug)
        return eventTypesPage(
          requestedLanguage(request) ?? host.organizationLanguage,
          await readBookingPage(context, host),
        )
      })
      return send(reply, page)
    })
    scope.get('/book/:userSlug/:typeSlug', async (request, reply) => send(reply, await showTimes(request)))
    scope.post('/book/:userSlug/:typeSlug', async (request, reply) => {
      const { userSlug = '', typeSlug = '' } = request.params as FormFields
      const sent = (request.body ?? {}) as Record<string, string>
      try {
        const { manageUrl, status } = await run(request, 'write', async (context) => {
          const { type } = await findPublicEventType(context, userSlug, typeSlug)
          if (type.location === 'phone' && !sent.phone?.trim()) throw missingField('phone')
          return bookSlot(context, userSlug, typeSlug, parseBookInput(sent))
        })
        if (status === GuestBookingStatus.pending) {
          const { start = '', zone = '' } = sent
          const query = new URLSearchParams({ start, zone, requested: '1' })
          return reply.redirect(`${request.url.split('?')[0]}?${query}`, 303)
        }
        return reply.redirect(new URL(manageUrl ?? '', services.publicUrl).pathname, 303)
      } catch (error) {
        const problem = toFormProblem(services, error)
        reply.code(problem.status)
        if (problem.status === 409)
          return send(reply, await showTimes(request, (language) => formatMessage(problem, language)))
        return send(reply, await showDetails(request, sent, problem))
      }
    })

    scope.get('/booking/:token', async (request, reply) => send(reply, await showBooking(request)))
    scope.post('/booking/:token', async (request, reply) => {
      const { token = '' } = request.params as FormFields
      const { action, reason = '', start } = (request.body ?? {}) as FormFields
      try {
        await run(request, 'write', async (context) => {
          if (action === 'confirm') return confirmBooking(context, token)
          const id = await resolveManageLink(context, token)
          if (action === 'move') return rescheduleByGuest(context, id, new Date(parseStart(start) ?? 0))
          return cancelBooking(context, id, validateInput(new CancelBookingInput(), { reason }).reason ?? null)
        })
        // Post/redirect/get, so that reloading changes nothing.
        return reply.redirect(`/booking/${token}`, 303)
      } catch (error) {
        const problem = toFormProblem(services, error)
        // A second click gets the result of the first.
        if (action === 'confirm' && problem.code === 'invalid_state') return reply.redirect(`/booking/${token}`, 303)
        reply.code(problem.status)
        return send(reply, await showBooking(request, { action, problem }))
      }
    })
  })

  const showDetails = (request: FastifyRequest, sent: Record<string, string>, problem: Problem) =>
    show(request, async (context) => {
      const { userSlug = '', typeSlug = '' } = request.params as FormFields
      const { host, type } = await findPublicEventType(context, userSlug, typeSlug)
      const language = requestedLanguage(request) ?? host.organizationLanguage
      const labels = Object.fromEntries(type.questions.map(({ key, label }) => [`answers.${key}`, `„${label}“`]))
      const spell = (field: string) => labels[field] ?? bookingPageMessages[language].fields[field] ?? field
      const amiss: SubmittedForm['errors'] = problem.all.map((each) => ({
        field: each.field,
        message: formatMessage(each, language, spell),
      }))
      const start = parseStart(sent.start)
      const zone = parseZone(sent.zone) ?? host.timezone
      const shown = toBookableType(host, type)
      if (start === undefined)
        return slotsPage(language, shown, await loadSlotChoice(context, searchOf(context, type), undefined, zone))
      return guestDetailsPage(language, shown, { start, zone, meetingServer }, { values: sent, errors: amiss })
    })
}

const searchOf = (context: Context, type: Row<EventType>) => (window: Interval) => findOpenSlots(context, type, window)

/** Available times from `wanted` on, or from the first available day. */
async function loadSlotChoice(
  context: Context,
  search: (window: Interval) => Promise<number[]>,
  wanted: string | undefined,
  zone: string,
): Promise<SlotChoice> {
  const today = toLocalDate(context.clock.now(), zone)
  const isDay =
    wanted !== undefined &&
    /^2[01]\d\d-(0[1-9]|1[0-2])-([012]\d|3[01])$/.test(wanted) &&
    !Number.isNaN(Date.parse(wanted))
  // Searches in parts to stay below the limit of slots per search.
  const part = 6
  const firstFrom = async (from: number): Promise<number | null> => {
    for (let day = 0; day < maxSlotWindowDays; day += part) {
      const [first] = await search({ from: from + day * dayMs, to: from + (day + part) * dayMs })
      if (first !== undefined) return first
    }
    return null
  }
  const on = async (from: string): Promise<SlotChoice> => {
    const window = { from: startOfDay(from, zone).getTime(), to: startOfDay(addDays(from, shownDays), zone).getTime() }
    const starts = await search(window)
    const next = starts.length ? null : await firstFrom(window.from)
    return { from, today, days: shownDays, zone, starts, next }
  }
  const choice = await on(isDay && wanted > today ? wanted : today)
  return isDay || choice.next === null ? choice : on(toLocalDate(new Date(choice.next), zone))
}

/** Slugs of the event type of a hold; undefined if the link is none of a hold, or the type is no longer offered. */
async function findHoldSlugs(context: Context, token: string) {
  const hold = await findHold(context, context.enterByLink(token))
  return hold && findPublicSlugs(context, hold.eventTypeId)
}

const readGuestLanguage = async (context: Context, id: string) =>
  (await context.em.findOneOrFail(Booking, { id })).language as Language

const parseZone = (text: string | undefined) => (text && /^[A-Za-z]/.test(text) && isTimeZone(text) ? text : undefined)

function parseStart(text: string | undefined): number | undefined {
  try {
    return (DateTime.parseValue(text) as Date).getTime()
  } catch {
    return undefined
  }
}

function parseBookInput({
  start,
  zone,
  name = '',
  email = '',
  phone = '',
  agenda = '',
  ...more
}: Record<string, string>): BookInput {
  const answers = Object.entries(more).flatMap(([field, value]) =>
    field.startsWith('answers.') && value.trim() !== '' ? [[field.slice('answers.'.length), value]] : [],
  )
  const timezone = parseZone(zone)
  return validateInput(new BookInput(), {
    start: new Date(parseStart(start) ?? 0),
    name,
    email,
    ...(phone.trim() && { phone }),
    ...(agenda.trim() && { agenda }),
    ...(timezone && { timezone }),
    answers: Object.fromEntries(answers),
  })
}
