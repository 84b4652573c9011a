import { lazyDialog } from '../ui/lazy-dialog.tsx'

export const PagesTree = lazyDialog(() => import('./pages-tree.tsx').then((it) => it.PagesTree))
