import {
  MarkQuoteSignedDocument,
  type QuoteDataFragment,
  RejectQuoteDocument,
  RevokeQuoteLinkDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { today } from '../i18n/dates.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { messages } from './quotes.messages.ts'

interface QuoteDialogProps {
  quote: QuoteDataFragment
  onClose: () => void
  onDone: (text: string) => void
}

export function RevokeLinkDialog({ quote: { id }, onClose, onDone }: QuoteDialogProps) {
  const [revoke] = useMutation(RevokeQuoteLinkDocument)
  return (
    <ConfirmDialog
      title={messages.revoke.title}
      text={messages.revoke.text}
      label={messages.revoke.create}
      send={() => revoke({ id })}
      onDone={() => onDone(messages.revoke.done)}
      onClose={onClose}
    />
  )
}

export function MarkSignedDialog({ quote: { id }, onClose, onDone }: QuoteDialogProps) {
  const [mark] = useMutation(MarkQuoteSignedDocument)
  return (
    <Dialog title={messages.sign.create} isOpen onClose={onClose}>
      <p className="quiet">{messages.sign.about}</p>
      <Form
        send={({ name = '', date = '', note }) =>
          mark({ id, input: { name: name.trim(), date, note: note?.trim() || null } })
        }
        onDone={() => onDone(messages.sign.done)}
      >
        {({ errors, isBusy }) => (
          <>
            <TextField label={messages.sign.name} name="name" required maxLength={200} autoFocus error={errors.name} />
            <TextField
              label={messages.sign.date}
              name="date"
              type="date"
              required
              defaultValue={today()}
              max={today()}
              error={errors.date}
            />
            <TextField
              label={messages.sign.note}
              hint={messages.sign.noteHint}
              name="note"
              maxLength={500}
              error={errors.note}
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.sign.submit}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

export function RejectQuoteDialog({ quote: { id, number }, onClose, onDone }: QuoteDialogProps) {
  const [reject] = useMutation(RejectQuoteDocument)
  return (
    <ConfirmDialog
      title={messages.reject.title(number ?? '')}
      text={messages.reject.text}
      label={messages.reject.create}
      send={({ reason }) => reject({ id, input: { reason: reason?.trim() || null } })}
      onDone={() => onDone(messages.reject.done)}
      onClose={onClose}
    >
      {(errors) => <TextField label={messages.reject.reason} name="reason" maxLength={1000} error={errors.reason} />}
    </ConfirmDialog>
  )
}
