import { later } from '../ui/later.tsx'

export const PagesTree = later(() => import('./pages-tree.tsx').then((it) => it.PagesTree))
