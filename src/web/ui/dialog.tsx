import { type ReactNode, useEffect } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { keepFocus } from './focus.ts'

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

/** Goes with the dialog that it is in. */
function Closing() {
  useEffect(() => keepFocus, [])
  return null
}
