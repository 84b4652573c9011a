import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { MenuItem } from 'react-aria-components'
import { focus, MenuAt } from '../ui/menu-at.tsx'
import { words } from '../words/words.ts'
import type { places } from './places.ts'

interface PlacesMenuProps {
  places: typeof places
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

export function PlacesMenu({ places, button, onClose }: PlacesMenuProps) {
  const navigate = useNavigate()
  return (
    <MenuAt
      label={words.navigation.more}
      placement="top end"
      onAction={(to) => navigate({ to: String(to) })}
      {...{ button, onClose }}
    >
      {places.map(({ to, icon: Icon, name }, index) => (
        <MenuItem key={to} id={to} textValue={words.navigation[name]} ref={index === 0 ? focus : null}>
          <Icon size={18} aria-hidden />
          <span>{words.navigation[name]}</span>
        </MenuItem>
      ))}
    </MenuAt>
  )
}
