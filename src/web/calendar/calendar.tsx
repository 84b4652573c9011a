import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Plus, UserRoundX, UsersRound } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { canonicalZone } from '#core/time/zone-names'
import {
  type AppointmentFragment,
  AppointmentsAtDocument,
  type AwayDataFragment,
  AwayDocument,
  CalendarDocument,
  CalendarMembersDocument,
  UpdateAppointmentDocument,
  type UpdateAppointmentMutation,
} from '#schema/web/graphql'
import { useAllPages, useMutation, useQuery } from '../graphql/client.ts'
import { useIsConnected } from '../graphql/connection-state.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { type IsoDate } from '../i18n/dates.ts'
import { formatDateRange } from '../i18n/format.ts'
import {
  dayMs,
  formatLocalDate,
  formatLocalMonth,
  formatLongLocalDate,
  minuteMs,
  parseLocalTime,
  startOfDay,
  toInstant,
  toIsoDate,
  toLocalTime,
  toTimeRange,
} from '../i18n/local-time.ts'
import { useMay, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../ui/feedback.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { AbsenceForm } from './absence-form.tsx'
import { messages } from './calendar.messages.ts'
import { formatDateAndTime } from './day-items.tsx'
import { BookingDetails, EventDetails } from './details.tsx'
import type { EventActions } from './event-actions.ts'
import { DeleteEventDialog, EventForm, type Members, nextFullHour } from './event-form.tsx'
import { Agenda, MonthGrid } from './month.tsx'
import { type EventOccurrence, listDays, shiftDate, toOccurrence } from './occurrences.ts'
import { TimeGrid } from './time-grid.tsx'
import { type View, views } from './views.ts'
import './calendar.css'

const route = getRouteApi('/calendar')

/** The calendar: events, bookings, holidays and absences by day, week or month. */
export function Calendar() {
  const answer = useAllPages(CalendarMembersDocument, {})
  const { member } = useSession()
  const members = answer.data?.members?.members
  const zone = members?.find(({ id }) => id === member.id)?.timezone
  const isElsewhere =
    zone !== undefined && canonicalZone(zone) !== canonicalZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const may = useMay()
  const [pendingAction, setPendingAction] = useState<OpenDialog>()
  const { enter } = route.useSearch()
  const navigate = route.useNavigate()
  // The form requested by the URL opens only once.
  useEffect(() => {
    if (!enter) return
    if (may(enter === 'event' ? 'createCalendarEvent' : 'createAbsence')) setPendingAction({ what: enter })
    navigate({ search: ({ enter: _, ...rest }) => rest, replace: true })
  }, [enter, may, navigate])
  return (
    <Page
      title={messages.title}
      about={isElsewhere ? messages.zone(canonicalZone(zone)) : undefined}
      action={
        <div className="actions">
          {may('createAbsence') && (
            <Button onClick={() => setPendingAction({ what: 'absence' })}>
              <UserRoundX size={16} aria-hidden />
              {messages.enterAbsence}
            </Button>
          )}
          {may('createCalendarEvent') && (
            <Button variant="primary" onClick={() => setPendingAction({ what: 'event' })}>
              <Plus size={16} aria-hidden />
              {messages.create}
            </Button>
          )}
        </div>
      }
    >
      <QueryResult query={answer} pick={(data) => data.members?.members}>
        {(found) => (
          <CalendarView
            members={found}
            zone={zone ?? 'Europe/Berlin'}
            pendingAction={pendingAction}
            setPendingAction={setPendingAction}
          />
        )}
      </QueryResult>
    </Page>
  )
}

/** Fetches an event past the cache. */
async function fetchEventAt(put: Pick<AppointmentFragment, 'id' | 'occurrenceStart' | 'startTime' | 'endTime'>) {
  const { data, problem } = await fetchGraphql(AppointmentsAtDocument, { from: put.startTime, to: put.endTime })
  const isIt = ({ id, occurrenceStart }: typeof put) => id === put.id && occurrenceStart === put.occurrenceStart
  return data ? { data: data.calendarEvents?.events.find(isIt) } : { problem }
}

type TimeSpan = Pick<AppointmentFragment, 'startTime' | 'endTime'>
type MovedEvent = UpdateAppointmentMutation['updateCalendarEvent']

const isSameTime = (one: TimeSpan, other: TimeSpan) =>
  Date.parse(one.startTime) === Date.parse(other.startTime) && Date.parse(one.endTime) === Date.parse(other.endTime)

type OpenDialog =
  | { what: 'event'; occurrence?: EventOccurrence; start?: number; end?: number; drawnFrom?: Element | null }
  | { what: 'details' | 'delete'; occurrence: EventOccurrence }
  | { what: 'booking'; id: string; moveTo?: number }
  | { what: 'absence'; absence?: AwayDataFragment }

interface CalendarViewProps {
  members: Members
  zone: string
  pendingAction: OpenDialog | undefined
  setPendingAction: (pendingAction: OpenDialog | undefined) => void
}

function CalendarView({ members, zone, pendingAction, setPendingAction }: CalendarViewProps) {
  const { member } = useSession()
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useLocalNow(zone)
  const isNarrow = useIsNarrow()
  const [feedback, showFeedback] = useState<Feedback>()
  const [update] = useMutation(UpdateAppointmentDocument)
  const view = search.view ?? 'week'
  const date = search.date ? parseLocalTime(search.date) : startOfDay(now)
  const days = useMemo(() => listDays(view, date), [view, date])
  const memberIds = search.members ?? []
  const first = days[0] ?? date
  const last = days.at(-1) ?? date
  const shownDays = { firstDay: toIsoDate(first), lastDay: toIsoDate(last) }
  const answer = useQuery(
    CalendarDocument,
    {
      // Covers days that start earlier or end later in the user's time zone.
      from: toInstant(first, zone),
      to: toInstant(last + dayMs, zone),
      ...shownDays,
      userId: (memberIds.length === 1 && memberIds[0]) || null,
    },
    ['booking'],
  )
  usePolling(answer.retry)
  const seen = useLastData(answer.data)
  const away = useLastData(useAllPages(AwayDocument, shownDays, ['absence']).data)
  const shows = (userId: string | null | undefined) =>
    memberIds.length === 0 || (typeof userId === 'string' && memberIds.includes(userId))
  const events = (seen?.calendarEvents?.events ?? [])
    .filter(({ userId }) => memberIds.length < 2 || shows(userId))
    .map((event) => toOccurrence(event, zone))
  const absences = (away?.absences?.absences ?? []).filter(({ userId }) => shows(userId))
  const holidays = seen?.holidays?.holidays ?? []
  const total = seen?.calendarEvents?.total ?? 0

  const isAdministrator = member.role === 'owner' || member.role === 'admin'
  const isMine = (userId: string | null | undefined) => userId === member.id
  const mayChange = ({ event }: EventOccurrence) =>
    may('updateCalendarEvent') && !event.bookingId && (!event.connectionId || isMine(event.userId))
  const move = async (occurrence: EventOccurrence, start: number, end: number) => {
    const { event } = occurrence
    // The guest is notified, so the user has to confirm.
    if (event.bookingId) return setPendingAction({ what: 'booking', id: event.bookingId, moveTo: start })
    const by = event.allDay ? event.timezone : zone
    const { id, occurrenceStart } = event
    const put = async (from: number, to: number, seen: typeof event | MovedEvent) => {
      const outcome = await update(
        {
          ...{ id, version: seen.version },
          input: { ...toTimeRange(from, to, by, event), ...(occurrenceStart && { occurrenceStart }) },
        },
        // An event that someone else has moved is not found at its previous time.
        { fetchCurrent: () => fetchEventAt(seen), isUnchanged: (now) => isSameTime(now, seen) },
      )
      // Shows changes made by others.
      if (outcome.problem) answer.retry()
      return outcome
    }
    const text = (from: number, to: number) => {
      const span = toTimeRange(from, to, by, event)
      const moved = { ...occurrence, start: toLocalTime(span.startTime, by), end: toLocalTime(span.endTime, by) }
      return messages.event.moved(event.title, formatDateAndTime(moved))
    }
    showFeedback(undefined)
    const outcome = await put(start, end, event)
    const moved = outcome.data?.updateCalendarEvent
    const undo =
      moved &&
      (async () => {
        showFeedback(undefined)
        const outcome = await put(occurrence.start, occurrence.end, moved)
        showFeedback(feedbackFor(outcome, text(occurrence.start, occurrence.end)))
      })
    showFeedback(feedbackFor(outcome, text(start, end), undo))
  }
  const nameOf = (userId: string | null | undefined) => members.find(({ id }) => id === userId)?.name ?? ''
  const go = (day: number, next: View = view) =>
    navigate({ search: { ...search, view: next, date: toIsoDate(day) }, replace: next === view })
  const actions: EventActions = {
    mayMove: (occurrence) =>
      occurrence.event.bookingId
        ? may('rescheduleBooking') && occurrence.start > now && (isAdministrator || isMine(occurrence.event.userId))
        : mayChange(occurrence),
    mayCreate: may('createCalendarEvent'),
    open: (occurrence) =>
      setPendingAction(
        occurrence.event.bookingId
          ? { what: 'booking', id: occurrence.event.bookingId }
          : { what: 'details', occurrence },
      ),
    move,
    create: (start, end) => setPendingAction({ what: 'event', start, end, drawnFrom: document.activeElement }),
    goTo: (day) => go(day, 'day'),
    nameOf,
    isOwn: ({ event }) => isMine(event.userId),
  }
  const marks = {
    ...{ absences, holidays },
    mayChangeAbsence: ({ userId }: AwayDataFragment) => may('updateAbsence') && (isAdministrator || isMine(userId)),
    openAbsence: (absence: AwayDataFragment) => setPendingAction({ what: 'absence', absence }),
  }
  const range =
    view === 'day'
      ? formatLongLocalDate(date)
      : view === 'week'
        ? formatDateRange(toIsoDate(first), toIsoDate(last), 'long')
        : formatLocalMonth(date)
  const [drawn, setDrawn] = useState<{ id: string; from: Element | null }>()
  // Runs after the form has returned the focus to the grid.
  useEffect(() => {
    if (drawn) preserveFocus(() => document.querySelector<HTMLElement>(`[data-key^="${drawn.id}"]`), drawn.from)
  }, [drawn])
  const close = () => setPendingAction(undefined)
  const done = (text: string) => {
    close()
    showFeedback({ variant: 'good', text })
  }
  return (
    <>
      <StatusMessage {...feedback} />
      <AbsenceSummary {...{ members, now, shows }} />
      <div className="cal-bar">
        <div className="cal-navigation">
          <Button onClick={() => navigate({ search: ({ date: _, ...rest }) => rest, replace: true })}>
            {messages.today}
          </Button>
          <Button variant="plain" aria-label={messages.before} onClick={() => go(shiftDate(view, date, -1))}>
            <ChevronLeft size={18} aria-hidden />
          </Button>
          <Button variant="plain" aria-label={messages.after} onClick={() => go(shiftDate(view, date, 1))}>
            <ChevronRight size={18} aria-hidden />
          </Button>
        </div>
        <h2 aria-live="polite">{range}</h2>
        <fieldset className="cal-views">
          <legend className="unseen">{messages.view}</legend>
          {views.map((each) => (
            <Button
              key={each}
              variant="plain"
              aria-pressed={each === view}
              onClick={() => navigate({ search: { ...search, view: each }, replace: true })}
            >
              {messages.views[each]}
            </Button>
          ))}
        </fieldset>
        <MemberFilter members={members} memberIds={memberIds} />
      </div>
      {total > events.length && memberIds.length < 2 && (
        <Notice variant="warn">{messages.tooMany(events.length, total)}</Notice>
      )}
      {answer.problem && seen && <Notice variant="danger">{answer.problem.message}</Notice>}
      <QueryResult query={{ ...answer, ...(seen && { data: seen, problem: undefined }) }} pick={(data) => data}>
        {() =>
          isNarrow && view !== 'day' ? (
            <Agenda {...{ days: filterMonth(days, view, date), events, now, actions, ...marks }} />
          ) : view === 'month' ? (
            <MonthGrid {...{ days, date, events, now, actions, ...marks }} />
          ) : (
            <TimeGrid key={view} {...{ days, events, now, actions, ...marks }} />
          )
        }
      </QueryResult>
      <p className="unseen" id="cal-keys">
        {messages.event.keys}
      </p>
      <p className="unseen" id="cal-day-keys">
        {messages.event.dayKeys}
      </p>
      {pendingAction?.what === 'event' && (
        <EventForm
          {...nextFullHour(date, now)}
          {...(pendingAction.occurrence && {
            occurrence: pendingAction.occurrence,
            start: pendingAction.occurrence.start,
            end: pendingAction.occurrence.end,
          })}
          {...(pendingAction.start !== undefined &&
            pendingAction.end !== undefined && { start: pendingAction.start, end: pendingAction.end })}
          {...{ zone, members }}
          onDone={(title, id) => {
            done(pendingAction.occurrence ? messages.event.changed(title) : messages.event.created(title))
            if (id && pendingAction.drawnFrom !== undefined) setDrawn({ id, from: pendingAction.drawnFrom })
          }}
          onClose={close}
        />
      )}
      {pendingAction?.what === 'details' && (
        <EventDetails
          occurrence={pendingAction.occurrence}
          who={nameOf(pendingAction.occurrence.event.userId)}
          mayChange={mayChange(pendingAction.occurrence)}
          onChange={() => setPendingAction({ what: 'event', occurrence: pendingAction.occurrence })}
          onDelete={() => setPendingAction({ what: 'delete', occurrence: pendingAction.occurrence })}
          onClose={close}
        />
      )}
      {pendingAction?.what === 'delete' && (
        <DeleteEventDialog
          occurrence={pendingAction.occurrence}
          onDone={() => done(messages.event.deleted(pendingAction.occurrence.event.title))}
          onClose={close}
        />
      )}
      {pendingAction?.what === 'booking' && (
        <BookingDetails id={pendingAction.id} zone={zone} moveTo={pendingAction.moveTo} onDone={done} onClose={close} />
      )}
      {pendingAction?.what === 'absence' && (
        <AbsenceForm
          absence={pendingAction.absence}
          day={toIsoDate(search.date ? date : now)}
          members={members}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  )
}

/** Removes the days of adjacent months. */
const filterMonth = (days: readonly number[], view: View, date: number) =>
  view === 'month' ? days.filter((day) => toIsoDate(day).slice(0, 7) === toIsoDate(date).slice(0, 7)) : days

interface AbsenceSummaryProps {
  members: Members
  now: number
  shows: (userId: string) => boolean
}

/** Keeps the previous data until new data has arrived. */
function useLastData<T>(data: T | undefined): T | undefined {
  const seen = useRef(data)
  if (data) seen.current = data
  return seen.current
}

/** Absences today and in the rest of the week. */
function AbsenceSummary({ members, now, shows }: AbsenceSummaryProps) {
  const today = toIsoDate(now)
  const week = listDays('week', now)
  const sunday = toIsoDate(week.at(-1) ?? now)
  const { data } = useAllPages(AwayDocument, { firstDay: today, lastDay: sunday }, ['absence'])
  const away = (data?.absences?.absences ?? []).filter(({ userId }) => shows(userId))
  const present = away.filter(({ startsOn }) => startsOn <= today)
  const later = away.filter(({ startsOn }) => startsOn > today)
  const say = ({ userId, startsOn, endsOn }: AwayDataFragment) => {
    const name = members.find(({ id }) => id === userId)?.name ?? ''
    const day = (each: IsoDate) => formatLocalDate(parseLocalTime(each))
    if (startsOn <= today) return endsOn === today ? name : messages.away.until(name, day(endsOn))
    return startsOn === endsOn
      ? messages.away.on(name, day(startsOn))
      : messages.away.on(name, formatDateRange(startsOn, endsOn))
  }
  if (!data) return null
  return (
    <dl className="cal-absences">
      <div>
        <dt>{messages.away.today}</dt>
        {present.length === 0 && <dd className="quiet">{messages.away.nobody}</dd>}
        {present.map((each) => (
          <dd key={each.id}>{say(each)}</dd>
        ))}
      </div>
      {later.length > 0 && (
        <div>
          <dt>{messages.away.week}</dt>
          {later.map((each) => (
            <dd key={each.id}>{say(each)}</dd>
          ))}
        </div>
      )}
    </dl>
  )
}

/** Selects the members memberIds calendars are shown. The selection is part of the URL. */
function MemberFilter({ members, memberIds }: { members: Members; memberIds: readonly string[] }) {
  const navigate = route.useNavigate()
  const label = `${messages.calendarOf} ${memberIds.length === 0 ? messages.ofEverybody : memberIds.length === 1 ? (members.find(({ id }) => id === memberIds[0])?.name ?? messages.whose(1)) : messages.whose(memberIds.length)}`
  const choose = (ids: string[]) =>
    navigate({
      search: ({ members: _, ...rest }) => ({ ...rest, ...(ids.length > 0 && { members: ids }) }),
      replace: true,
    })
  return (
    <MenuTrigger>
      <AriaButton className="button">
        <UsersRound size={16} aria-hidden />
        {label}
      </AriaButton>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={messages.calendarOf}
          selectionMode="multiple"
          selectedKeys={memberIds}
          onSelectionChange={(keys) => choose(keys === 'all' ? [] : [...keys].map(String))}
        >
          {members.map(({ id, name }) => (
            <MenuItem key={id} id={id}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** The current local time in a zone, to the minute. */
function useLocalNow(zone: string): number {
  const read = () => Math.floor(toLocalTime(Date.now(), zone) / minuteMs) * minuteMs
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 30_000)
    return () => clearInterval(timer)
  })
  return now
}

const narrowQuery = '(max-width: 48rem)'
const subscribeToWidth = (changed: () => void) => {
  const query = matchMedia(narrowQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the screen is too narrow for seven columns. */
const useIsNarrow = () => useSyncExternalStore(subscribeToWidth, () => matchMedia(narrowQuery).matches)

const pollMs = 20_000

/**
 * Polls calendar events, which have no event in the catalogue: on an interval while the page is visible, on focus, and after a
 * reconnect.
 */
function usePolling(ask: () => void) {
  const askNow = useEffectEvent(ask)
  const isConnected = useIsConnected()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) askNow()
    wasConnected.current = isConnected
  }, [isConnected])
  useEffect(() => {
    const pollIfVisible = () => {
      if (document.visibilityState === 'visible') askNow()
    }
    const timer = setInterval(pollIfVisible, pollMs)
    addEventListener('focus', pollIfVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', pollIfVisible)
    }
  }, [])
}
