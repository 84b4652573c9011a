/** A page in the tree. Names as in REST. */
export interface PageNode {
  id: string
  title: string
  icon: string | null
  parent_id: string | null
  position: number
  version: number
  children: PageNode[]
}

export const getPageTree = (data: { pageTree?: unknown }) => data.pageTree as PageNode[] | null | undefined

/** The ancestors of a page from the top, ending with the page itself. */
export function findPath(tree: readonly PageNode[], id: string | undefined): PageNode[] {
  for (const branch of tree) {
    if (branch.id === id) return [branch]
    const path = findPath(branch.children, id)
    if (path.length > 0) return [branch, ...path]
  }
  return []
}

/** Pages whose titles match, with their ancestors. */
export function filterTree(tree: readonly PageNode[], q: string): readonly PageNode[] {
  const sought = q.trim().toLocaleLowerCase()
  const fitting = (branches: readonly PageNode[]): PageNode[] =>
    branches.flatMap((branch) => {
      const children = fitting(branch.children)
      const fits = branch.title.toLocaleLowerCase().includes(sought)
      return fits || children.length > 0 ? [{ ...branch, children }] : []
    })
  return sought ? fitting(tree) : tree
}

export const listParents = (tree: readonly PageNode[]): PageNode[] =>
  tree.flatMap((branch) => (branch.children.length > 0 ? [branch, ...listParents(branch.children)] : []))

/** Options for the parent of a page, indented by depth. Excludes the page itself and its descendants. */
export const toParentOptions = (tree: readonly PageNode[], top: string, without?: string): Record<string, string> => {
  const left = (branches: readonly PageNode[], depth = 0): [string, string][] =>
    branches
      .filter(({ id }) => id !== without)
      .flatMap(({ id, title, children }) => [[id, `${'– '.repeat(depth)}${title}`], ...left(children, depth + 1)])
  return { '': top, ...Object.fromEntries(left(tree)) }
}

/** The position of a page among its siblings, not counting itself. */
export interface TreePosition {
  parentId: string | null
  position: number
}

export interface SeenPosition extends TreePosition {
  version: number
}

const listChildren = (tree: readonly PageNode[], parentId: string | null) =>
  parentId === null ? tree : (findPath(tree, parentId).at(-1)?.children ?? [])

export function findPosition(tree: readonly PageNode[], id: string): TreePosition {
  const parentId = findPath(tree, id).at(-2)?.id ?? null
  return { parentId, position: listChildren(tree, parentId).findIndex((each) => each.id === id) }
}

export function findSeenPosition(
  tree: readonly PageNode[],
  id: string,
): (SeenPosition & { title: string }) | undefined {
  const page = findPath(tree, id).at(-1)
  return page && { ...findPosition(tree, id), version: page.version, title: page.title }
}

/** Moves a page with its descendants. Unaffected nodes keep their identity. */
export function movePage(
  tree: PageNode[],
  id: string,
  { parentId, position }: TreePosition,
  version?: number,
): PageNode[] {
  const found = findPath(tree, id).at(-1)
  if (!found) return tree
  const moved = version === undefined || version === found.version ? found : { ...found, version }
  const put = (branches: PageNode[], parent: string | null): PageNode[] => {
    const others = branches
      .filter((each) => each !== found)
      .map((each) => {
        const children = put(each.children, each.id)
        return children === each.children ? each : { ...each, children }
      })
    const all = parent === parentId ? others.toSpliced(position, 0, moved) : others
    return all.length === branches.length && all.every((each, at) => each === branches[at]) ? branches : all
  }
  return put(tree, null)
}

/** The position before or after another page, or as its first or last child. */
export function positionRelativeTo(
  tree: readonly PageNode[],
  id: string,
  target: string,
  where: 'before' | 'after' | 'first' | 'last',
): TreePosition {
  if (where === 'first' || where === 'last') {
    const others = listChildren(tree, target).filter((each) => each.id !== id)
    return { parentId: target, position: where === 'first' ? 0 : others.length }
  }
  const parentId = findPath(tree, target).at(-2)?.id ?? null
  const others = listChildren(tree, parentId).filter((each) => each.id !== id)
  return { parentId, position: others.findIndex((each) => each.id === target) + (where === 'after' ? 1 : 0) }
}

/** The position an arrow key moves a page to: past a sibling, into the previous sibling, or out after its parent. */
export function positionAfterArrow(tree: readonly PageNode[], id: string, arrow: string): TreePosition | undefined {
  const { parentId, position } = findPosition(tree, id)
  const beside = listChildren(tree, parentId)
  const [before, after] = [beside[position - 1], beside[position + 1]]
  if (arrow === 'ArrowUp' && before) return { parentId, position: position - 1 }
  if (arrow === 'ArrowDown' && after) return { parentId, position: position + 1 }
  if (arrow === 'ArrowRight' && before) return positionRelativeTo(tree, id, before.id, 'last')
  if (arrow === 'ArrowLeft' && parentId) return positionRelativeTo(tree, id, parentId, 'after')
  return undefined
}
