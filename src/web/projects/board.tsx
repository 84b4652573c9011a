import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowUpDown, Ellipsis, Pencil, ReceiptText } from 'lucide-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import {
  type BoardColumnFragment,
  BoardDocument,
  CreateCardDocument,
  CreateColumnDocument,
  DeleteColumnDocument,
  DoneCardsDocument,
  type DoneCardsQuery,
  MoveCardDocument,
  MoveColumnDocument,
  UpdateColumnDocument,
} from '../../../schema/web/graphql.ts'
import { useAll, useMutation, useQuery } from '../graphql/client.ts'
import { fieldOf } from '../graphql/send.ts'
import { takeBack } from '../graphql/take-back.ts'
import { useMay } from '../session.ts'
import { askTask, useCompletion } from '../tasks/completion.ts'
import { said as tasksSaid } from '../tasks/tasks.words.ts'
import { beginTimer, isTimerRunning } from '../time/timer-control.ts'
import { Adding } from '../ui/adding.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { keepFocus } from '../ui/focus.ts'
import { Form } from '../ui/form.tsx'
import { focus, MenuAt } from '../ui/menu-at.tsx'
import { Page } from '../ui/page.tsx'
import { usePortions } from '../ui/portions.ts'
import { Shared } from '../ui/shared.tsx'
import { Loaded, Within } from '../ui/states.tsx'
import { type News, newsOf, Told } from '../ui/told.tsx'
import { today } from '../words/days.ts'
import { words, writeDay } from '../words/words.ts'
import { ProjectViews } from './project-views.tsx'
import { said } from './projects.words.ts'
import './board.css'

type Card = BoardColumnFragment['tasks'][number]

/** Milliseconds for which it is shown what went well. */
const passing = 6000

/** Where a card stands, or will: counted in its column without the card itself. */
interface Place {
  columnId: string
  position: number
}

/** What can be done with a card: the same functions for as long as the board is shown. */
interface Acts {
  /** Opens the choices of where it can go, at a button. */
  choose: (cardId: string, button: HTMLElement) => void
  /** A key was pressed on it: lifted by Space it goes with the arrows. */
  key: (cardId: string, event: KeyboardEvent) => void
  /** The focus has left it. */
  leave: (cardId: string) => void
}

const shown = getRouteApi('/projects/$id')

/** A project: its columns with their open tasks, live for everybody who looks at it. */
export function ProjectBoard() {
  const { id } = shown.useParams()
  const may = useMay()
  const answer = useQuery(BoardDocument, { id }, ['task', 'project', 'subtask', 'comment'])
  const project = answer.data?.project
  return (
    <Page
      title={project?.name ?? words.projects.title}
      about={project?.client?.name}
      action={
        project && (
          <span className="actions">
            {project.client && may('invoiceFromTimeEntries') && (
              <Link to="/time/bill" search={{ client: project.client.id, project: id }} className="button">
                <ReceiptText size={16} aria-hidden />
                {said.bill}
              </Link>
            )}
            {may('updateProject') && (
              <Link to="/projects/$id/edit" params={{ id }} className="button">
                <Pencil size={16} aria-hidden />
                {said.edit}
              </Link>
            )}
          </span>
        )
      }
    >
      <Within answer={answer}>
        <ProjectViews id={id} />
        <Loaded answer={answer} pick={({ projectColumns }) => projectColumns}>
          {(columns) => (
            <Board key={id} projectId={id} name={project?.name ?? ''} columns={columns} onChanged={answer.retry} />
          )}
        </Loaded>
      </Within>
    </Page>
  )
}

interface BoardProps {
  projectId: string
  columns: readonly BoardColumnFragment[]
  onChanged: () => void
}

const placeOf = (columns: readonly BoardColumnFragment[], cardId: string) => {
  for (const column of columns) {
    const position = column.tasks.findIndex(({ id }) => id === cardId)
    const card = column.tasks[position]
    if (card) return { card, column, position }
  }
  return undefined
}

