import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import {
  ColumnsOfTaskDocument,
  CreateTagOfTaskDocument,
  TaskChoicesDocument,
  type TaskChoicesQuery,
  type TaskDataFragment,
} from '#schema/web/graphql'
import { useAllPages, useMutation, useQuery } from '../graphql/client.ts'
import { today } from '../i18n/dates.ts'
import { formatDate } from '../i18n/format.ts'
import { useMay } from '../session.ts'
import { Combobox } from '../ui/combobox.tsx'
import { FieldFrame, inputProps, SelectField } from '../ui/field.tsx'
import type { OptimisticTask, UpdateFacts } from './optimistic-facts.ts'
import { messages } from './tasks.messages.ts'

interface FactsProps {
  task: OptimisticTask
  change: UpdateFacts
}

/** The facts of a task, editable with permission. */
export function TaskFacts({ task, change }: FactsProps) {
  const may = useMay()
  return (
    <section className="card" aria-labelledby="task-facts">
      <header className="part over">
        <h2 id="task-facts">{messages.facts}</h2>
      </header>
      <div className="part form">
        {may('updateTask') ? <EditableFacts {...{ task, change }} /> : <ReadOnlyFacts task={task} />}
      </div>
    </section>
  )
}

const isOverdue = ({ status, dueDate }: Pick<TaskDataFragment, 'status' | 'dueDate'>) =>
  status === 'open' && dueDate !== null && dueDate < today()

export const DueDate = ({ task }: { task: Pick<TaskDataFragment, 'status' | 'dueDate'> }) =>
  task.dueDate && (
    <>
      {formatDate(task.dueDate)}
      {isOverdue(task) && <span className="badge danger">{messages.dueSince}</span>}
    </>
  )

function ReadOnlyFacts({ task }: { task: TaskDataFragment }) {
  const facts: [string, ReactNode][] = [
    [messages.project, <ProjectLink key="project" task={task} />],
    [messages.column, task.column.name],
    [messages.priority, messages.priorities[task.priority]],
    [messages.due, <DueDate key="due" task={task} />],
    [messages.assignees, task.assignees.map(({ name }) => name).join(', ') || messages.nobody],
    [messages.labels, task.tags.map(({ name }) => name).join(', ')],
  ]
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const ProjectLink = ({ task: { project } }: { task: TaskDataFragment }) => (
  <Link to="/projects/$id" params={{ id: project.id }}>
    {project.name}
  </Link>
)

function EditableFacts({ task, change }: FactsProps) {
  const columns = useQuery(ColumnsOfTaskDocument, { projectId: task.projectId }, ['project']).data?.projectColumns
  const { data } = useAllPages(TaskChoicesDocument, {})
  return (
    <>
      <SelectField
        label={messages.column}
        value={task.columnId}
        options={Object.fromEntries((columns ?? [task.column]).map(({ id, name }) => [id, name]))}
        onChange={({ currentTarget: { value } }) => change(() => ({ columnId: value }))}
      />
      <SelectField
        label={messages.priority}
        value={task.priority}
        options={messages.priorities}
        onChange={({ currentTarget: { value } }) => change(() => ({ priority: value as TaskDataFragment['priority'] }))}
      />
      <DueField key={task.dueDate} {...{ task, change }} />
      <AssigneesField {...{ task, change }} members={data?.members?.members} />
      <LabelsField {...{ task, change }} tags={data?.tags?.tags} />
    </>
  )
}

/** Earlier years are still being typed. */
const firstPlausibleYear = '1990'

function DueField({ task, change }: FactsProps) {
  const id = useId()
  const hint = isOverdue(task) ? <span className="badge danger">{messages.dueSince}</span> : undefined
  return (
    <FieldFrame id={id} label={messages.due} hint={hint}>
      <input
        type="date"
        {...inputProps(id, { hint })}
        defaultValue={task.dueDate ?? ''}
        max="9999-12-31"
        onBlur={({ currentTarget: { value, validity } }) => {
          if (!validity.badInput && value !== (task.dueDate ?? '')) change(() => ({ dueDate: value || null }))
        }}
        onChange={({ currentTarget: { value } }) => {
          if (value > firstPlausibleYear && value !== task.dueDate) change(() => ({ dueDate: value }))
        }}
      />
    </FieldFrame>
  )
}

interface RemovableBadgesProps {
  label: string
  chosen: readonly { id: string; name: string }[]
  remove: (name: string) => string
  onRemove: (id: string) => void
}

const RemovableBadges = ({ label, chosen, remove, onRemove }: RemovableBadgesProps) =>
  chosen.length > 0 && (
    <ul className="chosen" aria-label={label}>
      {chosen.map(({ id, name }) => (
        <li key={id} className="badge">
          {name}
          <button type="button" aria-label={remove(name)} onClick={() => onRemove(id)}>
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )

const matchesName = (q: string) => {
  const sought = q.toLocaleLowerCase()
  return ({ name }: { name: string }) => name.toLocaleLowerCase().includes(sought)
}

type Members = NonNullable<TaskChoicesQuery['members']>['members']

function AssigneesField({ task, change, members }: FactsProps & { members: Members | undefined }) {
  const [q, seek] = useState('')
  const [count, setCount] = useState(0)
  const set = (idsOf: (before: string[]) => string[]) => {
    setCount(count + 1)
    change((optimistic) => ({ assigneeIds: idsOf(optimistic.assigneeIds) }))
  }
  return (
    <div className="field">
      <Combobox
        // A new key resets the field for the next entry.
        key={count}
        autoFocus={count > 0}
        label={messages.assign}
        chosen={null}
        found={members?.filter(({ id }) => !task.assigneeIds.includes(id)).filter(matchesName(q))}
        onSearch={seek}
        onChoose={({ id }) => set((ids) => [...ids, id])}
      />
      <RemovableBadges
        label={messages.assignees}
        chosen={task.assignees}
        remove={messages.unassign}
        onRemove={(id) => set((ids) => ids.filter((each) => each !== id))}
      />
    </div>
  )
}

type Tags = NonNullable<TaskChoicesQuery['tags']>['tags']

const newLabelId = 'fresh'

function LabelsField({ task, change, tags }: FactsProps & { tags: Tags | undefined }) {
  const may = useMay()
  const [create] = useMutation(CreateTagOfTaskDocument)
  const [q, seek] = useState('')
  const [count, setCount] = useState(0)
  const [error, setError] = useState<string>()
  const set = (idsOf: (before: string[]) => string[]) => {
    setCount(count + 1)
    change((optimistic) => ({ tagIds: idsOf(optimistic.tagIds) }))
  }
  const isNew = q !== '' && may('createTag') && tags?.every(({ name }) => name.toLowerCase() !== q.toLowerCase())
  const found = tags?.filter(({ id }) => !task.tagIds.includes(id)).filter(matchesName(q))
  const choose = async ({ id }: { id: string }) => {
    if (id !== newLabelId) return set((ids) => [...ids, id])
    const { data, problem } = await create({ name: q })
    setError(problem?.message)
    if (data) set((ids) => [...ids, data.createTag.id])
  }
  return (
    <div className="field">
      <Combobox
        key={count}
        autoFocus={count > 0}
        label={messages.addLabel}
        error={error}
        chosen={null}
        found={found && (isNew ? [...found, { id: newLabelId, name: messages.newLabel(q) }] : found)}
        onSearch={seek}
        onChoose={choose}
      />
      <RemovableBadges
        label={messages.labels}
        chosen={task.tags}
        remove={messages.removeLabel}
        onRemove={(id) => set((ids) => ids.filter((each) => each !== id))}
      />
    </div>
  )
}
