import { useEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { DialogProps } from './dialog.tsx'
import { preserveFocus, returnFocus } from './focus.ts'
import { confirmDiscard } from './unsaved-changes.ts'

/** A modal dialog that keeps the focus until it is closed. */
export function ModalDialog({ title, isOpen, onClose, isQuestion = false, isWide = false, children }: DialogProps) {
  const place = useRef<HTMLDivElement>(null)
  /** By Escape or a click outside. */
  const leave = async () => {
    if (!place.current || (await confirmDiscard(place.current))) onClose()
  }
  return (
    <ModalOverlay
      className="backdrop"
      isOpen={isOpen}
      onOpenChange={(open) => !open && leave()}
      isDismissable={!isQuestion}
      // A click outside does not blur the focused field: the dialog may stay open.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
    >
      <Modal className={isWide ? 'dialog wide' : 'dialog'} ref={place}>
        <AriaDialog role={isQuestion && !isWide ? 'alertdialog' : 'dialog'}>
          <Heading slot="title">{title}</Heading>
          {children}
          <Closing />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Restores the focus to the opener when the dialog unmounts, if that still exists. */
function Closing() {
  const [opener] = useState(returnFocus)
  useEffect(() => () => preserveFocus(opener), [opener])
  return null
}
