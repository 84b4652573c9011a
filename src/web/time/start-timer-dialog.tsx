import { useRouterState } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import {
  type EntryFragment,
  ProjectWorkedOnDocument,
  type StartTimerInput,
  TaskWorkedOnDocument,
} from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { messages } from './time.messages.ts'
import { formatWorkItem, toWorkItemInput, type WorkItem, WorkItemField, workItemKey } from './work-item-field.tsx'

interface StartTimerDialogProps {
  /** Recent entries, newest first. */
  last: readonly EntryFragment[]
  onStart: (input: StartTimerInput, name: string) => void
  onGoOn: (entry: EntryFragment) => void
  onClose: () => void
}

const maxRecent = 4

/** The project or task of the current URL. */
const matchWorkItemPath = (path: string) => /^\/(projects|tasks)\/([\da-f-]{36})/.exec(path) ?? []

/** Starts the timer. Preselects the work item of the current page, else the last one. */
export function StartTimerDialog(given: StartTimerDialogProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [, kind, id] = matchWorkItemPath(path)
  return (
    <Dialog title={t.timer.start} isOpen onClose={given.onClose}>
      {!id ? (
        <StartForm {...given} first={given.last[0] ?? null} />
      ) : kind === 'tasks' ? (
        <StartFormForTask {...given} id={id} />
      ) : (
        <StartFormForProject {...given} id={id} />
      )}
    </Dialog>
  )
}

function StartFormForProject({ id, ...given }: StartTimerDialogProps & { id: string }) {
  const { data, problem } = useQuery(ProjectWorkedOnDocument, { id })
  return data || problem ? <StartForm {...given} first={data?.project ? { project: data.project } : null} /> : null
}

function StartFormForTask({ id, ...given }: StartTimerDialogProps & { id: string }) {
  const { data, problem } = useQuery(TaskWorkedOnDocument, { id })
  const task = data?.task
  return data || problem ? <StartForm {...given} first={task ? { project: task.project, task } : null} /> : null
}

function StartForm({ last, first, onStart, onGoOn, onClose }: StartTimerDialogProps & { first: WorkItem | null }) {
  const [place, setPlace] = useState(first)
  const send = async ({ description, billable }: FormValues) => {
    if (!place) return { problem: { code: 'invalid', message: messages.noPlace, fields: {}, paths: {} } }
    onStart(
      { ...toWorkItemInput(place), description: description?.trim() || null, billable: billable === 'on' },
      formatWorkItem(place),
    )
    return undefined
  }
  const same = (one: EntryFragment) => (other: EntryFragment) =>
    workItemKey(one) === workItemKey(other) && one.description === other.description
  const offered = last.filter((entry, index) => last.findIndex(same(entry)) === index).slice(0, maxRecent)
  return (
    <>
      <Form send={send}>
        {() => (
          <>
            <WorkItemField
              label={messages.place}
              hint={messages.placeHint}
              chosen={place}
              onChoose={setPlace}
              isRequired
              autoFocus
            />
            <TextField label={messages.description} name="description" maxLength={2000} />
            <Checkbox label={messages.billable} name="billable" defaultChecked />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary">
                {t.timer.start}
              </Button>
            </div>
          </>
        )}
      </Form>
      {offered.length > 0 && (
        <section className="group" aria-labelledby="worked-last">
          <h3 id="worked-last">{messages.last}</h3>
          <ul className="again">
            {offered.map((entry) => (
              <li key={entry.id}>
                <Button variant={['plain', 'wide']} onClick={() => onGoOn(entry)}>
                  <RotateCcw size={16} aria-hidden />
                  <span>
                    <span className="unseen">{messages.goOn} </span>
                    {formatWorkItem(entry)}
                    {entry.description && <span className="quiet">{entry.description}</span>}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
