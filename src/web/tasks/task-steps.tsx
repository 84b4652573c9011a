import { useState } from 'react'
import {
  CreateStepDocument,
  DeleteStepDocument,
  type StepFragment,
  StepsNowDocument,
  type TaskDataFragment,
  UpdateStepDocument,
} from '#schema/web/graphql'
import { lastWriteWins, useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ActionsMenu } from '../ui/actions-menu.tsx'
import { type Feedback, feedbackFor } from '../ui/feedback.tsx'
import { preserveFocus, sameControlInNextRow } from '../ui/focus.ts'
import { QuickAdd } from '../ui/quick-add.tsx'
import { InPlaceEditor, type InPlaceResult, useInPlaceEditor } from './in-place-editor.tsx'
import { messages } from './tasks.messages.ts'

interface StepsProps {
  task: TaskDataFragment
  retry: () => void
  showFeedback: (feedback: Feedback) => void
}

export function TaskSteps({ task: { id, subtasks }, retry, showFeedback }: StepsProps) {
  const may = useMay()
  const [add] = useMutation(CreateStepDocument)
  const steps = subtasks.toSorted((one, other) => one.position - other.position)
  const done = steps.filter((step) => step.done).length
  return (
    <section className="card" aria-labelledby="task-steps">
      <header className="part over">
        <h2 id="task-steps">{messages.steps}</h2>
        {steps.length > 0 && <span className="quiet">{messages.stepsDone(done, steps.length)}</span>}
      </header>
      <div className="part">
        {steps.length > 0 && (
          <ol className="steps">
            {steps.map((step, index) => (
              <StepRow
                key={step.id}
                {...{ step, retry, showFeedback }}
                taskId={id}
                isFirst={index === 0}
                isLast={index === steps.length - 1}
              />
            ))}
          </ol>
        )}
        {may('createSubtask') && (
          <QuickAdd
            label={messages.newStep}
            placeholder={messages.newStepHint}
            send={(title) => add({ taskId: id, input: { title } })}
            onDone={retry}
          />
        )}
      </div>
    </section>
  )
}

interface StepProps extends Pick<StepsProps, 'retry' | 'showFeedback'> {
  taskId: string
  step: StepFragment
  isFirst: boolean
  isLast: boolean
}

function StepRow({ taskId, step, isFirst, isLast, retry, showFeedback }: StepProps) {
  const may = useMay()
  const [add] = useMutation(CreateStepDocument)
  const [update] = useMutation(UpdateStepDocument)
  const [remove] = useMutation(DeleteStepDocument)
  const { editing, button, begin, end } = useInPlaceEditor(step)
  /** The pending state. */
  const [optimistic, setOptimistic] = useState<boolean>()
  /** Fetches the current version past the cache. */
  const ask = async (): Promise<Outcome<StepFragment | undefined>> => {
    const { data, problem } = await fetchGraphql(StepsNowDocument, { id: taskId })
    return data ? { data: data.task?.subtasks.find(({ id }) => id === step.id) } : { problem }
  }
  const check = async (done: boolean) => {
    setOptimistic(done)
    const { problem } = await update({ id: step.id, input: { done } }, lastWriteWins)
    if (problem) showFeedback({ variant: 'danger', text: problem.message })
    setOptimistic((now) => (now === done ? undefined : now))
  }
  const moveTo = async (position: number) => {
    const { id, version } = step
    const isAsSeen = (now: StepFragment) => now.position === step.position
    const { problem } = await update({ id, version, input: { position } }, { fetchCurrent: ask, isUnchanged: isAsSeen })
    if (problem) showFeedback({ variant: 'danger', text: problem.message })
    // Moving a step renumbers the others.
    retry()
  }
  /** Renames a step unless someone else has renamed it meanwhile. */
  const rename = async (
    title: string,
    { version, title: before }: StepFragment,
    isSure: boolean,
  ): Promise<InPlaceResult> => {
    let theirs: string | undefined
    const isAsSeen = (now: StepFragment) => {
      if (!isSure && now.title !== before) theirs = now.title
      return theirs === undefined
    }
    const outcome = await update(
      { id: step.id, version, input: { title } },
      { fetchCurrent: ask, isUnchanged: isAsSeen },
    )
    return theirs === undefined ? outcome : { theirs }
  }
  const discard = async () => {
    if (button.current) preserveFocus(sameControlInNextRow(button.current))
    const restore = async () => {
      const { title, done, position } = step
      showFeedback(feedbackFor(await add({ taskId, input: { title, done, position } }), t.undone))
      retry()
    }
    showFeedback(feedbackFor(await remove({ id: step.id }), messages.stepDeleted(step.title), restore))
    retry()
  }
  const mayChange = may('updateSubtask')
  const actions = [
    { label: messages.rename, act: begin },
    ...(isFirst ? [] : [{ label: messages.up, act: () => moveTo(step.position - 1) }]),
    ...(isLast ? [] : [{ label: messages.down, act: () => moveTo(step.position + 1) }]),
    {
      label: messages.remove,
      act: discard,
    },
  ]
  if (editing)
    return (
      <li>
        <InPlaceEditor
          label={messages.title}
          text={editing.value.title}
          isRequired
          save={(title, isSure) => rename(title, editing.value, isSure)}
          onEnd={end}
        />
      </li>
    )
  return (
    <li>
      <label className="choice">
        <input
          type="checkbox"
          checked={optimistic ?? step.done}
          disabled={!mayChange}
          onChange={({ currentTarget }) => check(currentTarget.checked)}
        />
        <span>{step.title}</span>
      </label>
      {mayChange && <ActionsMenu label={messages.stepActions(step.title)} actions={actions} button={button} />}
    </li>
  )
}
