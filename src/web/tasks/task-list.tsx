import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ListChecks, Plus, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NameOfProjectDocument, TaskFiltersDocument, type TaskPriority, TasksDocument } from '#schema/web/graphql'
import { useAllPages, useQuery } from '../graphql/client.ts'
import { addDays, type IsoDate, today } from '../i18n/dates.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Filters } from '../ui/filters.tsx'
import { Page } from '../ui/page.tsx'
import { PageOutOfRange, Pager } from '../ui/pager.tsx'
import { EmptyState, QueryResult, RelatedList } from '../ui/query-result.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Table } from '../ui/table.tsx'
import { isTextInput } from '../ui/text-input.ts'
import { ProjectViews } from './project-views.tsx'
import { DueDate } from './task-facts.tsx'
import { messages } from './tasks.messages.ts'
import type { TaskSearch } from './tasks.routes.ts'
import './tasks.css'

const allTasksRoute = getRouteApi('/tasks')
const projectTasksRoute = getRouteApi('/projects/$id/tasks')

export function AllTasksPage() {
  const search = allTasksRoute.useSearch()
  const may = useMay()
  return (
    <Page
      title={messages.tasks}
      about={<span className="for-keys">{messages.keys}</span>}
      action={
        may('createTask') && (
          <Link to="/tasks/new" className="button primary">
            <Plus size={16} aria-hidden />
            {t.commands.newTask}
          </Link>
        )
      }
    >
      <TaskList search={search} />
    </Page>
  )
}

export function ProjectTasksPage() {
  const { id } = projectTasksRoute.useParams()
  const search = projectTasksRoute.useSearch()
  const answer = useQuery(NameOfProjectDocument, { id }, ['project'])
  return (
    <Page title={answer.data?.project?.name ?? t.projects.title} about={answer.data?.project?.client?.name}>
      <RelatedList answer={answer}>
        <ProjectViews id={id} />
        <TaskList search={search} projectId={id} />
      </RelatedList>
    </Page>
  )
}

const badgeVariants: Partial<Record<TaskPriority, string>> = { urgent: 'danger', high: 'warn', medium: 'accent' }

const weekDays = 7

