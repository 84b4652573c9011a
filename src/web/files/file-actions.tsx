import { Ellipsis } from 'lucide-react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { fetchFile } from '../pages/links.ts'
import { useMay } from '../session.ts'
import type { Doing, Thing } from './file-dialogs.tsx'
import { said } from './files.words.ts'

/** What can be done with a file or a folder. */
export function Actions({ of, begin }: { of: Thing; begin: (doing: Doing) => void }) {
  const may = useMay()
  const { id, name, isFolder } = of
  const actions = [
    ...(!isFolder && may('fileDownload') ? [{ label: said.download, act: () => void fetchFile(id) }] : []),
    ...(may(isFolder ? 'shareFolder' : 'shareFile')
      ? [{ label: said.share, act: () => begin({ kind: 'share', of }) }]
      : []),
    ...(may(isFolder ? 'updateFolder' : 'updateFile')
      ? [{ label: said.change, act: () => begin({ kind: 'change', of }) }]
      : []),
    ...(may(isFolder ? 'deleteFolder' : 'deleteFile')
      ? [{ label: said.delete, act: () => begin({ kind: 'delete', of }) }]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <MenuTrigger>
      <AriaButton className="button plain small" aria-label={said.actionsOf(name)}>
        <Ellipsis size={16} aria-hidden />
      </AriaButton>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={said.actionsOf(name)}
          onAction={(key) => actions.find(({ label }) => label === key)?.act()}
        >
          {actions.map(({ label }) => (
            <MenuItem key={label} id={label}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
