import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Pencil, ReceiptText } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { BoardDocument, CreateColumnDocument, DoneCardsDocument, MoveCardDocument } from '#schema/web/graphql'
import { lastWriteWins, useMutation, useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ProjectViews } from '../tasks/project-views.tsx'
import { fetchTask, useSetTaskStatus } from '../tasks/task-status.ts'
import { messages as tasksMessages } from '../tasks/tasks.messages.ts'
import { startTimer } from '../time/timer-control.ts'
import { type Feedback, feedbackFor, Toast } from '../ui/feedback.tsx'
import { delegateFocus, preserveFocus } from '../ui/focus.ts'
import { Page } from '../ui/page.tsx'
import { QueryResult, RelatedList } from '../ui/query-result.tsx'
import { QuickAdd } from '../ui/quick-add.tsx'
import type { CardActions } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import { type BoardColumns, type CardPosition, findCard, moveCard } from './board-position.ts'
import { CardMenu } from './card-menu.tsx'
import { type ColumnAction, ColumnDialog } from './column-dialog.tsx'
import { useKeyboardDrag } from './keyboard-drag.ts'
import { messages } from './projects.messages.ts'
import './board.css'

const route = getRouteApi('/projects/$id')

/** The board of a project with its open tasks, updated live. */
export function ProjectBoard() {
  const { id } = route.useParams()
  const may = useMay()
  const answer = useQuery(BoardDocument, { id }, ['task', 'project', 'subtask', 'comment'])
  const project = answer.data?.project
  return (
    <Page
      title={project?.name ?? t.projects.title}
      about={project?.client?.name}
      action={
        project && (
          <span className="actions">
            {project.client && may('invoiceFromTimeEntries') && (
              <Link to="/time/bill" search={{ client: project.client.id, project: id }} className="button">
                <ReceiptText size={16} aria-hidden />
                {messages.bill}
              </Link>
            )}
            {may('updateProject') && (
              <Link to="/projects/$id/edit" params={{ id }} className="button">
                <Pencil size={16} aria-hidden />
                {messages.edit}
              </Link>
            )}
          </span>
        )
      }
    >
      <RelatedList answer={answer}>
        <ProjectViews id={id} />
        <QueryResult query={answer} pick={({ projectColumns }) => projectColumns}>
          {(columns) => (
            <Board key={id} projectId={id} name={project?.name ?? ''} columns={columns} onChanged={answer.retry} />
          )}
        </QueryResult>
      </RelatedList>
    </Page>
  )
}

interface BoardProps {
  projectId: string
  columns: BoardColumns
  onChanged: () => void
}

