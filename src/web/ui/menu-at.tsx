import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Key, Menu, Popover, type PopoverProps } from 'react-aria-components'
import { heirOf, keepFocus } from './focus.ts'
import { useLeaving } from './leaving.ts'

interface MenuAtProps {
  button: RefObject<HTMLElement | null>
  /** Who has the focus where the button is not there any more. */
  heirTo?: typeof heirOf
  label: string
  placement?: PopoverProps['placement']
  onAction: (key: Key) => void
  onClose: () => void
  children: ReactNode
}

/** A menu at the button of one of many: there is one for all, built when it is opened. Without its button it is not there either. */
export const MenuAt = ({ button, heirTo = heirOf, label, placement, onAction, onClose, children }: MenuAtProps) => {
  const [heir] = useState(() => (button.current ? heirTo(button.current) : undefined))
  const leave = () => {
    keepFocus(heir)
    onClose()
  }
  const act = (key: Key) => {
    keepFocus(heir)
    onAction(key)
  }
  useLeaving(onClose)
  const look = useEffectEvent(() => button.current?.isConnected || leave())
  useEffect(() => {
    const observer = new MutationObserver(() => look())
    observer.observe(document.body, { childList: true, subtree: true })
    look()
    return () => observer.disconnect()
  }, [])
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={button}
      placement={placement}
      isOpen
      onOpenChange={(isOpen) => isOpen || leave()}
    >
      <Menu className="menu" aria-label={label} onAction={act} onClose={onClose}>
        {children}
      </Menu>
    </Popover>
  )
}

/** For its first item: the next key is meant for it as soon as it is there. */
export const focus = (item: HTMLElement | null) => item?.focus()
