import type { ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** A question that must be answered: it does not go by a click beside it. */
  isQuestion?: boolean
  /** For what is read, or chosen from much. */
  isWide?: boolean
  children: ReactNode
}

export const Dialog = lazyDialog<DialogProps>(() => import('./modal-dialog.tsx').then((it) => it.ModalDialog))
