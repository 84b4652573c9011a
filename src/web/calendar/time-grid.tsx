import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import {
  dayMs,
  formatLocalTimeRange,
  hourMs,
  localTimeFormatter,
  minuteMs,
  startOfDay,
  toIsoDate,
} from '../i18n/local-time.ts'
import { messages } from './calendar.messages.ts'
import { DayHeader, type DayMarkers, formatTimeRange } from './day-items.tsx'
import { dragThreshold, useDayDrag, useEscapeKey, usePreservedFocus } from './drag.ts'
import { type EventActions, eventKind } from './event-actions.ts'
import { type EventOccurrence, layoutDay, overlapsDay } from './occurrences.ts'

interface TimeGridProps extends DayMarkers {
  days: readonly number[]
  events: readonly EventOccurrence[]
  /** The current local time. */
  now: number
  actions: EventActions
}

/** Drag step in minutes. */
const stepMinutes = 15

interface Drag {
  kind: 'move' | 'resize' | 'create'
  occurrence?: EventOccurrence
  /** Where the drag started. */
  x: number
  y: number
  from: number
  isOn: boolean
}

const formatDayHeading = localTimeFormatter({ weekday: 'short', day: 'numeric', month: 'short' })
const formatHour = localTimeFormatter({ hour: '2-digit', minute: '2-digit' })

