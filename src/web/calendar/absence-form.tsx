import { useState } from 'react'
import {
  type AbsenceKind,
  AbsenceNowDocument,
  type AwayDataFragment,
  ChangeAbsenceDocument,
  type DayHalf,
  DeleteAbsenceDocument,
  EnterAbsenceDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { type SaveVersion, VersionedForm } from '../ui/versioned-form.tsx'
import { messages } from './calendar.messages.ts'
import { type Members, memberNames } from './event-form.tsx'

interface AbsenceFormProps {
  /** Absent when creating. */
  absence: AwayDataFragment | undefined
  /** The selected day. */
  day: string
  members: Members
  onDone: (text: string) => void
  onClose: () => void
}

/** Creates or edits an absence. Administrators can choose the member. */
export function AbsenceForm({ absence, ...given }: AbsenceFormProps) {
  if (absence) return <EditAbsenceDialog absence={absence} {...given} />
  return (
    <Dialog title={messages.absence.title} isOpen onClose={given.onClose}>
      <AbsenceFields {...given} />
    </Dialog>
  )
}

const absenceFieldLabels = () => ({
  ...{
    kind: messages.absence.kind,
    startsOn: messages.absence.from,
    endsOn: messages.absence.to,
    note: messages.absence.note,
  },
  ...{ halfDay: messages.absence.length, half: messages.absence.length },
})

function EditAbsenceDialog({ absence, ...given }: AbsenceFormProps & { absence: AwayDataFragment }) {
  const [remove] = useMutation(DeleteAbsenceDocument)
  const [isDeleting, setDeleting] = useState(false)
  const answer = useQuery(AbsenceNowDocument, { id: absence.id }, ['absence'])
  if (isDeleting)
    return (
      <ConfirmDialog
        {...messages.absence.deleting}
        label={messages.absence.delete}
        send={() => remove({ id: absence.id })}
        onDone={() => given.onDone(messages.absence.deleted)}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <Dialog title={messages.absence.edit} isOpen onClose={given.onClose}>
      <VersionedForm
        current={answer.data?.absence ?? absence}
        refetch={answer.retry}
        fieldNames={absenceFieldLabels()}
        event="absence.updated"
      >
        {(initial, save) => (
          <AbsenceFields {...given} absence={initial} save={save} onDelete={() => setDeleting(true)} />
        )}
      </VersionedForm>
    </Dialog>
  )
}

interface AbsenceFieldsProps extends Omit<AbsenceFormProps, 'absence'> {
  absence?: AwayDataFragment
  save?: SaveVersion
  onDelete?: () => void
}

function AbsenceFields({ absence, save, day, members, onDelete, onDone, onClose }: AbsenceFieldsProps) {
  const { member } = useSession()
  const [enter] = useMutation(EnterAbsenceDocument)
  const [change] = useMutation(ChangeAbsenceDocument)
  const [first, setFirst] = useState<string>(absence?.startsOn ?? day)
  const [last, setLast] = useState<string>(absence?.endsOn ?? day)
  const isAdministrator = member.role === 'owner' || member.role === 'admin'
  return (
    <Form
      send={async ({ kind, length = 'whole', note = '', userId }): Promise<Outcome<unknown> | undefined> => {
        const halfDay = length !== 'whole' && first === last
        const input = {
          ...{ kind: kind as AbsenceKind, startsOn: first, endsOn: last, note: note.trim() || null, halfDay },
          ...(halfDay && { half: length as DayHalf }),
        }
        if (!absence || !save) return enter({ input: { ...input, ...(userId && { userId }) } })
        return save((version) => pickField(change({ id: absence.id, version, input }), 'updateAbsence'))
      }}
      onDone={() => onDone(absence ? messages.absence.changed : messages.absence.entered)}
    >
      {({ errors, isBusy }) => (
        <>
          {!absence && isAdministrator && (
            <SelectField
              label={messages.absence.who}
              name="userId"
              defaultValue={member.id}
              options={memberNames(members)}
              error={errors.userId}
            />
          )}
          <SelectField
            label={messages.absence.kind}
            name="kind"
            autoFocus
            defaultValue={absence?.kind ?? 'vacation'}
            options={messages.kinds}
            error={errors.kind}
          />
          <div className="row">
            <TextField
              label={messages.absence.from}
              name="startsOn"
              type="date"
              required
              value={first}
              onChange={({ currentTarget: { value } }) => {
                setFirst(value)
                if (last < value) setLast(value)
              }}
              error={errors.startsOn}
            />
            <TextField
              label={messages.absence.to}
              name="endsOn"
              type="date"
              required
              value={last}
              onChange={({ currentTarget: { value } }) => setLast(value)}
              error={errors.endsOn}
            />
          </div>
          {first === last && (
            <SelectField
              label={messages.absence.length}
              name="length"
              defaultValue={absence?.halfDay ? (absence.half ?? 'morning') : 'whole'}
              options={messages.absence.lengths}
              error={errors.half}
            />
          )}
          <TextAreaField
            label={messages.absence.note}
            hint={messages.absence.noteHint}
            name="note"
            defaultValue={absence?.note ?? ''}
            error={errors.note}
          />
          <div className="actions">
            {onDelete && (
              <Button variant="danger" onClick={onDelete}>
                {messages.absence.delete}
              </Button>
            )}
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
