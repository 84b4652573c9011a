import { Search } from 'lucide-react'
import { t } from '../i18n/locale.ts'

interface SeekProps {
  /** What is sought to begin with; it stands in the address. */
  q: string
  onSeek: (q: string) => void
}

/** The field by which a list is narrowed while one types. */
export const Seek = ({ q, onSeek }: SeekProps) => (
  <label className="seek">
    <Search size={16} aria-hidden />
    <span className="unseen">{t.search}</span>
    <input
      type="search"
      maxLength={200}
      placeholder={t.search}
      defaultValue={q}
      onChange={({ currentTarget }) => onSeek(currentTarget.value)}
    />
  </label>
)
