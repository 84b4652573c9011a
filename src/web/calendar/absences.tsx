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
import { fieldOf, type Outcome } from '../graphql/send.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Area, Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { type Save, Shared } from '../ui/shared.tsx'
import { Sure } from '../ui/sure.tsx'
import { words } from '../words/words.ts'
import { said } from './calendar.words.ts'
import { type Members, namesOf } from './event-form.tsx'

interface AbsenceFormProps {
  /** What is changed; nothing where it is new. */
  absence: AwayDataFragment | undefined
  /** The day that is shown. */
  day: string
  members: Members
  onDone: (text: string) => void
  onClose: () => void
}

/** Enters an absence of one's own, as an administrator of anybody; or changes one. */
export function AbsenceForm({ absence, ...given }: AbsenceFormProps) {
  if (absence) return <ChangeAbsence absence={absence} {...given} />
  return (
    <Dialog title={said.absence.title} isOpen onClose={given.onClose}>
      <AbsenceFields {...given} />
    </Dialog>
  )
}

/** What the form changes of an absence, as it is called there. */
const namesOfAbsence = () => ({
  ...{ kind: said.absence.kind, startsOn: said.absence.from, endsOn: said.absence.to, note: said.absence.note },
  ...{ halfDay: said.absence.length, half: said.absence.length },
})

function ChangeAbsence({ absence, ...given }: AbsenceFormProps & { absence: AwayDataFragment }) {
  const [remove] = useMutation(DeleteAbsenceDocument)
  const [isDeleting, setDeleting] = useState(false)
  const answer = useQuery(AbsenceNowDocument, { id: absence.id }, ['absence'])
  if (isDeleting)
    return (
      <Sure
        {...said.absence.deleting}
        label={said.absence.delete}
        send={() => remove({ id: absence.id })}
        onDone={() => given.onDone(said.absence.deleted)}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <Dialog title={said.absence.edit} isOpen onClose={given.onClose}>
      <Shared now={answer.data?.absence ?? absence} ask={answer.retry} names={namesOfAbsence()} event="absence.updated">
        {(begun, save) => <AbsenceFields {...given} absence={begun} save={save} onDelete={() => setDeleting(true)} />}
      </Shared>
    </Dialog>
  )
}

interface AbsenceFieldsProps extends Omit<AbsenceFormProps, 'absence'> {
  absence?: AwayDataFragment
  save?: Save
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
        return save((version) => fieldOf(change({ id: absence.id, version, input }), 'updateAbsence'))
      }}
      onDone={() => onDone(absence ? said.absence.changed : said.absence.entered)}
    >
      {({ wrong, isBusy }) => (
        <>
          {!absence && isAdministrator && (
            <Choice
              label={said.absence.who}
              name="userId"
              defaultValue={member.id}
              options={namesOf(members)}
              wrong={wrong.userId}
            />
          )}
          <Choice
            label={said.absence.kind}
            name="kind"
            autoFocus
            defaultValue={absence?.kind ?? 'vacation'}
            options={said.kinds}
            wrong={wrong.kind}
          />
          <div className="row">
            <Field
              label={said.absence.from}
              name="startsOn"
              type="date"
              required
              value={first}
              onChange={({ currentTarget: { value } }) => {
                setFirst(value)
                if (last < value) setLast(value)
              }}
              wrong={wrong.startsOn}
            />
            <Field
              label={said.absence.to}
              name="endsOn"
              type="date"
              required
              value={last}
              onChange={({ currentTarget: { value } }) => setLast(value)}
              wrong={wrong.endsOn}
            />
          </div>
          {first === last && (
            <Choice
              label={said.absence.length}
              name="length"
              defaultValue={absence?.halfDay ? (absence.half ?? 'morning') : 'whole'}
              options={said.absence.lengths}
              wrong={wrong.half}
            />
          )}
          <Area
            label={said.absence.note}
            hint={said.absence.noteHint}
            name="note"
            defaultValue={absence?.note ?? ''}
            wrong={wrong.note}
          />
          <div className="actions">
            {onDelete && (
              <Button look="danger" onClick={onDelete}>
                {said.absence.delete}
              </Button>
            )}
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {words.save}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
