import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { RefObject } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useMay } from '../session.ts'
import { AnchoredMenu, focusOnMount } from '../ui/anchored-menu.tsx'
import type { PageAction } from './page-dialogs.tsx'
import { messages } from './pages.messages.ts'

interface PageMenuProps {
  page: PageAction['page']
  begin: (pendingAction: PageAction) => void
  /** Additional actions for the open page. */
  more?: readonly { label: string; act: () => void }[]
}

export const useHasPageMenu = () => ['createPage', 'updatePage', 'movePage', 'deletePage'].some(useMay())

function usePageActions({ page, begin, more = [] }: PageMenuProps) {
  const may = useMay()
  const navigate = useNavigate()
  return [
    ...(may('createPage')
      ? [{ label: messages.subpage, act: () => navigate({ to: '/pages/new', search: { parent: page.id } }) }]
      : []),
    ...(may('updatePage') ? [{ label: messages.rename, act: () => begin({ kind: 'rename', page }) }] : []),
    ...(may('movePage') ? [{ label: messages.move(page.title), act: () => begin({ kind: 'move', page }) }] : []),
    ...more,
    ...(may('deletePage') ? [{ label: messages.delete, act: () => begin({ kind: 'delete', page }) }] : []),
  ]
}

type MenuActions = ReturnType<typeof usePageActions>

const runAction = (actions: MenuActions) => (chosen: unknown) => actions.find(({ label }) => label === chosen)?.act()

const renderItems = (actions: MenuActions, first?: typeof focusOnMount) =>
  actions.map(({ label }, index) => (
    <MenuItem key={label} id={label} ref={(index === 0 && first) || null}>
      {label}
    </MenuItem>
  ))

export function PageMenu(given: PageMenuProps) {
  const actions = usePageActions(given)
  const label = messages.actionsOf(given.page.title)
  if (actions.length === 0) return null
  return (
    <MenuTrigger>
      <AriaButton className="button plain small" aria-label={label}>
        <Ellipsis size={16} aria-hidden />
      </AriaButton>
      <Popover className="popover">
        <Menu className="menu" aria-label={label} onAction={runAction(actions)}>
          {renderItems(actions)}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

interface AnchoredPageMenuProps extends PageMenuProps {
  button: RefObject<HTMLElement>
  focusTargetFor: (button: HTMLElement) => () => HTMLElement | null
  onClose: () => void
}

/** Page menu for the rows of the tree, anchored to the row's button. */
export function AnchoredPageMenu({ button, focusTargetFor, onClose, ...given }: AnchoredPageMenuProps) {
  const actions = usePageActions(given)
  return (
    <AnchoredMenu
      label={messages.actionsOf(given.page.title)}
      onAction={runAction(actions)}
      {...{ button, focusTargetFor, onClose }}
    >
      {renderItems(actions, focusOnMount)}
    </AnchoredMenu>
  )
}
