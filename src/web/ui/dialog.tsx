import type { ReactNode } from 'react'
import { later } from './later.tsx'

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

export const Dialog = later<DialogProps>(() => import('./modal.tsx').then((it) => it.ModalDialog))
