import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Key, Menu, Popover, type PopoverProps } from 'react-aria-components'
import { focusSuccessor, preserveFocus } from './focus.ts'
import { useNavigationAway } from './navigation-away.ts'

interface AnchoredMenuProps {
  button: RefObject<HTMLElement | null>
  /** Finds the element to focus if the button is gone. */
  focusTargetFor?: typeof focusSuccessor
  label: string
  placement?: PopoverProps['placement']
  onAction: (key: Key) => void
  onClose: () => void
  children: ReactNode
}

/** A menu anchored to the button of one of many rows. It is created when opened, and closes if its button disappears. */
export const AnchoredMenu = ({
  button,
  focusTargetFor = focusSuccessor,
  label,
  placement,
  onAction,
  onClose,
  children,
}: AnchoredMenuProps) => {
  const [focusTarget] = useState(() => (button.current ? focusTargetFor(button.current) : undefined))
  const close = () => {
    preserveFocus(focusTarget)
    onClose()
  }
  const act = (key: Key) => {
    preserveFocus(focusTarget)
    onAction(key)
  }
  useNavigationAway(onClose)
  const closeIfRemoved = useEffectEvent(() => button.current?.isConnected || close())
  useEffect(() => {
    const observer = new MutationObserver(() => closeIfRemoved())
    observer.observe(document.body, { childList: true, subtree: true })
    closeIfRemoved()
    return () => observer.disconnect()
  }, [])
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={button}
      placement={placement}
      isOpen
      onOpenChange={(isOpen) => isOpen || close()}
    >
      <Menu className="menu" aria-label={label} onAction={act} onClose={onClose}>
        {children}
      </Menu>
    </Popover>
  )
}

/** For the first item, so that the next key reaches it at once. */
export const focusOnMount = (item: HTMLElement | null) => item?.focus()
