import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { MenuItem } from 'react-aria-components'
import { t } from '../i18n/locale.ts'
import { focus, MenuAt } from '../ui/menu-at.tsx'
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
      label={t.navigation.more}
      placement="top end"
      onAction={(to) => navigate({ to: String(to) })}
      {...{ button, onClose }}
    >
      {places.map(({ to, icon: Icon, name }, index) => (
        <MenuItem key={to} id={to} textValue={t.navigation[name]} ref={index === 0 ? focus : null}>
          <Icon size={18} aria-hidden />
          <span>{t.navigation[name]}</span>
        </MenuItem>
      ))}
    </MenuAt>
  )
}
