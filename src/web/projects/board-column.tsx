import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { useEffect, useId, useRef, useState } from 'react'
import { CreateCardDocument, type DoneCardsQuery } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { useIncrementalList } from '../ui/incremental-list.ts'
import { QuickAdd } from '../ui/quick-add.tsx'
import { BoardCard, type CardActions } from './board-card.tsx'
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx'
import { DoneCards } from './done-cards.tsx'
import { messages } from './projects.messages.ts'

interface BoardColumnProps extends ColumnMenuProps {
  projectId: string
  doneOfProject: DoneCardsQuery['projectTasks'] | undefined
  actions: CardActions
  canMove: boolean
  liftedId: string | undefined
  keptId: string | undefined
}

export function BoardColumn(given: BoardColumnProps) {
  const {
    projectId,
    column,
    columns,
    index,
    doneOfProject,
    actions,
    canMove,
    liftedId,
    keptId,
    onChanged,
    showFeedback,
    begin,
  } = given
  const id = useId()
  const may = useMay()
  const cards = useRef<HTMLOListElement>(null)
  const [isOver, setOver] = useState(false)
  const { drawn, isWhole, end } = useIncrementalList(
    column.tasks.length,
    column.tasks.findIndex(({ id: each }) => each === keptId) + 1,
  )
  const [create] = useMutation(CreateCardDocument)
  useEffect(() => {
    const element = cards.current
    if (!element || !canMove) return
    return combine(
      autoScrollForElements({ element }),
      dropTargetForElements({
        element: element.closest('section') ?? element,
        getData: () => ({ columnId: column.id }),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      }),
    )
  }, [column.id, canMove])
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{column.name}</h2>
        <span className="badge">
          <span aria-hidden>{column.tasks.length}</span>
          <span className="unseen">{messages.count(column.tasks.length)}</span>
        </span>
        <ColumnMenu {...{ column, columns, index, onChanged, showFeedback, begin }} />
      </header>
      <ol className="cards" ref={cards} data-over={isOver || undefined}>
        {column.tasks.slice(0, drawn).map((card) => (
          <BoardCard
            key={card.id}
            {...{ card, actions, canMove }}
            columnId={column.id}
            isLifted={card.id === liftedId}
          />
        ))}
        {!isWhole && <li ref={end} aria-hidden />}
      </ol>
      <DoneCards projectId={projectId} columnId={column.id} ofProject={doneOfProject} />
      {may('createTask') && (
        <QuickAdd
          label={messages.newTask(column.name)}
          placeholder={messages.newTaskHint}
          send={(title) => create({ input: { projectId, columnId: column.id, title } })}
          onDone={(title) => showFeedback({ variant: 'good', text: messages.created(title) })}
        />
      )}
    </section>
  )
}
