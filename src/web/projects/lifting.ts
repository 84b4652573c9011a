import { type KeyboardEvent, useEffect, useState } from 'react'
import type { BoardColumnFragment } from '#schema/web/graphql'
import { keepFocus } from '../ui/focus.ts'
import type { News } from '../ui/told.tsx'
import { type Columns, type Place, placeOf } from './board-place.ts'
import { messages } from './projects.messages.ts'

const cardElement = (cardId: string) => document.getElementById(`card-${cardId}`)

interface LiftingProps {
  columns: Columns
  move: (cardId: string, place: Place, focusOn: string) => void
  /** Draws a card, and gives it the focus. */
  focusOnceDrawn: (cardId: string) => void
  tell: (news: News) => void
}

/** By keyboard a card is lifted by Space, goes with the arrows, and is put down by Space, or where it stood by Escape. */
export function useLifting({ columns, move, focusOnceDrawn, tell }: LiftingProps) {
  /** The card that goes with the arrows, and where it is shown until it is put down. */
  const [lifted, setLifted] = useState<{ cardId: string; title: string; place: Place }>()
  const lift = (cardId: string, { columnId, position }: Place, text?: string) => {
    const column = columns.find(({ id }) => id === columnId)
    const title = placeOf(columns, cardId)?.card.title ?? ''
    setLifted({ cardId, title, place: { columnId, position } })
    tell({ look: 'good', text: text ?? messages.at(column?.name ?? '', position + 1) })
  }
  const putDown = (cardId: string, place: Place) => {
    setLifted(undefined)
    move(cardId, place, `card-${cardId}`)
  }
  const key = (cardId: string, event: KeyboardEvent) => {
    const { key: pressed } = event
    const from = placeOf(columns, cardId)
    if (!from) return
    if (lifted?.cardId !== cardId) {
      if (pressed !== ' ') return
      lift(cardId, { columnId: from.column.id, position: from.position }, messages.lifted(from.card.title))
      event.preventDefault()
      return
    }
    const { columnId, position } = lifted.place
    const at = columns.findIndex(({ id }) => id === columnId)
    /** Cards that stand in a column beside this one. */
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
      tell({ look: 'good', text: messages.moved(from.card.title, from.column.name, from.position + 1) })
    } else return
    event.preventDefault()
  }
  /** The focus may have left it. */
  const leave = (cardId: string) => {
    if (lifted?.cardId === cardId && document.activeElement !== cardElement(cardId)) setLifted(undefined)
  }
  const isGone = lifted !== undefined && !placeOf(columns, lifted.cardId)
  useEffect(() => {
    if (lifted && !isGone) cardElement(lifted.cardId)?.focus()
  }, [lifted, isGone])
  useEffect(() => {
    if (!lifted || !isGone) return
    const { title, place } = lifted
    setLifted(undefined)
    tell({ look: 'danger', text: messages.gone(title) })
    const { tasks = [] } = columns.find(({ id }) => id === place.columnId) ?? {}
    const next = tasks[Math.min(place.position, tasks.length - 1)]
    keepFocus(() => (next ? cardElement(next.id) : null) ?? document.querySelector<HTMLElement>('.board'))
  }, [lifted, isGone, columns, tell])
  return { lifted: isGone ? undefined : lifted, key, leave }
}
