import type { Editor } from '@tiptap/core'
import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react'

interface SuggestionItem {
  id: string
  name: string
}

/** Suggestions at the caret. */
export interface SuggestionState {
  label: string
  items: readonly SuggestionItem[]
  choose: (item: SuggestionItem) => void
  at: DOMRect | null
}

export interface SuggestionKeyHandler {
  /** Returns whether the key was handled. */
  handleKey: (event: KeyboardEvent) => boolean
}

/** Suggestion list below the caret. The focus stays in the text, which passes keys on. */
export function SuggestionList({
  offer,
  editor,
  ref,
}: {
  offer: SuggestionState | null
  editor: Editor
  ref: Ref<SuggestionKeyHandler>
}) {
  const id = useId()
  const [active, setActive] = useState(0)
  const items = offer?.items ?? []
  const at = Math.min(active, items.length - 1)
  const isOpen = items.length > 0
  useEffect(() => setActive(0), [items.map((item) => item.id).join()])
  useEffect(() => {
    if (editor.isDestroyed) return
    const { dom } = editor.view
    if (isOpen) {
      dom.setAttribute('aria-controls', id)
      dom.setAttribute('aria-activedescendant', `${id}-${at}`)
      document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
    } else for (const name of ['aria-controls', 'aria-activedescendant']) dom.removeAttribute(name)
  }, [editor, id, isOpen, at])
  useImperativeHandle(ref, () => ({
    handleKey: ({ key }) => {
      if (!isOpen) return false
      const chosen = items[at]
      if (key === 'ArrowDown') setActive((at + 1) % items.length)
      else if (key === 'ArrowUp') setActive((at - 1 + items.length) % items.length)
      else if ((key === 'Enter' || key === 'Tab') && chosen) offer?.choose(chosen)
      else return false
      return true
    },
  }))
  if (!isOpen || !offer?.at) return null
  // Above the caret if there is no room below.
  const isLow = offer.at.bottom + 260 > innerHeight
  const place = isLow ? { bottom: innerHeight - offer.at.top + 4 } : { top: offer.at.bottom + 4 }
  return (
    <div
      className="popover suggestions"
      style={{ left: Math.max(8, Math.min(offer.at.left, innerWidth - 256)), ...place }}
    >
      <div className="menu" role="listbox" id={id} aria-label={offer.label}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the text, which has the keys
          <div
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            data-focused={index === at || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => offer.choose(item)}
          >
            {item.name}
          </div>
        ))}
      </div>
    </div>
  )
}