/** The columns with a card at another place. */
function withMoved(columns: readonly BoardColumnFragment[], cardId: string, { columnId, position }: Place) {
  const card = placeOf(columns, cardId)?.card
  if (!card) return columns
  return columns.map((column) => {
    const others = column.tasks.filter(({ id }) => id !== cardId)
    if (column.id !== columnId) return others.length === column.tasks.length ? column : { ...column, tasks: others }
    return { ...column, tasks: others.toSpliced(position, 0, card) }
  })
}

function Board({ projectId, name, columns, onChanged }: BoardProps & { name: string }) {
  const may = useMay()
  const [send] = useMutation(MoveCardDocument)
  const [become] = useCompletion()
  const [addColumn] = useMutation(CreateColumnDocument)
  const done = useAll(DoneCardsDocument, { id: projectId }, ['task'])
  const [news, tell] = useState<News>()
  const [chosen, setChosen] = useState<{ cardId: string; button: RefObject<HTMLElement> }>()
  /** The card that goes with the arrows, and where it is shown until it is put down. */
  const [lifted, setLifted] = useState<{ cardId: string; place: Place }>()
  const board = useRef<HTMLElement>(null)
  /** The card that gets the focus: it is drawn, however far below it stands. */
  const [keptId, keep] = useState<string>()
  const focusOnceDrawn = (cardId: string, id = `card-${cardId}`) => {
    keep(cardId)
    keepFocus(() => document.getElementById(id))
  }
  const canMove = may('moveTask')

  /** Puts a card at a place; whoever does it by keyboard stays with what has this id. */
  const move = async (cardId: string, { columnId, position }: Place, focusOn?: string) => {
    const from = placeOf(columns, cardId)
    const to = columns.find(({ id }) => id === columnId)
    if (!from || !to || (from.column === to && from.position === position)) return
    if (focusOn) focusOnceDrawn(cardId, focusOn)
    // What was told is of the move before, and so would be its undoing.
    tell(undefined)
    const outcome = await send({ id: cardId, input: { columnId, position } })
    const moved = outcome.data?.moveTask
    const back = { columnId: from.column.id, position: from.position }
    const undo =
      moved &&
      (async () => {
        if (focusOn) focusOnceDrawn(cardId, focusOn)
        const outcome = await takeBack(moved, {
          send: (version) => send({ id: cardId, version, input: back }),
          ask: () => askTask(cardId),
          isAsLeft: (now) => now.columnId === moved.columnId && now.position === moved.position,
        })
        tell(newsOf(outcome, words.undone))
      })
    tell(newsOf(outcome, said.moved(from.card.title, to.name, position + 1), undo))
  }
  const complete = async (cardId: string) => {
    const title = placeOf(columns, cardId)?.card.title ?? ''
    tell(undefined)
    const outcome = await become(cardId, 'done')
    const takeBack = outcome.data?.takeBack
    const undo =
      takeBack &&
      (async () => {
        tell(newsOf(await takeBack(), tasksSaid.reopened))
        onChanged()
      })
    tell(newsOf(outcome, takeBack ? said.completed(title) : tasksSaid.already.done, undo))
    onChanged()
  }
  const work = (cardId: string) => {
    const title = placeOf(columns, cardId)?.card.title ?? ''
    beginTimer({ projectId, taskId: cardId }, `${name} · ${title}`)
  }
  const lift = (cardId: string, { columnId, position }: Place, text?: string) => {
    const column = columns.find(({ id }) => id === columnId)
    setLifted({ cardId, place: { columnId, position } })
    tell({ look: 'good', text: text ?? said.at(column?.name ?? '', position + 1) })
  }
  const putDown = (cardId: string, place: Place) => {
    setLifted(undefined)
    move(cardId, place, `card-${cardId}`)
  }
  const key = (cardId: string, event: KeyboardEvent) => {
    const { key: pressed } = event
    const from = placeOf(columns, cardId)
    if (!from || !canMove) return
    if (lifted?.cardId !== cardId) {
      if (pressed !== ' ') return
      lift(cardId, { columnId: from.column.id, position: from.position }, said.lifted(from.card.title))
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
      tell({ look: 'good', text: said.putBack(from.card.title) })
    } else return
    event.preventDefault()
  }
  // What the cards are given stays the same, so that those that have not changed are not drawn again.
  const now = useRef({ columns, lifted, move, key })
  now.current = { columns, lifted, move, key }
  const [acts] = useState<Acts>(() => ({
    choose: (cardId, button) => setChosen({ cardId, button: { current: button } }),
    key: (cardId, event) => now.current.key(cardId, event),
    // A card that has gone to another column loses the focus for a moment.
    leave: (cardId) =>
      setTimeout(() => {
        if (now.current.lifted?.cardId === cardId && document.activeElement?.id !== `card-${cardId}`)
          setLifted(undefined)
      }, 50),
  }))

  // What went well is told in passing.
  useEffect(() => {
    if (news?.look !== 'good') return
    const timer = setTimeout(() => tell(undefined), passing)
    return () => clearTimeout(timer)
  }, [news])

  useEffect(() => {
    if (lifted) document.getElementById(`card-${lifted.cardId}`)?.focus()
  }, [lifted])

  useEffect(() => {
    const element = board.current
    if (!element) return
    return combine(
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
      <div className="passing">
        <Told {...news} />
      </div>
      <p className="unseen" id="how-to-move">
        {said.howToMove}
      </p>
      <section
        className="board"
        aria-label={said.board}
        ref={board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        {(lifted ? withMoved(columns, lifted.cardId, lifted.place) : columns).map((column, index) => (
          <BoardColumn
            key={column.id}
            {...{ projectId, column, columns, index, onChanged, tell, acts, canMove }}
            done={done.data?.projectTasks?.tasks}
            liftedId={lifted?.cardId}
            keptId={lifted?.cardId ?? keptId}
          />
        ))}
        {may('createColumn') && (
          <div className="card">
            <Adding
              label={said.newColumn}
              placeholder={said.newColumn}
              send={(name) => addColumn({ id: projectId, input: { name } })}
              onDone={onChanged}
            />
          </div>
        )}
      </section>
      {chosen && <Ways {...{ columns, chosen, move, complete, work }} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface WaysProps {
  columns: readonly BoardColumnFragment[]
  chosen: { cardId: string; button: RefObject<HTMLElement> }
  move: (cardId: string, place: Place, focusOn: string) => void
  complete: (cardId: string) => void
  /** Starts the timer on it. */
  work: (cardId: string) => void
  onClose: () => void
}

/** Where a card can go: one menu for all cards, at the button of one. */
function Ways({ columns, chosen: { cardId, button }, move, complete, work, onClose }: WaysProps) {
  const may = useMay()
  const found = placeOf(columns, cardId)
  if (!found) return null
  const { card, column, position } = found
  const go = (columnId: string, at: number) => move(cardId, { columnId, position: at }, `move-${cardId}`)
  const within = [
    position > 0 && { id: 'up', name: said.up, act: () => go(column.id, position - 1) },
    position < column.tasks.length - 1 && { id: 'down', name: said.down, act: () => go(column.id, position + 1) },
  ].filter((each) => each !== false)
  const beyond = columns
    .filter((each) => each !== column)
    .map(({ id, name, tasks }) => ({ id, name, act: () => go(id, tasks.length) }))
  const ending = [
    may('startTimer') && !isTimerRunning() && { id: 'work', name: words.timer.start, act: () => work(cardId) },
    may('updateTask') && { id: 'done', name: said.complete, act: () => complete(cardId) },
  ].filter((each) => each !== false)
  const all = [...within, ...beyond, ...ending]
  const items = (some: typeof all) =>
    some.map(({ id, name }) => (
      <MenuItem key={id} id={id} ref={id === all[0]?.id ? focus : null}>
        {name}
      </MenuItem>
    ))
  return (
    <MenuAt
      label={said.move(card.title)}
      onAction={(key) => all.find(({ id }) => id === key)?.act()}
      {...{ button, onClose }}
    >
      {within.length > 0 && (
        <MenuSection>
          <Header>{column.name}</Header>
          {items(within)}
        </MenuSection>
      )}
      {beyond.length > 0 && <MenuSection aria-label={said.board}>{items(beyond)}</MenuSection>}
      {ending.length > 0 && <MenuSection aria-label={said.status}>{items(ending)}</MenuSection>}
    </MenuAt>
  )
}

interface ColumnProps extends BoardProps {
  column: BoardColumnFragment
  index: number
  done: NonNullable<DoneCardsQuery['projectTasks']>['tasks'] | undefined
  acts: Acts
  canMove: boolean
  liftedId: string | undefined
  keptId: string | undefined
  tell: (news: News) => void
}

function BoardColumn(given: ColumnProps) {
  const { projectId, column, columns, index, done: doneOfAll, acts, canMove, liftedId, keptId, onChanged, tell } = given
  const id = useId()
  const may = useMay()
  const cards = useRef<HTMLOListElement>(null)
  const [isOver, setOver] = useState(false)
  const { drawn, isWhole, end } = usePortions(
    column.tasks.length,
    column.tasks.findIndex(({ id: each }) => each === keptId) + 1,
  )
  const [doing, setDoing] = useState<'rename' | 'delete'>()
  const [create] = useMutation(CreateCardDocument)
  const [update] = useMutation(UpdateColumnDocument)
  const [shift] = useMutation(MoveColumnDocument)
  const [remove] = useMutation(DeleteColumnDocument)
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
  const others = columns.filter((each) => each.id !== column.id)
  const done = () => {
    setDoing(undefined)
    onChanged()
  }
  const put = async (position: number) => {
    const outcome = await shift({ id: column.id, input: { position } })
    if (outcome.problem) tell({ look: 'danger', text: outcome.problem.message })
    else onChanged()
  }
  const actions = [
    may('updateColumn') && { label: said.rename, act: () => setDoing('rename') },
    may('moveColumn') && index > 0 && { label: said.left, act: () => put(index - 1) },
    may('moveColumn') && index < columns.length - 1 && { label: said.right, act: () => put(index + 1) },
    may('deleteColumn') && others.length > 0 && { label: said.delete, act: () => setDoing('delete') },
  ].filter((each) => each !== false)
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{column.name}</h2>
        <span className="badge">
          <span aria-hidden>{column.tasks.length}</span>
          <span className="unseen">{said.count(column.tasks.length)}</span>
        </span>
        {actions.length > 0 && (
          <MenuTrigger>
            <AriaButton className="button plain small" aria-label={said.column(column.name)}>
              <Ellipsis size={16} aria-hidden />
            </AriaButton>
            <Popover className="popover">
              <Menu
                className="menu"
                aria-label={said.column(column.name)}
                onAction={(key) => actions.find(({ label }) => label === key)?.act()}
              >
                {actions.map(({ label }) => (
                  <MenuItem key={label} id={label}>
                    {label}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
      </header>
      <ol className="cards" ref={cards} data-over={isOver || undefined}>
        {column.tasks.slice(0, drawn).map((card) => (
          <BoardCard key={card.id} {...{ card, acts, canMove }} columnId={column.id} isLifted={card.id === liftedId} />
        ))}
        {!isWhole && <li ref={end} aria-hidden />}
      </ol>
      <Done projectId={projectId} tasks={doneOfAll?.filter(({ columnId }) => columnId === column.id) ?? []} />
      {may('createTask') && (
        <Adding
          label={said.newTask(column.name)}
          placeholder={said.newTaskHint}
          send={(title) => create({ input: { projectId, columnId: column.id, title } })}
          onDone={(title) => tell({ look: 'good', text: said.created(title) })}
        />
      )}
      <Dialog title={said.renaming(column.name)} isOpen={doing === 'rename'} onClose={() => setDoing(undefined)}>
        <Shared now={column} ask={onChanged} names={{ name: said.name }}>
          {(begun, save) => (
            <Form
              send={({ name = '' }) =>
                save((version) =>
                  fieldOf(update({ id: column.id, version, input: { name: name.trim() } }), 'updateColumn'),
                )
              }
              onDone={done}
            >
              {({ wrong, isBusy }) => (
                <>
                  <Field
                    label={said.name}
                    name="name"
                    required
                    autoFocus
                    defaultValue={begun.name}
                    wrong={wrong.name}
                  />
                  <div className="actions">
                    <Button type="submit" look="primary" isBusy={isBusy}>
                      {words.save}
                    </Button>
                    <Button onClick={() => setDoing(undefined)}>{words.cancel}</Button>
                  </div>
                </>
              )}
            </Form>
          )}
        </Shared>
      </Dialog>
      <Dialog
        title={said.deleting.title(column.name)}
        isOpen={doing === 'delete'}
        onClose={() => setDoing(undefined)}
        isQuestion
      >
        <p className="quiet">{said.deleting.text}</p>
        <Form send={({ moveTo }) => remove({ id: column.id, moveTo: moveTo ?? null })} onDone={done}>
          {({ wrong, isBusy }) => (
            <>
              {column.tasks.length > 0 && (
                <Choice
                  label={said.deleting.tasks}
                  name="moveTo"
                  options={Object.fromEntries(others.map((each) => [each.id, each.name]))}
                  wrong={wrong.moveTo}
                />
              )}
              <div className="actions">
                <Button onClick={() => setDoing(undefined)} autoFocus>
                  {words.cancel}
                </Button>
                <Button type="submit" look={['danger', 'primary']} isBusy={isBusy}>
                  {said.delete}
                </Button>
              </div>
            </>
          )}
        </Form>
      </Dialog>
    </section>
  )
}

/** So many done tasks are shown in a column. */
const mostDone = 5

/** What was done last in a column, where one wants to see it. */
function Done({ projectId, tasks }: { projectId: string; tasks: NonNullable<ColumnProps['done']> }) {
  if (tasks.length === 0) return null
  const latest = tasks.toSorted((one, other) => (other.completedAt ?? '').localeCompare(one.completedAt ?? ''))
  return (
    <details className="done">
      <summary>{said.done(tasks.length)}</summary>
      <ol className="plain-list">
        {latest.slice(0, mostDone).map(({ id, title }) => (
          <li key={id}>
            <span>
              <Link to="/tasks/$id" params={{ id }}>
                {title}
              </Link>
            </span>
          </li>
        ))}
      </ol>
      {tasks.length > mostDone && (
        <Link to="/projects/$id/tasks" params={{ id: projectId }} search={{ status: 'done' }}>
          {said.allDone}
        </Link>
      )}
    </details>
  )
}

interface CardProps {
  card: Card
  columnId: string
  acts: Acts
  canMove: boolean
  isLifted: boolean
}

const BoardCard = memo(function BoardCard({ card, columnId, acts, canMove, isLifted }: CardProps) {
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
    card.dueDate && said.due(writeDay(card.dueDate)),
    card.subtaskTotal > 0 && said.subtasks(card.subtaskCompleted, card.subtaskTotal),
    card.commentCount > 0 && said.comments(card.commentCount),
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
          onKeyDown={(event) => acts.key(id, event)}
          onBlur={() => acts.leave(id)}
        >
          {title}
        </Link>
      </span>
      {canMove && (
        <button
          type="button"
          id={`move-${id}`}
          className="button plain small"
          aria-label={said.move(title)}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => acts.choose(id, currentTarget)}
        >
          <ArrowUpDown size={14} aria-hidden />
        </button>
      )}
      {(facts.length > 0 || isPressing || isLate) && (
        <span className="facts quiet">
          {isPressing && (
            <span className={`badge ${card.priority === 'urgent' ? 'danger' : 'warn'}`}>
              {tasksSaid.priorities[card.priority as 'high' | 'urgent']}
            </span>
          )}
          {isLate && <span className="badge danger">{tasksSaid.dueSince}</span>}
          {facts.join(' · ')}
        </span>
      )}
    </li>
  )
})
