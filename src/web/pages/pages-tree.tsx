import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Button as AriaButton,
  type Key,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Tree,
  TreeItem,
  TreeItemContent,
} from 'react-aria-components'
import { useMay } from '../session.ts'
import { type Branch, pathTo } from './branch.ts'
import type { Doing } from './page-dialogs.tsx'
import { said } from './pages.words.ts'

/** What was opened stays so while one goes from page to page. */
let opened: Set<Key> | undefined

interface PagesTreeProps {
  tree: readonly Branch[]
  /** The page that is shown. */
  current?: string
  begin: (doing: Doing) => void
}

/** The pages as a tree: arrows go through it, Enter opens a page, what is closed is not built. */
export function PagesTree({ tree, current, begin }: PagesTreeProps) {
  const navigate = useNavigate()
  const [expanded, setExpanded] = useState(() => opened ?? new Set<Key>(tree.map(({ id }) => id)))
  const expand = (keys: Set<Key>) => {
    opened = keys
    setExpanded(keys)
  }
  // What leads to the page that is shown is open.
  const above = pathTo(tree, current)
    .slice(0, -1)
    .map(({ id }) => id)
  useEffect(() => {
    if (above.length > 0) setExpanded((keys) => (opened = new Set([...keys, ...above])))
  }, [above.join()])
  const row = (branch: Branch): ReactNode => (
    <TreeItem
      key={branch.id}
      id={branch.id}
      textValue={branch.title}
      className="leaf"
      hasChildItems={branch.children.length > 0}
      onAction={() => navigate({ to: '/pages/$id', params: { id: branch.id } })}
    >
      <TreeItemContent>
        {({ level, hasChildItems }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: what has the focus within a row keeps it; the tree would give it to its first row
          <div
            className="line"
            onFocus={(event) => event.stopPropagation()}
            style={{ paddingInlineStart: `${(Math.min(level, 12) - 1) * 1.25}rem` }}
          >
            {hasChildItems ? (
              <AriaButton slot="chevron" className="button plain small">
                <ChevronRight size={16} aria-hidden />
              </AriaButton>
            ) : (
              <span className="no-chevron" />
            )}
            <Link to="/pages/$id" params={{ id: branch.id }} draggable={false}>
              {branch.icon && <span aria-hidden>{branch.icon}</span>}
              {branch.title}
            </Link>
            <PageMenu page={branch} begin={begin} />
          </div>
        )}
      </TreeItemContent>
      {branch.children.map(row)}
    </TreeItem>
  )
  return (
    <Tree
      aria-label={said.tree}
      className="pages-tree"
      selectionMode="none"
      expandedKeys={expanded}
      onExpandedChange={expand}
    >
      {tree.map(row)}
    </Tree>
  )
}

interface PageMenuProps {
  page: { id: string; title: string; icon?: string | null | undefined }
  begin: (doing: Doing) => void
  /** What can be done with the page that is shown, besides. */
  more?: readonly { label: string; act: () => void }[]
}

/** What can be done with a page. */
export function PageMenu({ page, begin, more = [] }: PageMenuProps) {
  const may = useMay()
  const navigate = useNavigate()
  const actions = [
    ...(may('createPage')
      ? [{ label: said.subpage, act: () => navigate({ to: '/pages/new', search: { parent: page.id } }) }]
      : []),
    ...(may('updatePage') ? [{ label: said.rename, act: () => begin({ kind: 'rename', page }) }] : []),
    ...(may('movePage') ? [{ label: said.move(page.title), act: () => begin({ kind: 'move', page }) }] : []),
    ...more,
    ...(may('deletePage') ? [{ label: said.delete, act: () => begin({ kind: 'delete', page }) }] : []),
  ]
  if (actions.length === 0) return null
  return (
    <MenuTrigger>
      <AriaButton className="button plain small" aria-label={said.actionsOf(page.title)}>
        <Ellipsis size={16} aria-hidden />
      </AriaButton>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={said.actionsOf(page.title)}
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
