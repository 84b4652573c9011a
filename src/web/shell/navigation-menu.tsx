import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { MenuItem } from 'react-aria-components'
import { t } from '../i18n/locale.ts'
import { AnchoredMenu, focusOnMount } from '../ui/anchored-menu.tsx'
import type { navigationItems } from './navigation.ts'

interface NavigationMenuProps {
  places: typeof navigationItems
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

export function NavigationMenu({ places, button, onClose }: NavigationMenuProps) {
  const navigate = useNavigate()
  return (
    <AnchoredMenu
      label={t.navigation.more}
      placement="top end"
      onAction={(to) => navigate({ to: String(to) })}
      {...{ button, onClose }}
    >
      {places.map(({ to, icon: Icon, name }, index) => (
        <MenuItem key={to} id={to} textValue={t.navigation[name]} ref={index === 0 ? focusOnMount : null}>
          <Icon size={18} aria-hidden />
          <span>{t.navigation[name]}</span>
        </MenuItem>
      ))}
    </AnchoredMenu>
  )
}
