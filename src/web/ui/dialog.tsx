import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

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
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)
