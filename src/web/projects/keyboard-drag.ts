import { type KeyboardEvent, useEffect, useState } from 'react'
import type { BoardColumnFragment } from '#schema/web/graphql'
import type { Feedback } from '../ui/feedback.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { type BoardColumns, type CardPosition, findCard } from './board-position.ts'
import { messages } from './projects.messages.ts'

const findCardElement = (cardId: string) => document.getElementById(`card-${cardId}`)

interface KeyboardDragOptions {
  columns: BoardColumns
  move: (cardId: string, place: CardPosition, focusOn: string) => void
  /** Renders a card and focuses it. */
  focusOnceDrawn: (cardId: string) => void
  showFeedback: (feedback: Feedback) => void
}

/** Keyboard drag: Space lifts a card, arrow keys move it, Space drops it, Escape puts it back. */
export function useKeyboardDrag({ columns, move, focusOnceDrawn, showFeedback }: KeyboardDragOptions) {
  /** The lifted card and its preview position. */
  const [lifted, setLifted] = useState<{ cardId: string; title: string; place: CardPosition }>()
  const lift = (cardId: string, { columnId, position }: CardPosition, text?: string) => {
    const column = columns.find(({ id }) => id === columnId)
    const title = findCard(columns, cardId)?.card.title ?? ''
    setLifted({ cardId, title, place: { columnId, position } })
    showFeedback({ variant: 'good', text: text ?? messages.at(column?.name ?? '', position + 1) })
  }
  const putDown = (cardId: string, place: CardPosition) => {
    setLifted(undefined)
    move(cardId, place, `card-${cardId}`)
  }
  const key = (cardId: string, event: KeyboardEvent) => {
    const { key: pressed } = event
    const from = findCard(columns, cardId)
    if (!from) return
    if (lifted?.cardId !== cardId) {
      if (pressed !== ' ') return
      lift(cardId, { columnId: from.column.id, position: from.position }, messages.lifted(from.card.title))
      event.preventDefault()
      return
    }
    const { columnId, position } = lifted.place
    const at = columns.findIndex(({ id }) => id === columnId)
    /** Number of other cards in a column. */
    const room = (column: BoardColumnFragment) => column.tasks.length - (column === from.column ? 1 : 0)
    const go = (to: BoardColumnFragment | undefined, place: number) =>
      to && lift(cardId, { columnId: to.id, position: Math.max(0, Math.min(room(to), place)) })
    if (pressed === 'ArrowUp') go(columns[at], position - 1)
    else if (pressed === 'ArrowDown') go(columns[at], position + 1)
    else if (pressed === 'ArrowLeft') go(columns[at - 1], position)
    else if (pressed === 'ArrowRight') go(columns[at + 1], position)
    else if (pressed === ' ' || pressed === 'Enter') putDown(cardId, lifted.place)
    else if (pressed === 'Escape') {
      focusOnceDrawn(cardId)
      setLifted(undefined)
      showFeedback({ variant: 'good', text: messages.moved(from.card.title, from.column.name, from.position + 1) })
    } else return
    event.preventDefault()
  }
  /** Drops the card if it has really lost the focus. */
  const leave = (cardId: string) => {
    if (lifted?.cardId === cardId && document.activeElement !== findCardElement(cardId)) setLifted(undefined)
  }
  const isGone = lifted !== undefined && !findCard(columns, lifted.cardId)
  useEffect(() => {
    if (lifted && !isGone) findCardElement(lifted.cardId)?.focus()
  }, [lifted, isGone])
  useEffect(() => {
    if (!lifted || !isGone) return
    const { title, place } = lifted
    setLifted(undefined)
    showFeedback({ variant: 'danger', text: messages.gone(title) })
    const { tasks = [] } = columns.find(({ id }) => id === place.columnId) ?? {}
    const next = tasks[Math.min(place.position, tasks.length - 1)]
    preserveFocus(() => (next ? findCardElement(next.id) : null) ?? document.querySelector<HTMLElement>('.board'))
  }, [lifted, isGone, columns, showFeedback])
  return { lifted: isGone ? undefined : lifted, key, leave }
}
