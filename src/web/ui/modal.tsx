import { useEffect, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { DialogProps } from './dialog.tsx'
import { backToHere, keepFocus } from './focus.ts'

/** A dialog over the page, which has the focus until it is closed. */
export const ModalDialog = ({ title, isOpen, onClose, isQuestion = false, isWide = false, children }: DialogProps) => (
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
  const [opener] = useState(backToHere)
  useEffect(() => () => keepFocus(opener), [opener])
  return null
}
