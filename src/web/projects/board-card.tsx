import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { Link } from '@tanstack/react-router'
import { ArrowUpDown } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { BoardColumnFragment } from '#schema/web/graphql'
import { today } from '../i18n/dates.ts'
import { formatDate } from '../i18n/format.ts'
import { messages as tasksMessages } from '../tasks/tasks.messages.ts'
import { messages } from './projects.messages.ts'

/** Actions of cards. The functions are stable so that cards do not rerender. */
export interface CardActions {
  /** Opens the menu of a card at its button. */
  openMenu: (cardId: string, button: HTMLElement) => void
  /** Handles keys on a card: Space lifts it, arrow keys move it. */
  onKey: (cardId: string, event: KeyboardEvent) => void
  onBlur: (cardId: string) => void
}

interface BoardCardProps {
  card: BoardColumnFragment['tasks'][number]
  columnId: string
  actions: CardActions
  canMove: boolean
  isLifted: boolean
}

/** A task on the board. It can be dragged, lifted with Space and opened. */
export const BoardCard = memo(function BoardCard({ card, columnId, actions, canMove, isLifted }: BoardCardProps) {
  const { id, title } = card
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = item.current
    if (!element || !canMove) return
    const show = (edge: string | null) => {
      if (edge) element.dataset.edge = edge
      else delete element.dataset.edge
    }
    return combine(
      draggable({ element, getInitialData: () => ({ cardId: id }) }),
      dropTargetForElements({
        element,
        getData: ({ input }) =>
          attachClosestEdge({ columnId, cardId: id }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => show(extractClosestEdge(self.data)),
        onDragLeave: () => show(null),
        onDrop: () => show(null),
      }),
    )
  }, [id, columnId, canMove])
  const isPressing = card.priority === 'high' || card.priority === 'urgent'
  const isLate = card.dueDate !== null && card.dueDate < today()
  const facts = [
    card.dueDate && messages.due(formatDate(card.dueDate)),
    card.subtaskTotal > 0 && messages.subtasks(card.subtaskCompleted, card.subtaskTotal),
    card.commentCount > 0 && messages.comments(card.commentCount),
    ...card.assignees.map(({ name }) => name),
    ...card.tags.map(({ name }) => name),
  ].filter(Boolean)
  return (
    <li className="card" ref={item} data-lifted={isLifted || undefined}>
      <span>
        <Link
          to="/tasks/$id"
          params={{ id }}
          id={`card-${id}`}
          draggable={false}
          aria-describedby={canMove ? 'how-to-move' : undefined}
          onKeyDown={canMove ? (event) => actions.onKey(id, event) : undefined}
          onBlur={() => actions.onBlur(id)}
        >
          {title}
        </Link>
      </span>
      {canMove && (
        <button
          type="button"
          id={`move-${id}`}
          className="button plain small"
          aria-label={messages.move(title)}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => actions.openMenu(id, currentTarget)}
        >
          <ArrowUpDown size={14} aria-hidden />
        </button>
      )}
      {(facts.length > 0 || isPressing || isLate) && (
        <span className="facts quiet">
          {isPressing && (
            <span className={`badge ${card.priority === 'urgent' ? 'danger' : 'warn'}`}>
              {tasksMessages.priorities[card.priority as 'high' | 'urgent']}
            </span>
          )}
          {isLate && <span className="badge danger">{tasksMessages.dueSince}</span>}
          {facts.join(' · ')}
        </span>
      )}
    </li>
  )
})
