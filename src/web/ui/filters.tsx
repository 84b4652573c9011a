import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../i18n/locale.ts'

interface FiltersProps {
  /** The number of active filters. */
  set: number
  children: ReactNode
}

/** Filters of a list. On a phone they collapse behind a button with the number of active ones. */
export function Filters({ set, children }: FiltersProps) {
  const id = useId()
  const [isOpen, open] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => open(!isOpen)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        {set > 0 ? t.filter.some(set) : t.filter.title}
      </button>
      <div id={id} className={isOpen ? 'folded open' : 'folded'}>
        {children}
      </div>
    </>
  )
}
