import { useState } from 'react'
import {
  CreateTimeEntryDocument,
  type EntryFragment,
  EntryNowDocument,
  UpdateTimeEntryDocument,
  type WeekEntryFragment,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { notifyChanged } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { parseTimeRangeInputs, toDateTimeInput } from '../i18n/service-time.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { type SaveVersion, VersionedForm } from '../ui/versioned-form.tsx'
import { messages } from './time.messages.ts'
import { lastFullMinute } from './week.ts'
import { toWorkItemInput, type WorkItem, WorkItemField, workItemError } from './work-item-field.tsx'

interface EntryDialogProps {
  /** Absent when creating. */
  entry?: EntryFragment
  /** Set if the entry belongs to another member. */
  userId: string | undefined
  onDone: (recorded: WeekEntryFragment) => void
  onClose: () => void
}

const hourMs = 3_600_000

const entryFieldLabels = () => ({
  ...{ project: messages.place, task: messages.place, description: messages.description, billable: messages.billable },
  ...{ startedAt: messages.entries.start, endedAt: messages.entries.end },
})

/** Creates or edits a time entry with start and end. */
export function EntryDialog({ entry, ...given }: EntryDialogProps) {
  return (
    <Dialog title={entry ? messages.entries.editing : messages.entries.add} isOpen onClose={given.onClose}>
      {entry ? <EditEntry entry={entry} {...given} /> : <EntryFields {...given} />}
    </Dialog>
  )
}

function EditEntry({ entry, ...given }: EntryDialogProps & { entry: EntryFragment }) {
  const answer = useQuery(EntryNowDocument, { id: entry.id }, ['time_entry'])
  const now = answer.data?.timeEntry ?? entry
  return (
    <VersionedForm current={now} refetch={answer.retry} fieldNames={entryFieldLabels()} event="time_entry.updated">
      {(initial, save) => <EntryFields {...given} entry={initial} save={save} />}
    </VersionedForm>
  )
}

function EntryFields({ entry, save, userId, onDone, onClose }: EntryDialogProps & { save?: SaveVersion }) {
  const [create] = useMutation(CreateTimeEntryDocument)
  const [update] = useMutation(UpdateTimeEntryDocument)
  const [place, setPlace] = useState<WorkItem | null>(entry ?? null)
  const [initial] = useState(() => ({
    startTime: entry?.startedAt ?? new Date(lastFullMinute() - hourMs).toISOString(),
    endTime: entry?.endedAt ?? new Date(lastFullMinute()).toISOString(),
  }))
  const send = async ({
    description,
    startedAt = '',
    endedAt = '',
    billable,
  }: FormValues): Promise<Outcome<WeekEntryFragment> | undefined> => {
    if (!place) {
      const fields = { projectId: messages.noPlace }
      return { problem: { code: 'invalid', message: messages.noPlace, fields, paths: {} } }
    }
    const input = { ...toWorkItemInput(place), description: description?.trim() || null, billable: billable === 'on' }
    const { startTime, endTime } = parseTimeRangeInputs(startedAt, endedAt, initial)
    if (!entry || !save)
      return pickField(
        create({ input: { ...input, startedAt: startTime, endedAt: endTime, ...(userId && { userId }) } }),
        'createTimeEntry',
      )
    // Only changed times are sent, so that errors refer to them.
    const span = {
      ...(startTime !== initial.startTime && { startedAt: startTime }),
      ...(endTime !== initial.endTime && { endedAt: endTime }),
    }
    return save((version) =>
      pickField(update({ id: entry.id, version, input: { ...input, ...span } }), 'updateTimeEntry'),
    )
  }
  const done = (recorded: WeekEntryFragment) => {
    notifyChanged('time_entry')
    onDone(recorded)
  }
  return (
    <Form send={send} onDone={done}>
      {({ errors, isBusy }) => (
        <>
          <WorkItemField
            label={messages.place}
            hint={messages.placeHint}
            chosen={place}
            onChoose={setPlace}
            error={workItemError(errors)}
            isRequired
            autoFocus={!entry}
          />
          <TextField
            label={messages.description}
            name="description"
            maxLength={2000}
            defaultValue={entry?.description ?? ''}
            autoFocus={entry !== undefined}
            error={errors.description}
          />
          <div className="row">
            <TextField
              label={messages.entries.start}
              type="datetime-local"
              name="startedAt"
              required
              defaultValue={toDateTimeInput(initial.startTime)}
              error={errors.startedAt}
            />
            <TextField
              label={messages.entries.end}
              type="datetime-local"
              name="endedAt"
              required
              defaultValue={toDateTimeInput(initial.endTime)}
              error={errors.endedAt}
            />
          </div>
          <Checkbox label={messages.billable} name="billable" defaultChecked={entry?.billable ?? true} />
          <div className="actions">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {t.save}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
