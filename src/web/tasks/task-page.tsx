import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Check, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteTaskDocument,
  TaskPageDocument,
  type TaskPageQuery,
  TimeOfTaskDocument,
  UpdateTaskDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { formatCount, formatTimestampDate } from '../i18n/format.ts'
import { useMay } from '../session.ts'
import { formatHours } from '../time/durations.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { Comments } from './comments.tsx'
import { InPlaceEditor, type InPlaceResult, useInPlaceEditor } from './in-place-editor.tsx'
import { htmlToMarkdown, markdownToHtml } from './markdown.ts'
import { type UpdateFacts, useOptimisticFacts } from './optimistic-facts.ts'
import { RichText } from './rich-text.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskFiles } from './task-files.tsx'
import { useSetTaskStatus } from './task-status.ts'
import { TaskSteps } from './task-steps.tsx'
import { messages } from './tasks.messages.ts'
import './tasks.css'

const route = getRouteApi('/tasks/$id')

/** A task with everything that belongs to it, edited in place and updated live. */
export function TaskPage() {
  const { id } = route.useParams()
  const answer = useQuery(TaskPageDocument, { id }, ['task', 'subtask'])
  const task = answer.data?.task
  return task ? (
    <TaskContent key={task.id} task={task} retry={answer.retry} />
  ) : (
    <Page title={messages.tasks}>
      <div className="card">
        <QueryResult query={answer} pick={({ task: found }) => found}>
          {() => null}
        </QueryResult>
      </div>
    </Page>
  )
}

type Task = NonNullable<TaskPageQuery['task']>
type TextField = 'title' | 'description'