function Board({ projectId, name, columns, onChanged }: BoardProps & { name: string }) {
  const may = useMay()
  const [send] = useMutation(MoveCardDocument)
  const [become] = useSetTaskStatus()
  const [addColumn] = useMutation(CreateColumnDocument)
  const done = useQuery(DoneCardsDocument, { id: projectId }, ['task'])
  const [feedback, showFeedback] = useState<Feedback>()
  const [chosen, setChosen] = useState<{ cardId: string; button: RefObject<HTMLElement> }>()
  const [pendingAction, begin] = useState<ColumnAction>()
  const board = useRef<HTMLElement>(null)
  /** The card to focus. It is rendered even if it is far down in its column. */
  const [keptId, keep] = useState<string>()
  const focusOnceDrawn = (cardId: string, id = `card-${cardId}`, forNow?: Element | null) => {
    keep(cardId)
    preserveFocus(() => document.getElementById(id), forNow)
  }
  const canMove = may('moveTask')

  /** Moves a card. `focusOn` is the id of the element that gets the focus. */
  const move = async (cardId: string, { columnId, position }: CardPosition, focusOn?: string) => {
    const from = findCard(columns, cardId)
    const to = columns.find(({ id }) => id === columnId)
    if (!from || !to || (from.column === to && from.position === position)) return
    if (focusOn) focusOnceDrawn(cardId, focusOn)
    // Clears the previous message, as its undo action belongs to the previous move.
    showFeedback(undefined)
    const outcome = await send({ id: cardId, input: { columnId, position } }, lastWriteWins)
    const moved = outcome.data?.moveTask
    const back = { columnId: from.column.id, position: from.position }
    const undo =
      moved &&
      (async () => {
        if (focusOn) focusOnceDrawn(cardId, focusOn)
        const outcome = await send(
          { id: cardId, version: moved.version, input: back },
          {
            fetchCurrent: () => fetchTask(cardId),
            isUnchanged: (now) => now.columnId === moved.columnId && now.position === moved.position,
          },
        )
        showFeedback(feedbackFor(outcome, t.undone))
      })
    showFeedback(feedbackFor(outcome, messages.moved(from.card.title, to.name, position + 1), undo))
  }
  const complete = async (cardId: string) => {
    const title = findCard(columns, cardId)?.card.title ?? ''
    showFeedback(undefined)
    const outcome = await become(cardId, 'done')
    const undoAction = outcome.data?.undo
    const undo =
      undoAction &&
      (async () => {
        focusOnceDrawn(cardId, `move-${cardId}`, document.activeElement)
        showFeedback(feedbackFor(await undoAction(), tasksMessages.reopened))
        onChanged()
      })
    showFeedback(feedbackFor(outcome, undoAction ? messages.completed(title) : tasksMessages.already.done, undo))
    onChanged()
  }
  const work = (cardId: string) => {
    const title = findCard(columns, cardId)?.card.title ?? ''
    startTimer({ projectId, taskId: cardId }, `${name} · ${title}`)
  }
  const { lifted, key, leave } = useKeyboardDrag({ columns, move, focusOnceDrawn, showFeedback })
  // Stable references so that unchanged cards do not rerender.
  const now = useRef({ columns, move, key, leave })
  now.current = { columns, move, key, leave }
  const [actions] = useState<CardActions>(() => ({
    openMenu: (cardId, button) => setChosen({ cardId, button: { current: button } }),
    onKey: (cardId, event) => now.current.key(cardId, event),
    // A card loses the focus briefly when it moves to another column.
    onBlur: (cardId) => setTimeout(() => now.current.leave(cardId), 50),
  }))

  useEffect(() => {
    const element = board.current
    if (!element) return
    return combine(
      delegateFocus(element),
      autoScrollForElements({ element }),
      monitorForElements({
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets
          const column = now.current.columns.find(({ id }) => id === target?.data.columnId)
          const { cardId } = source.data
          if (!target || !column || typeof cardId !== 'string' || target.data.cardId === cardId) return
          const others = column.tasks.filter(({ id }) => id !== cardId)
          const index = others.findIndex(({ id }) => id === target.data.cardId)
          const after = extractClosestEdge(target.data) === 'bottom' ? 1 : 0
          now.current.move(cardId, { columnId: column.id, position: index < 0 ? others.length : index + after })
        },
      }),
    )
  }, [])

  return (
    <>
      <Toast feedback={feedback} onPassed={() => showFeedback(undefined)} />
      <p className="unseen" id="how-to-move">
        {messages.howToMove}
      </p>
      <section
        className="board"
        aria-label={messages.board}
        ref={board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        {(lifted ? moveCard(columns, lifted.cardId, lifted.place) : columns).map((column, index) => (
          <BoardColumn
            key={column.id}
            {...{ projectId, column, columns, index, onChanged, showFeedback, begin, actions, canMove }}
            doneOfProject={done.data?.projectTasks}
            liftedId={lifted?.cardId}
            keptId={lifted?.cardId ?? keptId}
          />
        ))}
        {may('createColumn') && (
          <div className="card">
            <QuickAdd
              label={messages.newColumn}
              placeholder={messages.newColumn}
              send={(name) => addColumn({ id: projectId, input: { name } })}
              onDone={onChanged}
            />
          </div>
        )}
      </section>
      {pendingAction && <ColumnDialog {...{ pendingAction, columns, onChanged }} onClose={() => begin(undefined)} />}
      {chosen && <CardMenu {...{ columns, chosen, move, complete, work }} onClose={() => setChosen(undefined)} />}
    </>
  )
}
