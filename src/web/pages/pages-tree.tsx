import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import {
  Button as AriaButton,
  ButtonContext,
  Collection,
  type Key,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  Virtualizer,
} from 'react-aria-components'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { type Feedback, feedbackFor } from '../ui/feedback.tsx'
import { delegateFocus, preserveFocus } from '../ui/focus.ts'
import type { PageAction } from './page-dialogs.tsx'
import { AnchoredPageMenu, useHasPageMenu } from './page-menu.tsx'
import { useMovePage } from './page-mutations.ts'
import {
  findPath,
  findSeenPosition,
  listParents,
  type PageNode,
  positionAfterArrow,
  positionRelativeTo,
  type TreePosition,
} from './page-tree.ts'
import { messages } from './pages.messages.ts'

const listRows = () => [...document.querySelectorAll<HTMLElement>('.pages-tree [role="row"]')]
const findRow = (id: string | undefined) => listRows().find(({ dataset }) => dataset.key === id)

/**
 * The row one window height above or below, among rendered rows. React Aria's tree does not support PageUp and PageDown when
 * the window scrolls.
 */
function findRowByPageKey(row: HTMLElement, key: string): HTMLElement | undefined {
  const direction = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0
  const { top } = row.getBoundingClientRect()
  const distanceTo = (other: HTMLElement) => (other.getBoundingClientRect().top - top) * direction
  const within = listRows().filter((other) => distanceTo(other) > 0 && distanceTo(other) < innerHeight)
  return within.sort((one, other) => distanceTo(other) - distanceTo(one))[0]
}

/** Focus successor of a removed row: the same page elsewhere, else the next or previous one. */
function focusSuccessorInTree(element: HTMLElement) {
  const { key: id } = element.closest<HTMLElement>('[role="row"]')?.dataset ?? {}
  const ids = listRows().map(({ dataset }) => dataset.key)
  const at = ids.indexOf(id)
  const heirs = [id, ...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).toReversed()]
  const successor = () =>
    heirs.map(findRow).find((row) => row !== undefined) ?? document.querySelector<HTMLElement>('main h1')
  return () => (element.isConnected ? element : successor())
}

/** Expanded rows, remembered across pages. */
let rememberedExpanded: Set<Key> | undefined

interface PagesTreeProps {
  tree: readonly PageNode[]
  /** The current page. */
  current?: string
  /** Whether the tree is filtered. It is then fully expanded, and pages cannot be moved, as siblings are hidden. */
  isFiltered?: boolean
  begin: (pendingAction: PageAction) => void
  showFeedback: (feedback: Feedback | undefined) => void
}

/**
 * The page tree. Arrow keys navigate, Enter opens. Pages are moved by pointer or with Alt and the arrow keys, optimistically.
 * Only visible rows are rendered.
 */
