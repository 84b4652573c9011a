import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { MembersToMentionDocument } from '#schema/web/graphql'
import { useAllPages } from '../graphql/client.ts'
import { FieldFrame, inputProps } from '../ui/field.tsx'
import { messages } from './tasks.messages.ts'

/** The name that mentions the assistant. */
export const assistantName = 'assistant'

const maxSuggestions = 8

export interface MentionAreaHandle {
  /** Inserts text at the caret. */
  insert: (text: string) => void
  focus: () => void
}

interface MentionAreaProps {
  label: string
  hint?: string
  error?: string | undefined
  text: string
  onType: (text: string) => void
  onSend: () => void
  onCancel?: () => void
  ref?: Ref<MentionAreaHandle>
}

/** The text between `@` and the caret, or undefined. */
const findMentionQuery = (text: string) => /(?:^|[\s(])@([^\s@]*)$/u.exec(text)?.[1]

/** Textarea with `@` mentions, which are selected with arrow keys and Enter. Ctrl+Enter submits. */
export function MentionArea({ label, hint, error, text, onType, onSend, onCancel, ref }: MentionAreaProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { data } = useAllPages(MembersToMentionDocument, {})
  const [query, setQuery] = useState<string>()
  const [active, setActive] = useState(0)
  const everybody = [...(data?.members?.members ?? []), { id: assistantName, name: assistantName }]
  const prefix = query?.toLocaleLowerCase()
  const found =
    prefix === undefined
      ? []
      : everybody
          .filter(({ name }) =>
            name
              .toLocaleLowerCase()
              .split(/\s+/)
              .some((part) => part.startsWith(prefix)),
          )
          .slice(0, maxSuggestions)
  const at = Math.min(active, found.length - 1)
  const isOpen = found.length > 0

  const updateQuery = () => {
    const { value = '', selectionStart = 0 } = area.current ?? {}
    setQuery(findMentionQuery(value.slice(0, selectionStart)))
    setActive(0)
  }
  /** Replaces the given number of characters before the caret. */
  const put = (put: string, instead = 0) => {
    const element = area.current
    if (!element) return
    element.focus()
    element.setRangeText(put, element.selectionStart - instead, element.selectionEnd, 'end')
    onType(element.value)
    setQuery(undefined)
  }
  useImperativeHandle(ref, () => ({ insert: (inserted) => put(inserted), focus: () => area.current?.focus() }))
  const choose = (name: string) => put(`@${name} `, (query?.length ?? 0) + 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp'))
      setActive((at + (key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
    else if (isOpen && (key === 'Enter' || key === 'Tab')) choose(found[at]?.name ?? '')
    else if (isOpen && key === 'Escape') setQuery(undefined)
    else if (onCancel && key === 'Escape') onCancel()
    else return
    event.preventDefault()
  }
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <div className="combobox">
        <textarea
          {...inputProps(id, { hint, error })}
          ref={area}
          rows={3}
          value={text}
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value)
            updateQuery()
          }}
          onKeyDown={onKeyDown}
          onKeyUp={({ key }) => /^(ArrowLeft|ArrowRight|Home|End)$/.test(key) && updateQuery()}
          onClick={updateQuery}
          onBlur={() => setQuery(undefined)}
        />
        <div className={isOpen ? 'popover' : 'unseen'}>
          {isOpen && (
            <div className="menu" role="listbox" id={`${id}-list`} aria-label={messages.mention}>
              {found.map(({ id: who, name }, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the text, which has the keys
                <div
                  key={who}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  data-focused={index === at || undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(name)}
                >
                  {name}
                </div>
              ))}
            </div>
          )}
        </div>
      </div>
    </FieldFrame>
  )
}
