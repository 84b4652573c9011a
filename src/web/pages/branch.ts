/** A page in the tree, with names as in REST. */
export interface Branch {
  id: string
  title: string
  icon: string | null
  parent_id: string | null
  position: number
  version: number
  children: Branch[]
}

/** The tree as `pageTree` answers it. */
export const treeIn = (data: { pageTree?: unknown }) => data.pageTree as Branch[] | null | undefined

/** The pages above this one, the topmost first, and the page itself. */
export function pathTo(tree: readonly Branch[], id: string | undefined): Branch[] {
  for (const branch of tree) {
    if (branch.id === id) return [branch]
    const path = pathTo(branch.children, id)
    if (path.length > 0) return [branch, ...path]
  }
  return []
}

/** The pages with these letters in their titles, and those above them. */
export function narrowed(tree: readonly Branch[], q: string): readonly Branch[] {
  const sought = q.trim().toLocaleLowerCase()
  const fitting = (branches: readonly Branch[]): Branch[] =>
    branches.flatMap((branch) => {
      const children = fitting(branch.children)
      const fits = branch.title.toLocaleLowerCase().includes(sought)
      return fits || children.length > 0 ? [{ ...branch, children }] : []
    })
  return sought ? fitting(tree) : tree
}

/** The pages that others lie under. */
export const parentsIn = (tree: readonly Branch[]): Branch[] =>
  tree.flatMap((branch) => (branch.children.length > 0 ? [branch, ...parentsIn(branch.children)] : []))

/** Choices of a page by its name, indented as in the tree, but for this one and what lies under it. */
export const choicesOf = (tree: readonly Branch[], top: string, without?: string): Record<string, string> => {
  const left = (branches: readonly Branch[], depth = 0): [string, string][] =>
    branches
      .filter(({ id }) => id !== without)
      .flatMap(({ id, title, children }) => [[id, `${'– '.repeat(depth)}${title}`], ...left(children, depth + 1)])
  return { '': top, ...Object.fromEntries(left(tree)) }
}

/** Where a page stands, or will: counted among the pages beside it without itself. */
export interface Place {
  parentId: string | null
  position: number
}

/** A page where it stood when it was seen. */
export interface Seen extends Place {
  version: number
}

const childrenOf = (tree: readonly Branch[], parentId: string | null) =>
  parentId === null ? tree : (pathTo(tree, parentId).at(-1)?.children ?? [])

export function placeOf(tree: readonly Branch[], id: string): Place {
  const parentId = pathTo(tree, id).at(-2)?.id ?? null
  return { parentId, position: childrenOf(tree, parentId).findIndex((each) => each.id === id) }
}

/** A page as the tree has it. */
export function seenIn(tree: readonly Branch[], id: string): (Seen & { title: string }) | undefined {
  const page = pathTo(tree, id).at(-1)
  return page && { ...placeOf(tree, id), version: page.version, title: page.title }
}

/** The tree with a page, and what lies under it, at another place, as this version; what is not touched by it is as it was. */
export function withMoved(tree: Branch[], id: string, { parentId, position }: Place, version?: number): Branch[] {
  const found = pathTo(tree, id).at(-1)
  if (!found) return tree
  const moved = version === undefined || version === found.version ? found : { ...found, version }
  const put = (branches: Branch[], parent: string | null): Branch[] => {
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
export function placeAt(
  tree: readonly Branch[],
  id: string,
  target: string,
  where: 'before' | 'after' | 'first' | 'last',
): Place {
  if (where === 'first' || where === 'last') {
    const others = childrenOf(tree, target).filter((each) => each.id !== id)
    return { parentId: target, position: where === 'first' ? 0 : others.length }
  }
  const parentId = pathTo(tree, target).at(-2)?.id ?? null
  const others = childrenOf(tree, parentId).filter((each) => each.id !== id)
  return { parentId, position: others.findIndex((each) => each.id === target) + (where === 'after' ? 1 : 0) }
}

/** Where an arrow moves a page: past the one beside it, under the one before it, or out to behind the one that it lies under. */
export function placeBy(tree: readonly Branch[], id: string, arrow: string): Place | undefined {
  const { parentId, position } = placeOf(tree, id)
  const beside = childrenOf(tree, parentId)
  const [before, after] = [beside[position - 1], beside[position + 1]]
  if (arrow === 'ArrowUp' && before) return { parentId, position: position - 1 }
  if (arrow === 'ArrowDown' && after) return { parentId, position: position + 1 }
  if (arrow === 'ArrowRight' && before) return placeAt(tree, id, before.id, 'last')
  if (arrow === 'ArrowLeft' && parentId) return placeAt(tree, id, parentId, 'after')
  return undefined
}
