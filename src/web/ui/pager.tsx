import { Search } from 'lucide-react'
import { formatCount } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { EmptyState } from './query-result.tsx'

/** The service's default page size. */
const pageSize = 25

/** One page of an array. */
export const slicePage = <T,>(all: readonly T[], page: number) => all.slice((page - 1) * pageSize, page * pageSize)

interface PagerProps {
  page: number
  total: number
  onTurn: (page: number) => void
}

/** Shown for a page number beyond the end of a list. */
export const PageOutOfRange = ({ onTurn }: Pick<PagerProps, 'onTurn'>) => (
  <EmptyState
    icon={Search}
    title={t.pages.beyond}
    action={<Button onClick={() => onTurn(1)}>{t.pages.first}</Button>}
  />
)

/** Renders nothing for a single page. */
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
