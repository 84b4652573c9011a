/** A page in the tree, with names as in REST. */
export interface Branch {
  id: string
  title: string
  icon: string | null
  parent_id: string | null
  position: number
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

/** Choices of a page by its name, indented as in the tree, but for this one and what lies under it. */
export const choicesOf = (tree: readonly Branch[], top: string, without?: string): Record<string, string> => {
  const left = (branches: readonly Branch[], depth = 0): [string, string][] =>
    branches
      .filter(({ id }) => id !== without)
      .flatMap(({ id, title, children }) => [[id, `${'– '.repeat(depth)}${title}`], ...left(children, depth + 1)])
  return { '': top, ...Object.fromEntries(left(tree)) }
}