function TaskContent({ task, retry }: { task: Task; retry: () => void }) {
  const { id, status, project } = task
  const may = useMay()
  const navigate = useNavigate()
  const [update] = useMutation(UpdateTaskDocument)
  const [become, isCompleting] = useSetTaskStatus()
  const [remove] = useMutation(DeleteTaskDocument)
  const [feedback, showFeedback] = useState<Feedback>()
  const [isDeleting, setDeleting] = useState(false)
  const [optimistic, changeFacts] = useOptimisticFacts(task)

  const change: UpdateFacts = async (changeOf) => {
    const outcome = await changeFacts(changeOf)
    showFeedback(outcome.problem && { variant: 'danger', text: outcome.problem.message })
    if (outcome.problem?.code === 'changed_since') retry()
    return outcome
  }
  /** Completes or reopens the task, with undo. */
  const complete = async () => {
    const [to, done, undone] =
      status === 'open'
        ? (['done', messages.completed, messages.reopened] as const)
        : (['open', messages.reopened, messages.completed] as const)
    showFeedback(undefined)
    const outcome = await become(id, to)
    const undoAction = outcome.data?.undo
    const undo = undoAction && (async () => showFeedback(feedbackFor(await undoAction(), undone)))
    showFeedback(feedbackFor(outcome, undoAction ? done : messages.already[to], undo))
    if (!undoAction) retry()
  }
  /** Saves a text unless someone else has changed it since editing began. */
  const saveText = async (
    field: TextField,
    text: string,
    initial: string | null,
    isSure: boolean,
  ): Promise<InPlaceResult> => {
    let now: Pick<Task, TextField | 'version'> = task
    for (;;) {
      if (now[field] !== initial && !isSure)
        return { theirs: field === 'title' ? now.title : now.description && <RichText html={now.description} /> }
      const outcome = await update({ id, version: now.version, input: { [field]: text || null } })
      if (outcome.problem?.code !== 'precondition_failed') return outcome
      // The task has changed. The next round checks whether this field did.
      const { data, problem } = await fetchGraphql(TaskPageDocument, { id })
      if (!data?.task) return { problem: problem ?? outcome.problem }
      now = data.task
      retry()
    }
  }
  return (
    <Page
      title={task.title}
      heading={
        <TaskTitle title={task.title} save={(text, initial, isSure) => saveText('title', text, initial, isSure)} />
      }
      about={
        <>
          <Link to="/projects/$id" params={{ id: project.id }}>
            {project.name}
          </Link>
          {' · '}
          {task.column.name}{' '}
          <span className={`badge ${status === 'done' ? 'good' : ''}`}>{messages.statuses[status]}</span>
        </>
      }
      action={
        may('updateTask') && (
          <Button variant={status === 'open' ? 'primary' : []} isBusy={isCompleting} onClick={complete}>
            {status === 'open' ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
            {status === 'open' ? messages.complete : messages.reopen}
          </Button>
        )
      }
    >
      <StatusMessage {...feedback} />
      <div className="task">
        <div>
          <TaskDescription
            html={task.description}
            save={async (text, initial, isSure) =>
              saveText('description', text && (await markdownToHtml(text)), initial, isSure)
            }
          />
          <TaskSteps {...{ task, retry, showFeedback }} />
          <Comments taskId={id} />
        </div>
        <div>
          <TaskFacts task={optimistic} change={change} />
          <TaskFiles taskId={id} attachments={task.attachments} {...{ retry, showFeedback }} />
          {may('timeEntries') && <TaskTime taskId={id} />}
          {may('deleteTask') && (
            <div className="actions">
              <Button variant={['plain', 'danger', 'small']} onClick={() => setDeleting(true)}>
                {messages.delete}
              </Button>
            </div>
          )}
        </div>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={messages.sure.title(task.title)}
          text={messages.sure.text}
          label={messages.sure.label}
          send={() => remove({ id })}
          onDone={() => navigate({ to: '/projects/$id', params: { id: project.id }, replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  )
}

type SaveText = (text: string, initial: string | null, isSure: boolean) => Promise<InPlaceResult>

function TaskTitle({ title, save }: { title: string; save: SaveText }) {
  const may = useMay()
  const { editing, button, begin, end } = useInPlaceEditor(title)
  if (editing)
    return (
      <>
        <h1 className="unseen">{title}</h1>
        <InPlaceEditor
          label={messages.title}
          text={editing.value ?? ''}
          isRequired
          save={(text, isSure) => save(text, editing.value, isSure)}
          onEnd={end}
        />
      </>
    )
  return (
    <div className="title">
      <h1>{title}</h1>
      {may('updateTask') && (
        <button
          type="button"
          className="button plain small"
          ref={button}
          aria-label={messages.editTitle}
          onClick={begin}
        >
          <Pencil size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}

function TaskDescription({ html, save }: { html: string | null; save: SaveText }) {
  const may = useMay()
  const { editing, button, begin, end } = useInPlaceEditor(html)
  return (
    <section className="card" aria-labelledby="task-description">
      <header className="part over">
        <h2 id="task-description">{messages.description}</h2>
        {!editing && may('updateTask') && (
          <button
            type="button"
            className="button plain small"
            ref={button}
            aria-label={messages.editDescription}
            onClick={begin}
          >
            <Pencil size={16} aria-hidden />
          </button>
        )}
      </header>
      <div className="part">
        {editing ? (
          <InPlaceEditor
            label={messages.description}
            hint={messages.descriptionHint}
            text={htmlToMarkdown(editing.value ?? '')}
            isLong
            save={(text, isSure) => save(text, editing.value, isSure)}
            onEnd={end}
          />
        ) : html ? (
          <RichText html={html} />
        ) : (
          <p className="quiet">{messages.noDescription}</p>
        )}
      </div>
    </section>
  )
}

function TaskTime({ taskId }: { taskId: string }) {
  const answer = useQuery(TimeOfTaskDocument, { taskId }, ['time_entry'])
  const sum = answer.data?.timeEntries?.sumSeconds
  return (
    <section className="card" aria-labelledby="task-time">
      <header className="part over">
        <h2 id="task-time">{messages.time}</h2>
        {sum ? <span className="quiet">{formatHours(sum)}</span> : null}
      </header>
      <div className="part">
        <QueryResult query={answer} pick={({ timeEntries }) => timeEntries}>
          {({ total, timeEntries }) =>
            total === 0 ? (
              <p className="quiet">{messages.noTime}</p>
            ) : (
              <>
                <ul className="plain-list">
                  {timeEntries.map((entry) => (
                    <li key={entry.id}>
                      <span>
                        {entry.userName}
                        {entry.description && <span className="quiet"> · {entry.description}</span>}
                      </span>
                      <span className="quiet">{formatTimestampDate(entry.startedAt)}</span>
                      <span className="figure">
                        {entry.durationSeconds === null ? messages.running : formatHours(entry.durationSeconds)}
                      </span>
                    </li>
                  ))}
                </ul>
                {total > timeEntries.length && (
                  <p className="quiet">{messages.moreTime(formatCount(total - timeEntries.length))}</p>
                )}
              </>
            )
          }
        </QueryResult>
      </div>
    </section>
  )
}
