import {
  MarkQuoteSignedDocument,
  type QuoteDataFragment,
  RejectQuoteDocument,
  RevokeQuoteLinkDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Sure } from '../ui/sure.tsx'
import { today } from '../words/days.ts'
import { words } from '../words/words.ts'
import { said } from './quotes.words.ts'

interface Given {
  quote: QuoteDataFragment
  onClose: () => void
  onDone: (told: string) => void
}

export function Revoke({ quote: { id }, onClose, onDone }: Given) {
  const [revoke] = useMutation(RevokeQuoteLinkDocument)
  return (
    <Sure
      title={said.revoke.title}
      text={said.revoke.text}
      label={said.revoke.create}
      send={() => revoke({ id })}
      onDone={() => onDone(said.revoke.done)}
      onClose={onClose}
    />
  )
}

export function MarkSigned({ quote: { id }, onClose, onDone }: Given) {
  const [mark] = useMutation(MarkQuoteSignedDocument)
  return (
    <Dialog title={said.sign.create} isOpen onClose={onClose}>
      <p className="quiet">{said.sign.about}</p>
      <Form
        send={({ name = '', date = '', note }) =>
          mark({ id, input: { name: name.trim(), date, note: note?.trim() || null } })
        }
        onDone={() => onDone(said.sign.done)}
      >
        {({ wrong, isBusy }) => (
          <>
            <Field label={said.sign.name} name="name" required maxLength={200} autoFocus wrong={wrong.name} />
            <Field
              label={said.sign.date}
              name="date"
              type="date"
              required
              defaultValue={today()}
              max={today()}
              wrong={wrong.date}
            />
            <Field label={said.sign.note} hint={said.sign.noteHint} name="note" maxLength={500} wrong={wrong.note} />
            <div className="actions">
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
                {said.sign.submit}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

export function Reject({ quote: { id, number }, onClose, onDone }: Given) {
  const [reject] = useMutation(RejectQuoteDocument)
  return (
    <Dialog title={said.reject.title(number ?? '')} isOpen onClose={onClose} isQuestion>
      <p className="quiet">{said.reject.text}</p>
      <Form
        send={({ reason }) => reject({ id, input: { reason: reason?.trim() || null } })}
        onDone={() => onDone(said.reject.done)}
      >
        {({ wrong, isBusy }) => (
          <>
            <Field label={said.reject.reason} name="reason" maxLength={1000} wrong={wrong.reason} />
            <div className="actions">
              <Button onClick={onClose} autoFocus>
                {words.cancel}
              </Button>
              <Button type="submit" look={['danger', 'primary']} isBusy={isBusy}>
                {said.reject.create}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
