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
import { Check, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { inputOf, keyOf, nameOf, type Place, PlaceChoice } from './place-choice.tsx'
import { messages } from './time.messages.ts'

interface StartDialogProps {
  /** What was worked on, newest first. */
  last: readonly EntryFragment[]
  onStart: (input: StartTimerInput, name: string) => void
  onGoOn: (entry: EntryFragment) => void
  onClose: () => void
}

/** So many of what was worked on last are offered. */
const most = 4

/** What a page is about, by its address. */
const idOn = (path: string) => /^\/(projects|tasks)\/([\da-f-]{36})/.exec(path) ?? []

/** What is to be worked on: that of the page, else the last. */
export function StartDialog(given: StartDialogProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [, kind, id] = idOn(path)
  return (
    <Dialog title={t.timer.start} isOpen onClose={given.onClose}>
      {!id ? (
        <StartForm {...given} first={given.last[0] ?? null} />
      ) : kind === 'tasks' ? (
        <OfTask {...given} id={id} />
      ) : (
        <OfProject {...given} id={id} />
      )}
    </Dialog>
  )
}

function OfProject({ id, ...given }: StartDialogProps & { id: string }) {
  const { data, problem } = useQuery(ProjectWorkedOnDocument, { id })
  return data || problem ? <StartForm {...given} first={data?.project ? { project: data.project } : null} /> : null
}

function OfTask({ id, ...given }: StartDialogProps & { id: string }) {
  const { data, problem } = useQuery(TaskWorkedOnDocument, { id })
  const task = data?.task
  return data || problem ? <StartForm {...given} first={task ? { project: task.project, task } : null} /> : null
}

function StartForm({ last, first, onStart, onGoOn, onClose }: StartDialogProps & { first: Place | null }) {
  const [place, setPlace] = useState(first)
  const send = async ({ description, billable }: Filled) => {
    if (!place) return { problem: { code: 'invalid', message: messages.noPlace, fields: {}, paths: {} } }
    onStart({ ...inputOf(place), description: description?.trim() || null, billable: billable === 'on' }, nameOf(place))
    return undefined
  }
  const same = (one: EntryFragment) => (other: EntryFragment) =>
    keyOf(one) === keyOf(other) && one.description === other.description
  const offered = last.filter((entry, index) => last.findIndex(same(entry)) === index).slice(0, most)
  return (
    <>
      <Form send={send}>
        {() => (
          <>
            <PlaceChoice
              label={messages.place}
              hint={messages.placeHint}
              chosen={place}
              onChoose={setPlace}
              isRequired
              autoFocus
            />
            <Field label={messages.description} name="description" maxLength={2000} />
            <Check label={messages.billable} name="billable" defaultChecked />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" look="primary">
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
                <Button look={['plain', 'wide']} onClick={() => onGoOn(entry)}>
                  <RotateCcw size={16} aria-hidden />
                  <span>
                    <span className="unseen">{messages.goOn} </span>
                    {nameOf(entry)}
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
