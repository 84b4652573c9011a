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
import { type Deeds, kindOf } from './deeds.ts'
import { isLong, longOn, type Shown } from './shown.ts'

/** What marks whole days beside events. */
export interface DayMarks {
  absences: readonly AwayDataFragment[]
  holidays: readonly { date: string; name: string }[]
  mayChangeAbsence: (absence: AwayDataFragment) => boolean
  openAbsence: (absence: AwayDataFragment) => void
}

export const writeSpan = (shown: Shown) => {
  const { event, start, end } = shown
  const lastDay = event.allDay ? end - 1 : end
  if (event.allDay)
    return startOfDay(start) === startOfDay(lastDay)
      ? `${formatLocalDate(start)}, ${messages.wholeDays}`
      : formatDateRange(toIsoDate(start), toIsoDate(lastDay))
  if (startOfDay(start) === startOfDay(end) || end - start < 86_400_000) return formatLocalTimeRange(start, end)
  return `${formatLocalDate(start)}, ${formatLocalTime(start)} – ${formatLocalDate(end)}, ${formatLocalTime(end)}`
}

/** The same with its day. */
export const writeWhen = (shown: Shown) =>
  isLong(shown) ? writeSpan(shown) : `${formatLongLocalDate(shown.start)}, ${writeSpan(shown)}`

interface DayItemsProps extends DayMarks {
  day: number
  deeds: Deeds
}

/** Holidays and who is away on a day. */
export function Marks({ day, absences, holidays, mayChangeAbsence, openAbsence, deeds }: DayItemsProps) {
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
        const name = deeds.nameOf(absence.userId)
        const text = absence.kind ? messages.away.kind(name, messages.kinds[absence.kind]) : messages.away.is(name)
        return (
          <li key={absence.id}>
            {mayChangeAbsence(absence) ? (
              <button type="button" className="cal-away" onClick={() => openAbsence(absence)}>
                {text}
              </button>
            ) : (
              <span className="cal-away">{text}</span>
            )}
          </li>
        )
      })}
    </>
  )
}

/** An event in one line: in a month, above the hours. */
export const Line = ({ shown, deeds }: { shown: Shown; deeds: Deeds }) => (
  <button
    type="button"
    className="cal-line"
    data-key={shown.key}
    data-kind={kindOf(shown, deeds)}
    data-movable={deeds.mayMove(shown) || undefined}
    aria-describedby={deeds.mayMove(shown) ? 'cal-day-keys' : undefined}
    onClick={() => deeds.open(shown)}
  >
    {!isLong(shown) && <span className="cal-when">{formatLocalTime(shown.start)}</span>}
    <span>{shown.event.title}</span>
  </button>
)

interface DayHeadProps extends DayItemsProps {
  title: string
  today: number
  events: readonly Shown[]
  /** Whether something is dragged to it. */
  isOver: boolean
}

/** A day's name, and what takes all of it. */
export const DayHead = ({ title, today, events, isOver, ...marks }: DayHeadProps) => (
  <div
    className="cal-head"
    data-day={toIsoDate(marks.day)}
    data-over={isOver || undefined}
    data-today={marks.day === today || undefined}
  >
    <h3 id={`head-${toIsoDate(marks.day)}`}>
      <button
        type="button"
        aria-current={marks.day === today ? 'date' : undefined}
        onClick={() => marks.deeds.goTo(marks.day)}
      >
        <span aria-hidden>{title}</span>
        <span className="unseen">{formatLongLocalDate(marks.day)}</span>
      </button>
    </h3>
    <ul>
      <Marks {...marks} />
      {longOn(marks.day, events).map((shown) => (
        <li key={shown.key}>
          <Line shown={shown} deeds={marks.deeds} />
        </li>
      ))}
    </ul>
  </div>
)