/** A filtered and sorted task list with keyboard navigation. Filters and order are part of the URL. */
function TaskList({ search, projectId }: { search: TaskSearch; projectId?: string }) {
  const navigate = useNavigate()
  const { page = 1, q = '', project, status, assignee, tag, due, sort } = search
  const choices = useAllPages(TaskFiltersDocument, {}, ['project'])
  const until = { overdue: today(), week: addDays(today(), weekDays) }
  const answer = useQuery(
    TasksDocument,
    {
      page,
      q: q || null,
      projectId: projectId ?? project ?? null,
      status: status === 'all' ? null : (status ?? 'open'),
      assigneeId: assignee ?? null,
      tagId: tag ?? null,
      dueBefore: due ? (until[due] as IsoDate) : null,
      sort: sort ?? 'created_at_desc',
    },
    ['task', 'project'],
  )
  const set = (changed: { [Key in keyof TaskSearch]?: TaskSearch[Key] | undefined }) =>
    navigate({ to: '.', search: { ...search, page: undefined, ...changed }, replace: true })
  const isFiltered = Boolean(q || project || status || assignee || tag || due)
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setCleared(cleared + 1)
    navigate({ to: '.', search: {}, replace: true })
  }
  const rows = useRowNavigation()
  return (
    <search className="card">
      <SearchField key={cleared} q={q} onSearch={(sought) => set({ q: sought || undefined })} />
      <Filters set={[project, status, assignee, tag, due].filter(Boolean).length}>
        <fieldset className="task-filters">
          <legend className="unseen">{messages.filters}</legend>
          {!projectId && (
            <SelectField
              label={messages.project}
              value={project ?? ''}
              options={{
                '': messages.allProjects,
                ...Object.fromEntries((choices.data?.projects?.projects ?? []).map(({ id, name }) => [id, name])),
              }}
              onChange={({ currentTarget }) => set({ project: currentTarget.value || undefined })}
            />
          )}
          <SelectField
            label={messages.status}
            value={status ?? 'open'}
            options={{ ...messages.statuses, all: messages.allStatuses }}
            onChange={({ currentTarget: { value } }) =>
              set({ status: value === 'done' || value === 'all' ? value : undefined })
            }
          />
          <SelectField
            label={messages.assignee}
            value={assignee ?? ''}
            options={{ '': messages.anybody, me: messages.me }}
            onChange={({ currentTarget }) => set({ assignee: currentTarget.value || undefined })}
          />
          <SelectField
            label={messages.label}
            value={tag ?? ''}
            options={{
              '': messages.allLabels,
              ...Object.fromEntries((choices.data?.tags?.tags ?? []).map(({ id, name }) => [id, name])),
            }}
            onChange={({ currentTarget }) => set({ tag: currentTarget.value || undefined })}
          />
          <SelectField
            label={messages.dueFilter}
            value={due ?? 'any'}
            options={messages.dues}
            onChange={({ currentTarget: { value } }) =>
              set({ due: value === 'overdue' || value === 'week' ? value : undefined })
            }
          />
          <SelectField
            label={messages.order}
            value={sort ?? 'created_at_desc'}
            options={messages.orders}
            onChange={({ currentTarget: { value } }) =>
              set({
                sort: value === 'due_date' || value === 'priority_desc' || value === 'created_at' ? value : undefined,
              })
            }
          />
        </fieldset>
      </Filters>
      <QueryResult query={answer} pick={({ tasks }) => tasks}>
        {({ total, tasks }) =>
          tasks.length > 0 ? (
            <div ref={rows}>
              <Table
                label={messages.tasks}
                rows={tasks}
                columns={[
                  {
                    label: messages.title,
                    kind: 'main',
                    show: ({ id, title }) => (
                      <Link to="/tasks/$id" params={{ id }}>
                        {title}
                      </Link>
                    ),
                  },
                  ...(projectId
                    ? []
                    : [{ label: messages.project, show: (task: (typeof tasks)[number]) => task.project.name }]),
                  {
                    label: messages.column,
                    show: ({ status: now, column }) =>
                      now === 'done' ? <span className="badge good">{messages.statuses.done}</span> : column.name,
                  },
                  {
                    label: messages.priority,
                    show: ({ priority }) =>
                      priority === 'none' ? null : (
                        <span className={`badge ${badgeVariants[priority] ?? ''}`}>
                          {messages.priorities[priority]}
                        </span>
                      ),
                  },
                  { label: messages.due, show: (task) => (task.dueDate ? <DueDate task={task} /> : null) },
                  {
                    label: messages.assignees,
                    show: ({ assignees }) => assignees.map(({ name }) => name).join(', ') || null,
                  },
                  {
                    label: messages.labels,
                    show: ({ tags }) =>
                      tags.length > 0 ? (
                        <span className="badges">
                          {tags.map(({ id, name }) => (
                            <span key={id} className="badge">
                              {name}
                            </span>
                          ))}
                        </span>
                      ) : null,
                  },
                ]}
              />
              <Pager page={page} total={total} onTurn={(turned) => set({ page: turned === 1 ? undefined : turned })} />
            </div>
          ) : total > 0 ? (
            <PageOutOfRange onTurn={() => set({})} />
          ) : isFiltered ? (
            <EmptyState
              icon={Search}
              title={messages.none}
              action={<Button onClick={clear}>{messages.clear}</Button>}
            />
          ) : (
            <EmptyState
              icon={ListChecks}
              title={messages.empty.title}
              action={
                projectId ? (
                  <Link to="/projects/$id" params={{ id: projectId }} className="button primary">
                    {messages.toBoard}
                  </Link>
                ) : (
                  <Link to="/projects" className="button primary">
                    {messages.toProjects}
                  </Link>
                )
              }
            >
              {messages.empty.text}
            </EmptyState>
          )
        }
      </QueryResult>
    </search>
  )
}

/** J and K move between rows, as do the arrow keys once a row has the focus. Enter follows the link. */
function useRowNavigation() {
  const list = useRef<HTMLDivElement>(null)
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(target) || document.querySelector('.backdrop'))
      return
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('td.main a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const isDown = key === 'j' || (at >= 0 && key === 'ArrowDown')
    const isUp = key === 'k' || (at >= 0 && key === 'ArrowUp')
    if ((!isDown && !isUp) || links.length === 0) return
    event.preventDefault()
    links[Math.max(0, Math.min(links.length - 1, at + (isDown ? 1 : -1)))]?.focus()
  })
  useEffect(() => {
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return list
}
