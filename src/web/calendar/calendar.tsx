import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Plus, UserRoundX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canonicalZone } from '#core/time/zone-names'
import { type AwayDataFragment, AwayDocument, CalendarDocument, CalendarMembersDocument } from '#schema/web/graphql'
import { useAllPages, useQuery } from '../graphql/client.ts'
import { formatDateRange } from '../i18n/format.ts'
import {
  dayMs,
  formatLocalMonth,
  formatLongLocalDate,
  parseLocalTime,
  startOfDay,
  toInstant,
  toIsoDate,
} from '../i18n/local-time.ts'
import { useMay, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { type Feedback, StatusMessage } from '../ui/feedback.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { AbsenceSummary } from './absence-summary.tsx'
import { messages } from './calendar.messages.ts'
import { CalendarDialog, type OpenDialog } from './calendar-dialog.tsx'
import type { EventActions } from './event-actions.ts'
import type { Members } from './event-form.tsx'
import { useLocalNow } from './local-now.ts'
import { MemberFilter } from './member-filter.tsx'
import { Agenda, MonthGrid } from './month.tsx'
import { useMoveEvent } from './move-event.ts'
import { useIsNarrow } from './narrow-screen.ts'
import { type EventOccurrence, listDays, shiftDate, toOccurrence } from './occurrences.ts'
import { usePolling } from './polling.ts'
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
  const moveEvent = useMoveEvent(zone, answer.retry, showFeedback)
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
    move: (occurrence, start, end) =>
      // The guest of a booking is notified, so the user has to confirm.
      occurrence.event.bookingId
        ? setPendingAction({ what: 'booking', id: occurrence.event.bookingId, moveTo: start })
        : moveEvent(occurrence, start, end),
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
      {pendingAction && (
        <CalendarDialog
          {...{ pendingAction, setPendingAction, zone, members, date, now, nameOf, mayChange }}
          hasDate={search.date !== undefined}
          onDone={done}
          onClose={close}
          onDrawn={setDrawn}
        />
      )}
    </>
  )
}

/** Removes the days of adjacent months. */
const filterMonth = (days: readonly number[], view: View, date: number) =>
  view === 'month' ? days.filter((day) => toIsoDate(day).slice(0, 7) === toIsoDate(date).slice(0, 7)) : days

/** Keeps the previous data until new data has arrived. */
function useLastData<T>(data: T | undefined): T | undefined {
  const seen = useRef(data)
  if (data) seen.current = data
  return seen.current
}
