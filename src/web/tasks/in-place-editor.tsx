import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { inputProps } from '../ui/field.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { Notice } from '../ui/notice.tsx'
import { messages } from './tasks.messages.ts'

/** The outcome, or the conflicting text that someone else has saved. */
export type InPlaceResult = Outcome<unknown> | { theirs: ReactNode }

interface InPlaceEditorProps {
  label: string
  hint?: string
  text: string
  isLong?: boolean
  isRequired?: boolean
  /** Saves the text. With `isSure` it overwrites a conflicting change. */
  save: (text: string, isSure: boolean) => Promise<InPlaceResult>
  onEnd: () => void
}

/** The value being edited, as it was when editing began, and the edit button, which gets the focus back. */
export function useInPlaceEditor<T>(value: T) {
  const [editing, begin] = useState<{ value: T }>()
  const button = useRef<HTMLButtonElement>(null)
  return {
    editing,
    button,
    begin: () => begin({ value }),
    end: () => {
      preserveFocus(() => button.current)
      begin(undefined)
    },
  }
}

/** Edits text in place. Blur and Ctrl+Enter save, Escape cancels. */
export function InPlaceEditor({
  label,
  hint,
  text,
  isLong = false,
  isRequired = false,
  save,
  ...given
}: InPlaceEditorProps) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [typed, type] = useState(text)
  const [error, setError] = useState<string>()
  const [theirs, setTheirs] = useState<{ shown: ReactNode }>()
  const isBusy = useRef(false)
  const isOver = useRef(false)
  useEffect(() => field.current?.focus(), [])
  const onEnd = () => {
    isOver.current = true
    given.onEnd()
  }
  const isSame = typed.trim() === text.trim() || (isRequired && !typed.trim())
  // Saves when the component unmounts, as browsers fire no blur event then.
  const leave = useRef(() => {})
  leave.current = () => {
    if (!isOver.current && !isBusy.current && !theirs && !isSame) save(typed.trim(), false)
  }
  useEffect(() => () => leave.current(), [])
  const end = async (isSure = false) => {
    if (isBusy.current) return
    if (!isSure && isSame) return onEnd()
    isBusy.current = true
    const saved = await save(typed.trim(), isSure)
    isBusy.current = false
    if ('theirs' in saved) {
      preserveFocus(() => field.current)
      setTheirs({ shown: saved.theirs })
    } else if (saved.problem) setError(saved.problem.message)
    else onEnd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd()
    else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) end()
    else return
    event.preventDefault()
  }
  const control = {
    ...inputProps(id, { hint, error }),
    value: typed,
    onKeyDown,
    onBlur: () => theirs || end(),
  }
  return (
    <div className="field in-place">
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      {isLong ? (
        <textarea
          {...control}
          ref={field}
          rows={Math.min(20, Math.max(5, typed.split('\n').length + 1))}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      ) : (
        <input
          {...control}
          ref={field}
          maxLength={500}
          autoComplete="off"
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span role="alert" className={error ? 'field-error' : 'unseen'} id={`${id}-error`}>
        {error}
      </span>
      {theirs && (
        <div role="alert">
          <Notice variant="warn">
            <p>{messages.conflict.text}</p>
            <div className="theirs">{theirs.shown || messages.conflict.empty}</div>
            <div className="actions">
              <Button variant="small" onClick={() => end(true)}>
                {messages.conflict.mine}
              </Button>
              <Button variant={['small', 'plain']} onClick={onEnd}>
                {messages.conflict.theirs}
              </Button>
            </div>
          </Notice>
        </div>
      )}
      {isLong && !theirs && (
        <div className="actions">
          {/* A click blurs the field, which saves. */}
          <Button variant={['small', 'primary']} onClick={() => end()}>
            {t.save}
          </Button>
          <Button variant={['small', 'plain']} onPointerDown={(event) => event.preventDefault()} onClick={onEnd}>
            {t.cancel}
          </Button>
        </div>
      )}
    </div>
  )
}
