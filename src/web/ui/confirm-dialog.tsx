import type { ReactNode } from 'react'
import type { Outcome, Problem } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, type FormValues } from './form.tsx'

interface ConfirmDialogProps<R> {
  title: string
  /** The consequence. */
  text: string
  /** The label of the confirm button. */
  label: string
  send: (filled: FormValues) => Promise<Outcome<R> | undefined>
  onDone: (data: R) => void
  onClose: () => void
  /** Whether data is lost. */
  isDangerous?: boolean
  /** Fields beside the question. */
  children?: (errors: Problem['fields']) => ReactNode
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
  children,
}: ConfirmDialogProps<R>) => (
  <Dialog title={title} isOpen onClose={onClose} isQuestion>
    <p className="quiet">{text}</p>
    <Form send={send} onDone={onDone}>
      {({ errors, isBusy }) => (
        <>
          {children?.(errors)}
          <div className="actions">
            <Button onClick={onClose} autoFocus>
              {t.cancel}
            </Button>
            <Button type="submit" variant={isDangerous ? ['danger', 'primary'] : 'primary'} isBusy={isBusy}>
              {label}
            </Button>
          </div>
        </>
      )}
    </Form>
  </Dialog>
)
