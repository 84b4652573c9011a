import { formatLongLocalDate, hourMs, localTimeFormatter, startOfDay, toIsoDate } from '../i18n/local-time.ts'
import { messages } from './calendar.messages.ts'
import { type DayMarks, Line, Marks, writeSpan } from './day-items.tsx'
import { type Deeds, kindOf } from './deeds.ts'
import { useDayMoves, useKept } from './moving.ts'
import { on, type Shown } from './shown.ts'

interface MonthProps extends DayMarks {
  days: readonly number[]
  /** A day of the month that is shown. */
  date: number
  events: readonly Shown[]
  now: number
  deeds: Deeds
}

/** So many events of a day are shown; the others are a click away. */
const most = 4

const writeWeekday = localTimeFormatter({ weekday: 'short' })
const monthOf = (day: number) => new Date(day).getUTCMonth()

/** A month in weeks. What is in it is moved to another day by pointer, by Alt and the arrow keys, or by its form. */
export function Month({ days, date, events, now, deeds, ...marks }: MonthProps) {
  const { root, keep, onFocus } = useKept<HTMLDivElement>(events)
  const { over, ...handlers } = useDayMoves(events, deeds, keep)
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
        // What is empty; the keyboard has the button above the calendar.
        const { day } = (target as HTMLElement).dataset
        if (day && deeds.mayCreate) deeds.create(Date.parse(day) + 9 * hourMs, Date.parse(day) + 10 * hourMs)
      }}
    >
      <div className="cal-weekdays" aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{writeWeekday(day)}</span>
        ))}
      </div>
      <div className="cal-cells">
        {days.map((day) => {
          const found = on(day, events)
          const shown = found.length > most ? found.slice(0, most - 1) : found
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
                <button type="button" aria-current={day === today ? 'date' : undefined} onClick={() => deeds.goTo(day)}>
                  <span aria-hidden>{new Date(day).getUTCDate()}</span>
                  <span className="unseen">{formatLongLocalDate(day)}</span>
                </button>
              </h3>
              <ul>
                <Marks {...{ day, deeds, ...marks }} />
                {shown.map((each) => (
                  <li key={each.key}>
                    <Line shown={each} deeds={deeds} />
                  </li>
                ))}
                {found.length > shown.length && (
                  <li>
                    <button type="button" className="cal-more" onClick={() => deeds.goTo(day)}>
                      {messages.more(found.length - shown.length)}
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

/** The same as a list: on a phone. */
export function Agenda({ days, events, now, deeds, ...marks }: Omit<MonthProps, 'date'>) {
  const today = startOfDay(now)
  const isLively = (day: number) => {
    const name = toIsoDate(day)
    return (
      on(day, events).length > 0 ||
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
              <button type="button" aria-current={day === today ? 'date' : undefined} onClick={() => deeds.goTo(day)}>
                {formatLongLocalDate(day)}
              </button>
            </h3>
            <ul>
              <Marks {...{ day, deeds, ...marks }} />
              {on(day, events).map((shown) => (
                <li key={shown.key}>
                  <button
                    type="button"
                    className="cal-event"
                    data-kind={kindOf(shown, deeds)}
                    onClick={() => deeds.open(shown)}
                  >
                    <strong>{shown.event.title}</strong>
                    <span className="cal-when">{writeSpan(shown)}</span>
                    {shown.event.userId && !deeds.isOwn(shown) && (
                      <span className="cal-who">{deeds.nameOf(shown.event.userId)}</span>
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
