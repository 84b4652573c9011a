import type { ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Must be answered: a click outside does not close it. */
  isQuestion?: boolean
  isWide?: boolean
  children: ReactNode
}

export const Dialog = lazyDialog<DialogProps>(() => import('./modal-dialog.tsx').then((it) => it.ModalDialog))
