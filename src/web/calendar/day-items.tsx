import type { AwayDataFragment } from '#schema/web/graphql'
import { formatDateRange } from '../i18n/format.ts'
import {
  formatLocalDate,
  formatLocalTime,
  formatLocalTimeRange,
  formatLongLocalDate,
  startOfDay,
  toIsoDate,
} from '../i18n/local-time.ts'
import { messages } from './calendar.messages.ts'
import { type EventActions, eventKind } from './event-actions.ts'
import { type EventOccurrence, filterAllDayRow, isInAllDayRow } from './occurrences.ts'

/** Absences and holidays, which take whole days. */
export interface DayMarkers {
  absences: readonly AwayDataFragment[]
  holidays: readonly { date: string; name: string }[]
  mayChangeAbsence: (absence: AwayDataFragment) => boolean
  openAbsence: (absence: AwayDataFragment) => void
}

export const formatTimeRange = (occurrence: EventOccurrence) => {
  const { event, start, end } = occurrence
  const lastDay = event.allDay ? end - 1 : end
  if (event.allDay)
    return startOfDay(start) === startOfDay(lastDay)
      ? `${formatLocalDate(start)}, ${messages.wholeDays}`
      : formatDateRange(toIsoDate(start), toIsoDate(lastDay))
  if (startOfDay(start) === startOfDay(end) || end - start < 86_400_000) return formatLocalTimeRange(start, end)
  return `${formatLocalDate(start)}, ${formatLocalTime(start)} – ${formatLocalDate(end)}, ${formatLocalTime(end)}`
}

/** The time range with its date. */
export const formatDateAndTime = (occurrence: EventOccurrence) =>
  isInAllDayRow(occurrence)
    ? formatTimeRange(occurrence)
    : `${formatLongLocalDate(occurrence.start)}, ${formatTimeRange(occurrence)}`

interface DayItemsProps extends DayMarkers {
  day: number
  actions: EventActions
}

/** The holidays and absences of a day. */
export function DayMarkerList({ day, absences, holidays, mayChangeAbsence, openAbsence, actions }: DayItemsProps) {
  const written = toIsoDate(day)
  const away = absences.filter(({ startsOn, endsOn }) => startsOn <= written && written <= endsOn)
  return (
    <>
      {holidays
        .filter(({ date }) => date === written)
        .map(({ name }) => (
          <li key={name} className="cal-holiday">
            {name}
          </li>
        ))}
      {away.map((absence) => {
        const name = actions.nameOf(absence.userId)
        const text = absence.kind ? messages.away.kind(name, messages.kinds[absence.kind]) : messages.away.is(name)
        return (
          <li key={absence.id}>
            {mayChangeAbsence(absence) ? (
              <button type="button" className="cal-absence" onClick={() => openAbsence(absence)}>
                {text}
              </button>
            ) : (
              <span className="cal-absence">{text}</span>
            )}
          </li>
        )
      })}
    </>
  )
}

/** An event as a single line, for the month and the all-day row. */
export const EventChip = ({ occurrence, actions }: { occurrence: EventOccurrence; actions: EventActions }) => (
  <button
    type="button"
    className="cal-chip"
    data-key={occurrence.key}
    data-kind={eventKind(occurrence, actions)}
    data-movable={actions.mayMove(occurrence) || undefined}
    aria-describedby={actions.mayMove(occurrence) ? 'cal-day-keys' : undefined}
    onClick={() => actions.open(occurrence)}
  >
    {!isInAllDayRow(occurrence) && <span className="cal-time">{formatLocalTime(occurrence.start)}</span>}
    <span>{occurrence.event.title}</span>
  </button>
)

interface DayHeaderProps extends DayItemsProps {
  title: string
  today: number
  events: readonly EventOccurrence[]
  /** Whether an event is dragged over this day. */
  isOver: boolean
}

/** The date with its all-day events. */
export const DayHeader = ({ title, today, events, isOver, ...marks }: DayHeaderProps) => (
  <div
    className="cal-day-header"
    data-day={toIsoDate(marks.day)}
    data-over={isOver || undefined}
    data-today={marks.day === today || undefined}
  >
    <h3 id={`head-${toIsoDate(marks.day)}`}>
      <button
        type="button"
        aria-current={marks.day === today ? 'date' : undefined}
        onClick={() => marks.actions.goTo(marks.day)}
      >
        <span aria-hidden>{title}</span>
        <span className="unseen">{formatLongLocalDate(marks.day)}</span>
      </button>
    </h3>
    <ul>
      <DayMarkerList {...marks} />
      {filterAllDayRow(marks.day, events).map((occurrence) => (
        <li key={occurrence.key}>
          <EventChip occurrence={occurrence} actions={marks.actions} />
        </li>
      ))}
    </ul>
  </div>
)
