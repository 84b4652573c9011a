import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { messages } from './calendar.messages.ts'
import type { Members } from './event-form.tsx'

const route = getRouteApi('/calendar')

/** Selects the members whose calendars are shown. The selection is part of the URL. */
export function MemberFilter({ members, memberIds }: { members: Members; memberIds: readonly string[] }) {
  const navigate = route.useNavigate()
  const label = `${messages.calendarOf} ${memberIds.length === 0 ? messages.ofEverybody : memberIds.length === 1 ? (members.find(({ id }) => id === memberIds[0])?.name ?? messages.whose(1)) : messages.whose(memberIds.length)}`
  const choose = (ids: string[]) =>
    navigate({
      search: ({ members: _, ...rest }) => ({ ...rest, ...(ids.length > 0 && { members: ids }) }),
      replace: true,
    })
  return (
    <MenuTrigger>
      <Button className="button">
        <UsersRound size={16} aria-hidden />
        {label}
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={messages.calendarOf}
          selectionMode="multiple"
          selectedKeys={memberIds}
          onSelectionChange={(keys) => choose(keys === 'all' ? [] : [...keys].map(String))}
        >
          {members.map(({ id, name }) => (
            <MenuItem key={id} id={id}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