/** The hours of a day or week. Events are moved by pointer or with Alt and the arrow keys. */
export function TimeGrid({ days, events, now, actions, ...marks }: TimeGridProps) {
  const scrolled = useRef<HTMLElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(null)
  const isDragged = useRef(false)
  const { root, keep, onFocus } = usePreservedFocus<HTMLDivElement>(events)
  const { over, ...ofDays } = useDayDrag(events, actions, keep)
  const [ghost, setGhost] = useState<{ occurrence?: EventOccurrence; start: number; end: number }>()
  const today = startOfDay(now)

  // Scrolls to the start of the working day.
  useEffect(() => {
    const element = scrolled.current
    if (element) element.scrollTop = (element.scrollHeight / 24) * 7 - 8
  }, [])

  const isDragging = ghost !== undefined
  const cancelDrag = () => {
    drag.current = null
    setGhost(undefined)
  }
  useEscapeKey(isDragging, cancelDrag)

  /** The local time at a point, rounded down to the step. */
  const timeAt = (x: number, y: number): number => {
    const columns = [...(grid.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
    const column = columns.find((each) => x < each.getBoundingClientRect().right) ?? columns.at(-1)
    if (!column) return 0
    const { top, height } = column.getBoundingClientRect()
    const minutes = Math.floor((((y - top) / height) * 1440) / stepMinutes) * stepMinutes
    return Date.parse(`${column.dataset.day}T00:00Z`) + Math.min(Math.max(minutes, 0), 1440 - stepMinutes) * minuteMs
  }

  /** The dragged event at this point. */
  const draggedTo = ({ kind, occurrence, from }: Drag, at: number) => {
    if (kind === 'create' || !occurrence) {
      const start = Math.min(from, at)
      const end = Math.max(from, at) + stepMinutes * minuteMs
      // A new event stays within the day it was started on.
      const day = startOfDay(from)
      return { start: Math.max(start, day), end: Math.min(end, day + dayMs) }
    }
    if (kind === 'resize')
      return { occurrence, start: occurrence.start, end: Math.max(occurrence.start, at) + stepMinutes * minuteMs }
    return { occurrence, start: occurrence.start + at - from, end: occurrence.end + at - from }
  }

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    isDragged.current = false
    // Touch scrolls. Events are moved in the form instead.
    if (event.button !== 0 || event.pointerType === 'touch') return
    const target = event.target as HTMLElement
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key
    const occurrence = events.find((each) => each.key === key)
    if (key ? !occurrence || !actions.mayMove(occurrence) : !actions.mayCreate || !target.closest('[data-day]')) return
    const kind = !key ? 'create' : target.closest('[data-end]') ? 'resize' : 'move'
    const { clientX: x, clientY: y } = event
    drag.current = { kind, ...(occurrence && { occurrence }), x, y, from: timeAt(x, y), isOn: false }
  }
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current
    if (!held) return
    const { clientX: x, clientY: y } = event
    if (!held.isOn) {
      if (Math.hypot(x - held.x, y - held.y) < dragThreshold) return
      held.isOn = true
      isDragged.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setGhost(draggedTo(held, timeAt(x, y)))
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current
    drag.current = null
    if (!held?.isOn) return
    // Suppresses the click after a drag, but not one by keyboard.
    setTimeout(() => {
      isDragged.current = false
    })
    const to = draggedTo(held, timeAt(event.clientX, event.clientY))
    setGhost(undefined)
    if (!to.occurrence) actions.create(to.start, to.end)
    else if (to.start !== to.occurrence.start || to.end !== to.occurrence.end)
      actions.move(to.occurrence, to.start, to.end)
  }

  const press = (event: KeyboardEvent, occurrence: EventOccurrence) => {
    if (!event.altKey || !actions.mayMove(occurrence)) return
    const way = { ArrowUp: -stepMinutes, ArrowDown: stepMinutes, ArrowLeft: -1440, ArrowRight: 1440 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    const by = way * minuteMs
    keep(occurrence.key)
    const start = event.shiftKey ? occurrence.start : occurrence.start + by
    const isTall = event.shiftKey && Math.abs(way) === stepMinutes
    if (event.shiftKey && (!isTall || occurrence.end + by <= occurrence.start)) return
    actions.move(occurrence, start, occurrence.end + by)
  }

  const moved = ghost?.occurrence
    ? events.map((each) => (each.key === ghost.occurrence?.key ? { ...each, ...ghost } : each))
    : events
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only knows where the focus is
    <div
      className="cal-grid card"
      ref={root}
      onFocus={onFocus}
      style={{ '--days': days.length } as React.CSSProperties}
    >
      <div className="cal-day-headers" {...ofDays}>
        <span aria-hidden />
        {days.map((day) => (
          <DayHeader
            key={day}
            {...{ day, today, actions, events: moved, isOver: over === toIsoDate(day), ...marks }}
            title={formatDayHeading(day)}
          />
        ))}
      </div>
      <section
        className="cal-hours"
        ref={scrolled}
        aria-label={messages.hours}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        <ol className="cal-clock" aria-hidden>
          {Array.from({ length: 24 }, (_, hour) => (
            <li key={formatHour(hour * hourMs)}>{hour > 0 && formatHour(hour * hourMs)}</li>
          ))}
        </ol>
        <div
          className="cal-columns"
          ref={grid}
          data-dragging={isDragging || undefined}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={cancelDrag}
          onClickCapture={(event) => {
            if (isDragged.current) event.stopPropagation()
            isDragged.current = false
          }}
        >
          {days.map((day) => (
            <section
              key={day}
              className="cal-column"
              data-day={toIsoDate(day)}
              data-today={day === today || undefined}
              aria-labelledby={`head-${toIsoDate(day)}`}
            >
              <ol>
                {layoutDay(day, moved).map(({ occurrence, from, to, lane, lanes }) => (
                  <li
                    key={occurrence.key}
                    style={{
                      top: `${(from / 1440) * 100}%`,
                      height: `${((to - from) / 1440) * 100}%`,
                      left: `${(lane / lanes) * 100}%`,
                      width: `${100 / lanes}%`,
                    }}
                  >
                    <button
                      type="button"
                      className="cal-event"
                      data-key={occurrence.key}
                      data-kind={eventKind(occurrence, actions)}
                      data-short={to - from < 45 || undefined}
                      data-movable={actions.mayMove(occurrence) || undefined}
                      aria-describedby={actions.mayMove(occurrence) ? 'cal-keys' : undefined}
                      onClick={() => actions.open(occurrence)}
                      onKeyDown={(event) => press(event, occurrence)}
                    >
                      <strong>{occurrence.event.title}</strong>
                      <span className="cal-time">{formatTimeRange(occurrence)}</span>
                      {occurrence.event.userId && !actions.isOwn(occurrence) && (
                        <span className="cal-owner">{actions.nameOf(occurrence.event.userId)}</span>
                      )}
                      {actions.mayMove(occurrence) && !occurrence.event.bookingId && (
                        <span className="cal-resize-handle" data-end aria-hidden />
                      )}
                    </button>
                  </li>
                ))}
              </ol>
              {ghost && !ghost.occurrence && overlapsDay(ghost, day) && (
                <span
                  className="cal-ghost"
                  aria-hidden
                  style={{
                    top: `${((ghost.start - day) / dayMs) * 100}%`,
                    height: `${((ghost.end - ghost.start) / dayMs) * 100}%`,
                  }}
                >
                  {formatLocalTimeRange(ghost.start, ghost.end)}
                </span>
              )}
              {day === today && (
                <span className="cal-now" aria-hidden style={{ top: `${((now - day) / dayMs) * 100}%` }} />
              )}
            </section>
          ))}
        </div>
      </section>
    </div>
  )
}
