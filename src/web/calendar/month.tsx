import { formatLongLocalDate, hourMs, localTimeFormatter, startOfDay, toIsoDate } from '../i18n/local-time.ts'
import { messages } from './calendar.messages.ts'
import { DayMarkerList, type DayMarkers, EventChip, formatTimeRange } from './day-items.tsx'
import { useDayDrag, usePreservedFocus } from './drag.ts'
import { type EventActions, eventKind } from './event-actions.ts'
import { type EventOccurrence, filterDay } from './occurrences.ts'

interface MonthGridProps extends DayMarkers {
  days: readonly number[]
  /** A day of the selected month. */
  date: number
  events: readonly EventOccurrence[]
  now: number
  actions: EventActions
}

const maxEventsPerDay = 4

const formatWeekday = localTimeFormatter({ weekday: 'short' })
const monthOf = (day: number) => new Date(day).getUTCMonth()

/** A month in weeks. Events are moved by pointer, with Alt and the arrow keys, or in the form. */
export function MonthGrid({ days, date, events, now, actions, ...marks }: MonthGridProps) {
  const { root, keep, onFocus } = usePreservedFocus<HTMLDivElement>(events)
  const { over, ...handlers } = useDayDrag(events, actions, keep)
  const today = startOfDay(now)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dragged here has keys and a form as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the end of a drag from being a click
    <div
      className="cal-month card"
      ref={root}
      data-dragging={over ? true : undefined}
      onFocus={onFocus}
      {...handlers}
      onClick={({ target }) => {
        // A click on an empty cell. The keyboard has the button above the calendar.
        const { day } = (target as HTMLElement).dataset
        if (day && actions.mayCreate) actions.create(Date.parse(day) + 9 * hourMs, Date.parse(day) + 10 * hourMs)
      }}
    >
      <div className="cal-weekdays" aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{formatWeekday(day)}</span>
        ))}
      </div>
      <div className="cal-cells">
        {days.map((day) => {
          const found = filterDay(day, events)
          const visible = found.length > maxEventsPerDay ? found.slice(0, maxEventsPerDay - 1) : found
          const name = toIsoDate(day)
          return (
            <section
              key={day}
              className="cal-cell"
              data-day={name}
              data-today={day === today || undefined}
              data-far={monthOf(day) !== monthOf(date) || undefined}
              data-over={over === name || undefined}
              aria-labelledby={`head-${name}`}
            >
              <h3 id={`head-${name}`}>
                <button
                  type="button"
                  aria-current={day === today ? 'date' : undefined}
                  onClick={() => actions.goTo(day)}
                >
                  <span aria-hidden>{new Date(day).getUTCDate()}</span>
                  <span className="unseen">{formatLongLocalDate(day)}</span>
                </button>
              </h3>
              <ul>
                <DayMarkerList {...{ day, actions, ...marks }} />
                {visible.map((each) => (
                  <li key={each.key}>
                    <EventChip occurrence={each} actions={actions} />
                  </li>
                ))}
                {found.length > visible.length && (
                  <li>
                    <button type="button" className="cal-more" onClick={() => actions.goTo(day)}>
                      {messages.more(found.length - visible.length)}
                    </button>
                  </li>
                )}
              </ul>
            </section>
          )
        })}
      </div>
    </div>
  )
}

/** The calendar as a list, for phones. */
export function Agenda({ days, events, now, actions, ...marks }: Omit<MonthGridProps, 'date'>) {
  const today = startOfDay(now)
  const isLively = (day: number) => {
    const name = toIsoDate(day)
    return (
      filterDay(day, events).length > 0 ||
      marks.absences.some(({ startsOn, endsOn }) => startsOn <= name && name <= endsOn) ||
      marks.holidays.some(({ date }) => date === name)
    )
  }
  return (
    <ol className="cal-agenda card">
      {days
        .filter((day) => days.length <= 7 || day === today || isLively(day))
        .map((day) => (
          <li key={day} data-today={day === today || undefined}>
            <h3>
              <button type="button" aria-current={day === today ? 'date' : undefined} onClick={() => actions.goTo(day)}>
                {formatLongLocalDate(day)}
              </button>
            </h3>
            <ul>
              <DayMarkerList {...{ day, actions, ...marks }} />
              {filterDay(day, events).map((occurrence) => (
                <li key={occurrence.key}>
                  <button
                    type="button"
                    className="cal-event"
                    data-kind={eventKind(occurrence, actions)}
                    onClick={() => actions.open(occurrence)}
                  >
                    <strong>{occurrence.event.title}</strong>
                    <span className="cal-time">{formatTimeRange(occurrence)}</span>
                    {occurrence.event.userId && !actions.isOwn(occurrence) && (
                      <span className="cal-owner">{actions.nameOf(occurrence.event.userId)}</span>
                    )}
                  </button>
                </li>
              ))}
              {!isLively(day) && <li className="quiet">{messages.nothing}</li>}
            </ul>
          </li>
        ))}
    </ol>
  )
}
