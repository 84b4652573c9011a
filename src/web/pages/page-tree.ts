/** A page in the tree, with names as in REST. */
export interface PageNode {
  id: string
  title: string
  icon: string | null
  parent_id: string | null
  position: number
  version: number
  children: PageNode[]
}

/** The tree as `pageTree` answers it. */
export const getPageTree = (data: { pageTree?: unknown }) => data.pageTree as PageNode[] | null | undefined

/** The pages above this one, the topmost first, and the page itself. */
export function findPath(tree: readonly PageNode[], id: string | undefined): PageNode[] {
  for (const branch of tree) {
    if (branch.id === id) return [branch]
    const path = findPath(branch.children, id)
    if (path.length > 0) return [branch, ...path]
  }
  return []
}

/** The pages with these letters in their titles, and those above them. */
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

/** The pages that others lie under. */
export const listParents = (tree: readonly PageNode[]): PageNode[] =>
  tree.flatMap((branch) => (branch.children.length > 0 ? [branch, ...listParents(branch.children)] : []))

/** Choices of a page by its name, indented as in the tree, but for this one and what lies under it. */
export const toParentOptions = (tree: readonly PageNode[], top: string, without?: string): Record<string, string> => {
  const left = (branches: readonly PageNode[], depth = 0): [string, string][] =>
    branches
      .filter(({ id }) => id !== without)
      .flatMap(({ id, title, children }) => [[id, `${'– '.repeat(depth)}${title}`], ...left(children, depth + 1)])
  return { '': top, ...Object.fromEntries(left(tree)) }
}

/** Where a page stands, or will: counted among the pages beside it without itself. */
export interface TreePosition {
  parentId: string | null
  position: number
}

/** A page where it stood when it was seen. */
export interface SeenPosition extends TreePosition {
  version: number
}

const listChildren = (tree: readonly PageNode[], parentId: string | null) =>
  parentId === null ? tree : (findPath(tree, parentId).at(-1)?.children ?? [])

export function findPosition(tree: readonly PageNode[], id: string): TreePosition {
  const parentId = findPath(tree, id).at(-2)?.id ?? null
  return { parentId, position: listChildren(tree, parentId).findIndex((each) => each.id === id) }
}

/** A page as the tree has it. */
export function findSeenPosition(
  tree: readonly PageNode[],
  id: string,
): (SeenPosition & { title: string }) | undefined {
  const page = findPath(tree, id).at(-1)
  return page && { ...findPosition(tree, id), version: page.version, title: page.title }
}

/** The tree with a page, and what lies under it, at another place, as this version; what is not touched by it is as it was. */
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

/** Where a page comes to stand before or after another, or as the first or last under it. */
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

/** Where an arrow moves a page: past the one beside it, under the one before it, or out to behind the one that it lies under. */
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
