import type { ReactNode, RefObject } from 'react'
import { type Key, Menu, Popover, type PopoverProps } from 'react-aria-components'
import { keepFocus } from './focus.ts'

interface MenuAtProps {
  button: RefObject<HTMLElement | null>
  label: string
  placement?: PopoverProps['placement']
  onAction: (key: Key) => void
  onClose: () => void
  children: ReactNode
}

/** A menu at the button of one of many: there is one for all, built when it is opened. */
export const MenuAt = ({ button, label, placement, onAction, onClose, children }: MenuAtProps) => {
  const leave = () => {
    keepFocus(() => button.current)
    onClose()
  }
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={button}
      placement={placement}
      isOpen
      onOpenChange={(isOpen) => isOpen || leave()}
    >
      <Menu className="menu" aria-label={label} {...{ onAction, onClose }}>
        {children}
      </Menu>
    </Popover>
  )
}

/** For its first item: the next key is meant for it as soon as it is there. */
export const focus = (item: HTMLElement | null) => item?.focus()
