import { Ellipsis } from 'lucide-react'
import type { Ref } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'

interface ActionsMenuProps {
  label: string
  actions: readonly { label: string; act: () => void }[]
  button?: Ref<HTMLButtonElement>
}

/** Menu button with the actions of one row. Renders nothing without actions. */
export const ActionsMenu = ({ label, actions, button }: ActionsMenuProps) =>
  actions.length > 0 && (
    <MenuTrigger>
      <Button ref={button ?? null} className="button plain small" aria-label={label}>
        <Ellipsis size={16} aria-hidden />
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={label}
          onAction={(key) => actions.find((action) => action.label === key)?.act()}
        >
          {actions.map((action) => (
            <MenuItem key={action.label} id={action.label}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
