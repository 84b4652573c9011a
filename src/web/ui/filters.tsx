import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../i18n/locale.ts'

interface FiltersProps {
  /** How many of them narrow what is shown. */
  set: number
  children: ReactNode
}

/** What a list is narrowed by; on a phone it is folded, and says how much of it holds. */
export function Filters({ set, children }: FiltersProps) {
  const id = useId()
  const [isOpen, open] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button unfold"
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
