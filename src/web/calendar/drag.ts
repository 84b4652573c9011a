import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { dayMs } from '../i18n/local-time.ts'
import type { EventActions } from './event-actions.ts'
import type { EventOccurrence } from './occurrences.ts'

/** How far the pointer must move to start a drag, in pixels. */
export const dragThreshold = 4

/** Returns the focus to an event that was moved by keyboard and rendered elsewhere. */
export function usePreservedFocus<E extends HTMLElement>(events: readonly EventOccurrence[]) {
  const root = useRef<E>(null)
  const kept = useRef<string>(null)
  useLayoutEffect(() => {
    if (!kept.current || document.activeElement !== document.body) return
    root.current?.querySelector<HTMLElement>(`[data-key="${kept.current}"]`)?.focus({ preventScroll: true })
  }, [events])
  return {
    root,
    keep: (key: string) => {
      kept.current = key
    },
    /** Another element got the focus. */
    onFocus: ({ target }: { target: EventTarget }) => {
      if ((target as HTMLElement).dataset.key !== kept.current) kept.current = null
    },
  }
}

/** Cancels a drag with the Escape key. */
export function useEscapeKey(isDragging: boolean, cancelDrag: () => void) {
  const hear = useEffectEvent(({ key }: globalThis.KeyboardEvent) => {
    if (key === 'Escape') cancelDrag()
  })
  useEffect(() => {
    if (!isDragging) return
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [isDragging])
}

const findOccurrenceKey = (target: EventTarget) =>
  (target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key

/** Moves all-day and month events between days, by pointer or with Alt and the arrow keys. */
export function useDayDrag(events: readonly EventOccurrence[], actions: EventActions, keep: (key: string) => void) {
  /** Null outside of all days. */
  const [over, setOver] = useState<string | null>()
  const dragStart = useRef<{ occurrence: EventOccurrence; x: number; y: number; day: string }>(null)
  const isDragged = useRef(false)
  const movable = (target: EventTarget) => {
    const key = findOccurrenceKey(target)
    return events.find((each) => each.key === key && actions.mayMove(each))
  }
  const dayAt = (x: number, y: number) =>
    document
      .elementsFromPoint(x, y)
      .find((each): each is HTMLElement => each instanceof HTMLElement && each.matches('.cal-cell, .cal-day-header'))
      ?.dataset.day
  const cancelDrag = () => {
    dragStart.current = null
    setOver(undefined)
  }
  useEscapeKey(over !== undefined, cancelDrag)
  return {
    /** The day under the pointer. */
    over,
    onPointerDown: ({ button, pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      isDragged.current = false
      // Touch scrolls. Events are moved in the form instead.
      const occurrence = button === 0 && pointerType !== 'touch' ? movable(target) : undefined
      const day = dayAt(x, y)
      if (occurrence && day) dragStart.current = { occurrence, x, y, day }
    },
    onPointerMove: ({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      const held = dragStart.current
      if (!held || (!isDragged.current && Math.hypot(x - held.x, y - held.y) < dragThreshold)) return
      if (!isDragged.current) currentTarget.setPointerCapture(pointerId)
      isDragged.current = true
      setOver(dayAt(x, y) ?? null)
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent) => {
      const held = dragStart.current
      const to = held && isDragged.current ? dayAt(x, y) : undefined
      cancelDrag()
      // Suppresses the click after a drag, but not one by keyboard.
      setTimeout(() => {
        isDragged.current = false
      })
      if (!held || !to || to === held.day) return
      const by = Date.parse(to) - Date.parse(held.day)
      actions.move(held.occurrence, held.occurrence.start + by, held.occurrence.end + by)
    },
    onPointerCancel: cancelDrag,
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (isDragged.current) event.stopPropagation()
      isDragged.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
      const occurrence = event.altKey && !event.shiftKey && days !== undefined ? movable(event.target) : undefined
      if (!occurrence || days === undefined) return
      event.preventDefault()
      keep(occurrence.key)
      actions.move(occurrence, occurrence.start + days * dayMs, occurrence.end + days * dayMs)
    },
  }
}