export function PagesTree({ tree, current, isFiltered = false, begin, showFeedback }: PagesTreeProps) {
  const navigate = useNavigate()
  const mayMove = useMay()('movePage') && !isFiltered
  const hasActions = useHasPageMenu()
  const send = useMovePage()
  const move = async (id: string, place: TreePosition) => {
    const seen = findSeenPosition(tree, id)
    if (!seen || (seen.parentId === place.parentId && seen.position === place.position)) return
    if (place.parentId) setExpanded((keys) => (rememberedExpanded = new Set([...keys, place.parentId as string])))
    // Clears the previous message, as its undo action belongs to the previous move.
    showFeedback(undefined)
    const outcome = await send(id, place, seen)
    const undoAction = outcome.data
    const undo =
      undoAction &&
      (async () => {
        preserveFocus(() => findRow(id))
        showFeedback(feedbackFor(await undoAction(), t.undone))
      })
    showFeedback(feedbackFor(outcome, messages.moved(seen.title), undo))
  }
  const moveBy = (event: KeyboardEvent) => {
    const focused = (event.target as Element).closest<HTMLElement>('[role="row"]')
    const further = focused && findRowByPageKey(focused, event.key)
    if (further) {
      event.preventDefault()
      event.stopPropagation()
      return further.focus()
    }
    const id = focused?.dataset.key
    const place = id && event.altKey && mayMove && positionAfterArrow(tree, id, event.key)
    if (!place) return
    event.preventDefault()
    event.stopPropagation()
    move(id, place)
    // The moved row is rendered again. Returns the focus to it unless the user has left the tree.
    setTimeout(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('.pages-tree')) findRow(id)?.focus()
    }, 50)
  }
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => (around.current ? delegateFocus(around.current, focusSuccessorInTree) : undefined), [])
  const [chosen, choose] = useState<OpenMenu>()
  // Stable references so that unchanged rows do not rerender.
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
          const where = dropPositions[instruction]
          if (where) now.current.move(id, positionRelativeTo(now.current.tree, id, beside, where))
        },
      }),
    [],
  )
  const [expanded, setExpanded] = useState<Set<Key>>(() => {
    const all = isFiltered ? listParents(tree) : tree
    return (!isFiltered && rememberedExpanded) || new Set(all.map(({ id }) => id))
  })
  const expand = (keys: Set<Key>) => {
    if (!isFiltered) rememberedExpanded = keys
    setExpanded(keys)
  }
  // Expands the ancestors of the current page.
  const above = findPath(tree, current)
    .slice(0, -1)
    .map(({ id }) => id)
  useEffect(() => {
    if (above.length > 0) setExpanded((keys) => (rememberedExpanded = new Set([...keys, ...above])))
  }, [above.join()])
  const row = (branch: PageNode) => (
    <TreeItem
      id={branch.id}
      textValue={branch.title}
      className="leaf"
      hasChildItems={branch.children.length > 0}
      onAction={() => navigate({ to: '/pages/$id', params: { id: branch.id } })}
    >
      <TreeItemContent>
        {({ level, isExpanded }) => (
          <TreeRow isOpen={isExpanded} {...{ branch, level, mayMove, hasActions, now, choose }} />
        )}
      </TreeItemContent>
      <Collection items={branch.children} dependencies={[mayMove, hasActions]}>
        {row}
      </Collection>
    </TreeItem>
  )
  return (
    <div onKeyDownCapture={moveBy} ref={around}>
      {mayMove && (
        <p className="unseen" id="how-to-move-pages">
          {messages.howToMove}
        </p>
      )}
      <Virtualizer layout={ListLayout} layoutOptions={layout}>
        <Tree
          aria-label={messages.tree}
          aria-describedby={mayMove ? 'how-to-move-pages' : undefined}
          className="pages-tree"
          selectionMode="none"
          items={tree}
          dependencies={[mayMove, hasActions]}
          expandedKeys={expanded}
          onExpandedChange={expand}
        >
          {row}
        </Tree>
      </Virtualizer>
      {chosen && (
        <AnchoredPageMenu
          {...chosen}
          focusTargetFor={focusSuccessorInTree}
          begin={begin}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  )
}

const layout = { estimatedRowHeight: 40, padding: 8 }

interface OpenMenu {
  page: PageNode
  button: RefObject<HTMLElement>
}

const dropPositions: Readonly<Record<string, 'before' | 'after' | 'first' | undefined>> = {
  'reorder-above': 'before',
  'reorder-below': 'after',
  'make-child': 'first',
}

interface TreeRowProps {
  branch: PageNode
  level: number
  isOpen: boolean
  mayMove: boolean
  hasActions: boolean
  now: RefObject<{ tree: readonly PageNode[] }>
  choose: (chosen: OpenMenu) => void
}

/** Content of a row, both draggable and drop target. */
const TreeRow = memo(function TreeRow({ branch, level, isOpen, mayMove, hasActions, now, choose }: TreeRowProps) {
  const { id, title, icon, children: under } = branch
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
        // A page cannot be moved below itself.
        canDrop: ({ source }) => !findPath(now.current.tree, id).some((each) => each.id === source.data.pageId),
        getData: ({ input }) =>
          attachInstruction({ pageId: id }, { element, input, currentLevel: level, indentPerLevel: 20, mode }),
        onDrag: ({ self }) => show(dropPositions[extractInstruction(self.data)?.type ?? '']),
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
      {under.length > 0 ? (
        <AriaButton slot="chevron" className="button plain small">
          <ChevronRight size={16} aria-hidden />
        </AriaButton>
      ) : (
        <span className="no-chevron" />
      )}
      <Link to="/pages/$id" params={{ id }} draggable={false}>
        {icon && <span aria-hidden>{icon}</span>}
        {title}
      </Link>
      {hasActions && (
        // The button context of the row changes with every key press.
        <ButtonContext value={null}>
          <AriaButton
            className="button plain small"
            aria-label={messages.actionsOf(title)}
            aria-haspopup="menu"
            onPress={({ target }) => choose({ page: branch, button: { current: target as HTMLElement } })}
          >
            <Ellipsis size={16} aria-hidden />
          </AriaButton>
        </ButtonContext>
      )}
    </div>
  )
})
