import type { Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

interface ConfirmDialogProps<R> {
  title: string
  /** What it means. */
  text: string
  /** What is done. */
  label: string
  send: () => Promise<Outcome<R>>
  onDone: (data: R) => void
  onClose: () => void
  /** Whether something is lost by it. */
  isDangerous?: boolean
}

/** Asks before something is done that cannot be undone. */
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
