import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowUpDown, Ellipsis, Pencil } from 'lucide-react'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import {
  type BoardColumnFragment,
  BoardDocument,
  CreateCardDocument,
  CreateColumnDocument,
  DeleteColumnDocument,
  MoveCardDocument,
  MoveColumnDocument,
  UpdateColumnDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { Adding } from '../ui/adding.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { type News, newsOf, Told } from '../ui/told.tsx'
import { type Day, words, writeDay } from '../words/words.ts'
import { ProjectViews } from './project-views.tsx'
import { said } from './projects.words.ts'
import './board.css'

type Card = BoardColumnFragment['tasks'][number]

/** Puts a card at a place of a column, counted without the card itself. */
type Move = (card: Card, columnId: string, position: number, isByKeyboard?: boolean) => void

const shown = getRouteApi('/projects/$id')

/** A project: its columns with their open tasks, live for everybody who looks at it. */
export function ProjectBoard() {
  const { id } = shown.useParams()
  const may = useMay()
  const answer = useQuery(BoardDocument, { id }, ['task', 'project'])
  const project = answer.data?.project
  return (
    <Page
      title={project?.name ?? words.projects.title}
      about={project?.client?.name}
      action={
        project &&
        may('updateProject') && (
          <Link to="/projects/$id/edit" params={{ id }} className="button">
            <Pencil size={16} aria-hidden />
            {said.edit}
          </Link>
        )
      }
    >
      <ProjectViews id={id} />
      <Loaded answer={answer} pick={({ projectColumns }) => projectColumns}>
        {(columns) => <Board projectId={id} columns={columns} onChanged={answer.retry} />}
      </Loaded>
    </Page>
  )
}

interface BoardProps {
  projectId: string
  columns: readonly BoardColumnFragment[]
  onChanged: () => void
}

function Board({ projectId, columns, onChanged }: BoardProps) {
  const may = useMay()
  const [send] = useMutation(MoveCardDocument)
  const [addColumn] = useMutation(CreateColumnDocument)
  const [news, tell] = useState<News>()
  const board = useRef<HTMLElement>(null)
  const focusNext = useRef<string>(null)
  const columnsNow = useRef(columns)
  columnsNow.current = columns

  const move: Move = async (card, columnId, position, isByKeyboard) => {
    const from = columns.find(({ tasks }) => tasks.some(({ id }) => id === card.id))
    const to = columns.find(({ id }) => id === columnId)
    if (!to || (from === to && to.tasks[position]?.id === card.id)) return
    if (isByKeyboard) focusNext.current = card.id
    const outcome = await send({ id: card.id, input: { columnId, position } })
    tell(newsOf(outcome, said.moved(card.title, to.name, position + 1)))
  }
  const moveNow = useRef(move)
  moveNow.current = move

  // Whoever moves a card by keyboard stays with it.
  useEffect(() => {
    const to = focusNext.current
    if (!to) return
    const timer = setTimeout(() => {
      focusNext.current = null
      document.getElementById(`move-${to}`)?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [columns])

  useEffect(() => {
    const element = board.current
    if (!element) return
    return combine(
      autoScrollForElements({ element }),
      monitorForElements({
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets
          const column = columnsNow.current.find(({ id }) => id === target?.data.columnId)
          const card = source.data.card as Card | undefined
          if (!target || !column || !card) return
          const others = column.tasks.filter(({ id }) => id !== card.id)
          const index = others.findIndex(({ id }) => id === target.data.cardId)
          const after = extractClosestEdge(target.data) === 'bottom' ? 1 : 0
          if (target.data.cardId === card.id) return
          moveNow.current(card, column.id, index < 0 ? others.length : index + after)
        },
      }),
    )
  }, [])

  return (
    <>
      <Told text={news?.text} look={news?.look} />
      <section
        className="board"
        aria-label={said.board}
        ref={board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        {columns.map((column, index) => (
          <BoardColumn
            key={column.id}
            {...{ projectId, column, columns, index, onChanged, tell }}
            move={may('moveTask') ? move : undefined}
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
    </>
  )
}

interface ColumnProps extends BoardProps {
  column: BoardColumnFragment
  index: number
  move: Move | undefined
  tell: (news: News) => void
}

function BoardColumn({ projectId, column, columns, index, move, onChanged, tell }: ColumnProps) {
  const id = useId()
  const may = useMay()
  const cards = useRef<HTMLOListElement>(null)
  const [isOver, setOver] = useState(false)
  const [doing, setDoing] = useState<'rename' | 'delete'>()
  const [create] = useMutation(CreateCardDocument)
  const [update] = useMutation(UpdateColumnDocument)
  const [shift] = useMutation(MoveColumnDocument)
  const [remove] = useMutation(DeleteColumnDocument)
  const canMove = move !== undefined
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
  const others = columns.filter((each) => each !== column)
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
        {column.tasks.map((card, place) => (
          <BoardCard key={card.id} {...{ card, place, column, columns, move }} />
        ))}
      </ol>
      {may('createTask') && (
        <Adding
          label={said.newTask(column.name)}
          placeholder={said.newTaskHint}
          send={(title) => create({ input: { projectId, columnId: column.id, title } })}
          onDone={(title) => {
            tell({ look: 'good', text: said.created(title) })
            onChanged()
          }}
        />
      )}
      <Dialog title={said.renaming(column.name)} isOpen={doing === 'rename'} onClose={() => setDoing(undefined)}>
        <Form
          send={({ name = '' }) => update({ id: column.id, version: column.version, input: { name: name.trim() } })}
          onDone={done}
        >
          {({ wrong, isBusy }) => (
            <>
              <Field label={said.name} name="name" required autoFocus defaultValue={column.name} wrong={wrong.name} />
              <div className="actions">
                <Button type="submit" look="primary" isBusy={isBusy}>
                  {words.save}
                </Button>
                <Button onClick={() => setDoing(undefined)}>{words.cancel}</Button>
              </div>
            </>
          )}
        </Form>
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

interface CardProps {
  card: Card
  place: number
  column: BoardColumnFragment
  columns: readonly BoardColumnFragment[]
  move: Move | undefined
}

const BoardCard = memo(function BoardCard({ card, place, column, columns, move }: CardProps) {
  const item = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<string | null>(null)
  const canMove = move !== undefined
  useEffect(() => {
    const element = item.current
    if (!element || !canMove) return
    return combine(
      draggable({ element, getInitialData: () => ({ card }) }),
      dropTargetForElements({
        element,
        getData: ({ input }) =>
          attachClosestEdge(
            { columnId: column.id, cardId: card.id },
            { element, input, allowedEdges: ['top', 'bottom'] },
          ),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    )
  }, [card, column.id, canMove])
  const facts = [
    card.dueDate && said.due(writeDay(card.dueDate as Day)),
    card.subtaskTotal > 0 && said.subtasks(card.subtaskCompleted, card.subtaskTotal),
    card.commentCount > 0 && said.comments(card.commentCount),
    ...card.assignees.map(({ name }) => name),
    ...card.tags.map(({ name }) => name),
  ].filter(Boolean)
  return (
    <li className="card" ref={item} data-edge={edge ?? undefined}>
      <span>{card.title}</span>
      {move && (
        <MenuTrigger>
          <AriaButton id={`move-${card.id}`} className="button plain small" aria-label={said.move(card.title)}>
            <ArrowUpDown size={16} aria-hidden />
          </AriaButton>
          <Popover className="popover">
            <Menu
              className="menu"
              aria-label={said.move(card.title)}
              disabledKeys={[place === 0 && 'up', place === column.tasks.length - 1 && 'down'].filter(
                (key) => key !== false,
              )}
              onAction={(key) => {
                if (key === 'up') move(card, column.id, place - 1, true)
                else if (key === 'down') move(card, column.id, place + 1, true)
                else move(card, String(key), columns.find(({ id }) => id === key)?.tasks.length ?? 0, true)
              }}
            >
              <MenuSection>
                <Header>{column.name}</Header>
                <MenuItem id="up">{said.up}</MenuItem>
                <MenuItem id="down">{said.down}</MenuItem>
              </MenuSection>
              <MenuSection aria-label={said.board}>
                {columns
                  .filter((each) => each !== column)
                  .map(({ id, name }) => (
                    <MenuItem key={id} id={id}>
                      {name}
                    </MenuItem>
                  ))}
              </MenuSection>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {facts.length > 0 && <span className="facts quiet">{facts.join(' · ')}</span>}
    </li>
  )
})
