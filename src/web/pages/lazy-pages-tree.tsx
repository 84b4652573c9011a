import { lazy } from 'react'

// Asked for at once, and not waited for by what is seen first.
const loaded = import('./pages-tree.tsx')

export const PagesTree = lazy(async () => ({ default: (await loaded).PagesTree }))
