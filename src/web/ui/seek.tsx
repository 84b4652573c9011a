import { Search } from 'lucide-react'
import { words } from '../words/words.ts'

interface SeekProps {
  /** What is sought to begin with; it stands in the address. */
  q: string
  onSeek: (q: string) => void
}

/** The field by which a list is narrowed while one types. */
export const Seek = ({ q, onSeek }: SeekProps) => (
  <label className="seek">
    <Search size={16} aria-hidden />
    <span className="unseen">{words.search}</span>
    <input
      type="search"
      maxLength={200}
      placeholder={words.search}
      defaultValue={q}
      onChange={({ currentTarget }) => onSeek(currentTarget.value)}
    />
  </label>
)
