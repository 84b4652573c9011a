import type { Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

interface ConfirmDialogProps<R> {
  title: string
  /** The consequence. */
  text: string
  /** The label of the confirm button. */
  label: string
  send: () => Promise<Outcome<R>>
  onDone: (data: R) => void
  onClose: () => void
  /** Whether data is lost. */
  isDangerous?: boolean
}

/** Asks before an irreversible action. */
export const ConfirmDialog = <R,>({
  title,
  text,
  label,
  send,
  onDone,
  onClose,
  isDangerous = true,
}: ConfirmDialogProps<R>) => (
  <Dialog title={title} isOpen onClose={onClose} isQuestion>
    <p className="quiet">{text}</p>
    <Form send={send} onDone={onDone}>
      {({ isBusy }) => (
        <div className="actions">
          <Button onClick={onClose} autoFocus>
            {t.cancel}
          </Button>
          <Button type="submit" variant={isDangerous ? ['danger', 'primary'] : 'primary'} isBusy={isBusy}>
            {label}
          </Button>
        </div>
      )}
    </Form>
  </Dialog>
)
