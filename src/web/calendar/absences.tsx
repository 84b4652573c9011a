import { useState } from 'react'
import {
  type AbsenceKind,
  type AwayDataFragment,
  ChangeAbsenceDocument,
  type DayHalf,
  DeleteAbsenceDocument,
  EnterAbsenceDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Area, Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
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
export function AbsenceForm({ absence, day, members, onDone, onClose }: AbsenceFormProps) {
  const { member } = useSession()
  const [enter] = useMutation(EnterAbsenceDocument)
  const [change] = useMutation(ChangeAbsenceDocument)
  const [remove] = useMutation(DeleteAbsenceDocument)
  const [first, setFirst] = useState<string>(absence?.startsOn ?? day)
  const [last, setLast] = useState<string>(absence?.endsOn ?? day)
  const [isDeleting, setDeleting] = useState(false)
  const isAdministrator = member.role === 'owner' || member.role === 'admin'
  if (absence && isDeleting)
    return (
      <Sure
        {...said.absence.deleting}
        label={said.absence.delete}
        send={() => remove({ id: absence.id })}
        onDone={() => onDone(said.absence.deleted)}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <Dialog title={absence ? said.absence.edit : said.absence.title} isOpen onClose={onClose}>
      <Form
        send={async ({ kind, length = 'whole', note = '', userId }) => {
          const halfDay = length !== 'whole' && first === last
          const input = {
            ...{ kind: kind as AbsenceKind, startsOn: first, endsOn: last, note: note.trim() || null, halfDay },
            ...(halfDay && { half: length as DayHalf }),
          }
          const { problem } = absence
            ? await change({ id: absence.id, version: absence.version, input })
            : await enter({ input: { ...input, ...(userId && { userId }) } })
          return problem ? { problem } : { data: true }
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
              {absence && (
                <Button look="danger" onClick={() => setDeleting(true)}>
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
    </Dialog>
  )
}
