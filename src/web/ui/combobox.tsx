import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { t } from '../i18n/locale.ts'
import { FieldFrame, inputProps } from './field.tsx'

interface Named {
  id: string
  name: string
}

interface ComboboxProps<T extends Named> {
  label: string
  hint?: string
  error?: string | undefined
  isRequired?: boolean
  autoFocus?: boolean
  /** It need not be among the found items. */
  chosen: T | null
  /** Undefined while loading. */
  found: readonly T[] | undefined
  /** Called once typing pauses; with an empty text while the text is the chosen name. */
  onSearch: (q: string) => void
  onChoose: (chosen: T) => void
}

const debounceMs = 150

/**
 * Combobox with a listbox (ARIA 1.2) whose items the service searches. React Aria's hides the rest of the page while it is open,
 * although the focus can move there.
 */
export function Combobox<T extends Named>(given: ComboboxProps<T>) {
  const { label, hint, error, isRequired = false, autoFocus = false, chosen, found, onSearch, onChoose } = given
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(chosen?.name ?? '')
  const [shown, setShown] = useState(chosen?.id)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number>()
  if (chosen?.id !== shown) {
    setShown(chosen?.id)
    setText(chosen?.name ?? '')
  }
  /** Enter was pressed before results arrived. */
  const [isEnterPending, setEnterPending] = useState(false)
  const searchText = text === chosen?.name ? '' : text.trim()
  const [searched, setSearched] = useState(searchText)
  useEffect(() => {
    const settle = () => {
      setSearched(searchText)
      onSearch(searchText)
    }
    if (isEnterPending) return settle()
    const timer = setTimeout(settle, debounceMs)
    return () => clearTimeout(timer)
  }, [searchText, isEnterPending, onSearch])
  const items = (isOpen && found) || []
  // Prefers an item that matches the text, also while older results are shown.
  const matching = items.findIndex(({ name }) => name.toLowerCase().includes(searchText.toLowerCase()))
  const at = Math.min(active ?? Math.max(matching, 0), items.length - 1)
  const isFound = searched === searchText && found !== undefined
  const open = () => {
    setOpen(true)
    setActive(undefined)
    setEnterPending(false)
  }
  /** Without a choice the field keeps its value. */
  const leave = () => {
    setOpen(false)
    setEnterPending(false)
    setText(chosen?.name ?? '')
  }
  const choose = (item: T) => {
    setOpen(false)
    setEnterPending(false)
    setText(item.name)
    if (item.id === chosen?.id) return
    onChoose(item)
    // Fires `input` as a native field does, so that the form becomes dirty.
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const choosePending = useEffectEvent(() => {
    const item = items[at]
    setEnterPending(false)
    if (item) choose(item)
  })
  useEffect(() => {
    if (isEnterPending && isFound) choosePending()
  }, [isEnterPending, isFound])
  const move = (to: number) => {
    setActive(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen) open()
      else if (items.length > 0) move((at + (key === 'ArrowDown' ? 1 : -1) + items.length) % items.length)
    } else if (key === 'Enter' && isOpen) {
      const item = items[at]
      if (item && (isFound || active !== undefined || matching >= 0)) choose(item)
      else setEnterPending(true)
    } else if (key === 'Escape' && isOpen) leave()
    else return
    event.preventDefault()
  }
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <div className="combobox">
        <input
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          required={isRequired}
          {...{ autoFocus }}
          value={text}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={items.length > 0 ? `${id}-${at}` : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            open()
          }}
          onClick={open}
          // Typing replaces the chosen name.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={onKeyDown}
          onBlur={leave}
          {...inputProps(id, { hint, error })}
        />
        <div className={isOpen && found ? 'popover' : 'unseen'}>
          {items.length > 0 && (
            <div className="menu" role="listbox" id={`${id}-list`} aria-label={label} ref={list}>
              {items.map((item, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, which has the keys
                <div
                  key={item.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={item.id === chosen?.id}
                  data-focused={index === at || undefined}
                  // The field keeps the focus. A mouse chooses on press, before new results move the items.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    if (event.pointerType === 'mouse' && event.button === 0) choose(item)
                  }}
                  onClick={() => choose(item)}
                >
                  {item.name}
                </div>
              ))}
            </div>
          )}
          <p className={isOpen && found?.length === 0 ? 'none' : 'unseen'} role="status">
            {isOpen && found?.length === 0 && t.nothingFound}
          </p>
        </div>
      </div>
    </FieldFrame>
  )
}
