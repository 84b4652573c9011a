import { type ReactNode, useEffect, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { backTo, keepFocus } from './focus.ts'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** A question that must be answered: it does not go by a click beside it. */
  isQuestion?: boolean
  /** For what is read, or chosen from much. */
  isWide?: boolean
  children: ReactNode
}

export const Dialog = ({ title, isOpen, onClose, isQuestion = false, isWide = false, children }: DialogProps) => (
  <ModalOverlay
    className="veil"
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable={!isQuestion}
  >
    <Modal className={isWide ? 'dialog wide' : 'dialog'}>
      <AriaDialog role={isQuestion && !isWide ? 'alertdialog' : 'dialog'}>
        <Heading slot="title">{title}</Heading>
        {children}
        <Closing />
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

/** Goes with the dialog that it is in, and gives the focus back to what opened it, where that is still there. */
function Closing() {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => keepFocus(backTo(opener)), [opener])
  return null
}
