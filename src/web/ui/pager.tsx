import { Search } from 'lucide-react'
import { formatCount } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { EmptyState } from './query-result.tsx'

/** Rows of a page of a list, unless it asks otherwise. */
const pageSize = 25

/** The rows of a page of what is there as a whole. */
export const slicePage = <T,>(all: readonly T[], page: number) => all.slice((page - 1) * pageSize, page * pageSize)

interface PagerProps {
  page: number
  total: number
  onTurn: (page: number) => void
}

/** In place of the rows of a page that a list does not have. */
export const PageOutOfRange = ({ onTurn }: Pick<PagerProps, 'onTurn'>) => (
  <EmptyState
    icon={Search}
    title={t.pages.beyond}
    action={<Button onClick={() => onTurn(1)}>{t.pages.first}</Button>}
  />
)

/** The way through a long list; nothing where it is short. */
export function Pager({ page, total, onTurn }: PagerProps) {
  if (total <= pageSize) return null
  const from = (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, total)
  return (
    <nav className="pager" aria-label={t.pages.label}>
      <span className="quiet">{t.pages.shown(formatCount(from), formatCount(to), formatCount(total))}</span>
      <Button variant="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t.pages.before}
      </Button>
      <Button variant="small" disabled={to === total} onClick={() => onTurn(page + 1)}>
        {t.pages.after}
      </Button>
    </nav>
  )
}
