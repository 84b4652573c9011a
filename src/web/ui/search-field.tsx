import { Search } from 'lucide-react'
import { t } from '../i18n/locale.ts'

interface SearchFieldProps {
  /** What is sought to begin with; it stands in the address. */
  q: string
  onSearch: (q: string) => void
}

/** The field by which a list is narrowed while one types. */
export const SearchField = ({ q, onSearch }: SearchFieldProps) => (
  <label className="seek">
    <Search size={16} aria-hidden />
    <span className="unseen">{t.search}</span>
    <input
      type="search"
      maxLength={200}
      placeholder={t.search}
      defaultValue={q}
      onChange={({ currentTarget }) => onSearch(currentTarget.value)}
    />
  </label>
)
