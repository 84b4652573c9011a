import { Search } from 'lucide-react'
import { t } from '../i18n/locale.ts'

interface SearchFieldProps {
  /** The initial text, from the URL. */
  q: string
  onSearch: (q: string) => void
}

/** Searches a list while typing. */
export const SearchField = ({ q, onSearch }: SearchFieldProps) => (
  <label className="search-field">
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
