import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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
import { MovePageDocument } from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { type News, newsOf } from '../ui/told.tsx'
import { words } from '../words/words.ts'
import { type Branch, type Place, pathTo, placeAt, placeBy, placeOf, withMoved } from './branch.ts'
import type { Doing } from './page-dialogs.tsx'
import { said } from './pages.words.ts'

/** What was opened stays so while one goes from page to page. */
let opened: Set<Key> | undefined

interface PagesTreeProps {
  tree: readonly Branch[]
  /** The page that is shown. */
  current?: string
  begin: (doing: Doing) => void
  tell: (news: News | undefined) => void
}

/**
 * The pages as a tree: arrows go through it, Enter opens a page, what is closed is not built. A page is moved by pointer, or by
 * Alt and the arrows, and stands there at once.
 */
export function PagesTree({ tree: stored, current, begin, tell }: PagesTreeProps) {
  const navigate = useNavigate()
  const mayMove = useMay()('movePage')
  const [send] = useMutation(MovePageDocument)
  /** The tree as it will be, until it is so. */
  const [toBe, setToBe] = useState<readonly Branch[]>()
  const tree = toBe ?? stored
  const move = async (id: string, place: Place) => {
    const before = placeOf(tree, id)
    const title = pathTo(tree, id).at(-1)?.title
    if (title === undefined || (before.parentId === place.parentId && before.position === place.position)) return
    setToBe(withMoved(tree, id, place))
    if (place.parentId) setExpanded((keys) => (opened = new Set([...keys, place.parentId as string])))
    // What was told is of the move before, and so would be its undoing.
    tell(undefined)
    const outcome = await send({ id, input: place })
    const undo = async () => tell(newsOf(await send({ id, input: before }), words.undone))
    tell(newsOf(outcome, said.moved(title), undo))
    if (outcome.problem) setToBe(undefined)
  }
  // What is stored is what is shown, once it has come.
  useEffect(() => setToBe(undefined), [stored])
  const moveBy = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest<HTMLElement>('[role="row"]')?.dataset.key
    const place = id && event.altKey && mayMove && placeBy(tree, id, event.key)
    if (!place) return
    event.preventDefault()
    event.stopPropagation()
    move(id, place)
    // The row is built anew elsewhere. Whoever has left the tree meanwhile stays where they are.
    setTimeout(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('.pages-tree'))
        document.querySelector<HTMLElement>(`.pages-tree [data-key="${id}"]`)?.focus()
    }, 50)
  }
  const now = useRef({ tree, move })
  now.current = { tree, move }
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const [target] = location.current.dropTargets
          const instruction = target && extractInstruction(target.data)?.type
          const [id, beside] = [source.data.pageId, target?.data.pageId]
          if (typeof id !== 'string' || typeof beside !== 'string' || !instruction) return
          const where = wheres[instruction]
          if (where) now.current.move(id, placeAt(now.current.tree, id, beside, where))
        },
      }),
    [],
  )
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
          <Line branch={branch} level={level} isOpen={expanded.has(branch.id)} {...{ mayMove, now }}>
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
          </Line>
        )}
      </TreeItemContent>
      {branch.children.map(row)}
    </TreeItem>
  )
  return (
    <div onKeyDownCapture={moveBy}>
      {mayMove && (
        <p className="unseen" id="how-to-move-pages">
          {said.howToMove}
        </p>
      )}
      <Tree
        aria-label={said.tree}
        aria-describedby={mayMove ? 'how-to-move-pages' : undefined}
        className="pages-tree"
        selectionMode="none"
        expandedKeys={expanded}
        onExpandedChange={expand}
      >
        {tree.map(row)}
      </Tree>
    </div>
  )
}

const wheres: Readonly<Record<string, 'before' | 'after' | 'first' | undefined>> = {
  'reorder-above': 'before',
  'reorder-below': 'after',
  'make-child': 'first',
}

interface LineProps {
  branch: Branch
  level: number
  isOpen: boolean
  mayMove: boolean
  now: RefObject<{ tree: readonly Branch[] }>
  children: ReactNode
}

/** What stands in a row: dragged to others, and others to it. */
function Line({ branch: { id, children: under }, level, isOpen, mayMove, now, children }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  const mode = isOpen && under.length > 0 ? 'expanded' : 'standard'
  useEffect(() => {
    const element = line.current
    if (!element || !mayMove) return
    const show = (instruction: string | undefined) => {
      if (instruction) element.dataset.drop = instruction
      else delete element.dataset.drop
    }
    return combine(
      draggable({ element, getInitialData: () => ({ pageId: id }) }),
      dropTargetForElements({
        element,
        // Nothing comes to lie under itself.
        canDrop: ({ source }) => !pathTo(now.current.tree, id).some((each) => each.id === source.data.pageId),
        getData: ({ input }) =>
          attachInstruction({ pageId: id }, { element, input, currentLevel: level, indentPerLevel: 20, mode }),
        onDrag: ({ self }) => show(wheres[extractInstruction(self.data)?.type ?? '']),
        onDragLeave: () => show(undefined),
        onDrop: () => show(undefined),
      }),
    )
  }, [id, level, mode, mayMove, now])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what has the focus within a row keeps it; the tree would give it to its first row
    <div
      className="line"
      ref={line}
      onFocus={(event) => event.stopPropagation()}
      style={{ paddingInlineStart: `${(Math.min(level, 12) - 1) * 1.25}rem` }}
    >
      {children}
    </div>
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
