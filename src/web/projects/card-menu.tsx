import { type RefObject, useState } from 'react'
import { Header, MenuItem, MenuSection } from 'react-aria-components'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { isTimerRunning } from '../time/timer-control.ts'
import { AnchoredMenu, focusOnMount } from '../ui/anchored-menu.tsx'
import { type BoardColumns, type CardPosition, findCard } from './board-position.ts'
import { messages } from './projects.messages.ts'

interface CardMenuProps {
  columns: BoardColumns
  chosen: { cardId: string; button: RefObject<HTMLElement> }
  move: (cardId: string, place: CardPosition, focusOn: string) => void
  complete: (cardId: string) => void
  /** Starts the timer for the task. */
  work: (cardId: string) => void
  onClose: () => void
}

/** The menu of a card: move, complete, start timer. One instance serves all cards. */
export function CardMenu({ columns, chosen: { cardId, button }, move, complete, work, onClose }: CardMenuProps) {
  const may = useMay()
  const [seen] = useState(() => findCard(columns, cardId))
  // Closes when the card is gone.
  const found = findCard(columns, cardId) ?? seen
  if (!found) return null
  const { card, column, position } = found
  const go = (columnId: string, at: number) => move(cardId, { columnId, position: at }, `move-${cardId}`)
  const within = [
    position > 0 && { id: 'up', name: messages.up, act: () => go(column.id, position - 1) },
    position < column.tasks.length - 1 && { id: 'down', name: messages.down, act: () => go(column.id, position + 1) },
  ].filter((each) => each !== false)
  const beyond = columns
    .filter((each) => each !== column)
    .map(({ id, name, tasks }) => ({ id, name, act: () => go(id, tasks.length) }))
  const ending = [
    may('startTimer') && !isTimerRunning() && { id: 'work', name: t.timer.start, act: () => work(cardId) },
    may('updateTask') && { id: 'done', name: messages.complete, act: () => complete(cardId) },
  ].filter((each) => each !== false)
  const all = [...within, ...beyond, ...ending]
  const items = (some: typeof all) =>
    some.map(({ id, name }) => (
      <MenuItem key={id} id={id} ref={id === all[0]?.id ? focusOnMount : null}>
        {name}
      </MenuItem>
    ))
  return (
    <AnchoredMenu
      label={messages.move(card.title)}
      onAction={(key) => all.find(({ id }) => id === key)?.act()}
      {...{ button, onClose }}
    >
      {within.length > 0 && (
        <MenuSection>
          <Header>{column.name}</Header>
          {items(within)}
        </MenuSection>
      )}
      {beyond.length > 0 && <MenuSection aria-label={messages.board}>{items(beyond)}</MenuSection>}
      {ending.length > 0 && <MenuSection aria-label={messages.status}>{items(ending)}</MenuSection>}
    </AnchoredMenu>
  )
}
