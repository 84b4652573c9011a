import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { preserveFocus } from './focus.ts'
import { Notice } from './notice.tsx'
import { isTextInput } from './text-input.ts'

/** The outcome of an action. */
export interface Feedback {
  text: string
  variant: 'good' | 'warn' | 'danger'
  undo?: (() => void) | undefined
}

/** Live region for status messages. It is rendered empty first because screen readers only announce changes to an existing region. */
export function StatusMessage({ text, variant = 'good', undo }: Partial<Feedback>) {
  const undone = useRef<() => void>(undefined)
  const undoOnce =
    undo &&
    (() => {
      if (undone.current === undo) return
      undone.current = undo
      // Its button disappears with it.
      preserveFocus()
      undo()
    })
  useUndoKey(undoOnce)
  return (
    <div role="status" className={text ? undefined : 'unseen'}>
      {text && (
        <Notice variant={variant}>
          {undoOnce ? (
            <span className="notice-row">
              {text}
              <Button variant="small" aria-keyshortcuts="Control+Z" onClick={undoOnce}>
                {t.undo}
              </Button>
            </span>
          ) : (
            text
          )}
        </Notice>
      )}
    </div>
  )
}

const toastMs = 6000
const tickMs = 200

/** Shows a success for some seconds, longer while it is hovered or focused (WCAG 2.2.1). */
export function Toast({ feedback, onPassed }: { feedback: Feedback | undefined; onPassed: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const pass = useEffectEvent(onPassed)
  useEffect(() => {
    if (feedback?.variant !== 'good') return
    let left = toastMs
    const timer = setInterval(() => {
      left = place.current?.matches(':hover, :focus-within') ? toastMs : left - tickMs
      if (left <= 0) pass()
    }, tickMs)
    return () => clearInterval(timer)
  }, [feedback])
  return (
    <div className="toast" ref={place}>
      <StatusMessage {...feedback} />
    </div>
  )
}

/** Ctrl+Z (or ⌘Z) undoes the last action, except in text inputs, which have their own undo. */
function useUndoKey(undo: (() => void) | undefined) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (isTextInput(event.target)) return
    event.preventDefault()
    undo?.()
  })
  const isOffered = undo !== undefined
  useEffect(() => {
    if (!isOffered) return
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [isOffered])
}

/** `text` on success, else the error. */
export const feedbackFor = ({ problem }: Outcome<unknown>, text: string, undo?: () => void): Feedback =>
  problem ? { variant: 'danger', text: problem.message } : { variant: 'good', text, undo }

export type Undo = () => Promise<Outcome<unknown>>

/** The action whose dialog is open on a page, and the feedback of the last one. */
export function useAction<D>() {
  const [pendingAction, begin] = useState<D>()
  const [feedback, showFeedback] = useState<Feedback>()
  return {
    pendingAction,
    begin,
    feedback,
    showFeedback,
    /** Closes the dialog after success and shows the feedback. */
    end(text: string, undo?: Undo) {
      const undoAction = undo && (async () => showFeedback(feedbackFor(await undo(), t.undone)))
      showFeedback({ variant: 'good', text, undo: undoAction })
      begin(undefined)
    },
    /** Closes the dialog without doing anything. */
    close() {
      showFeedback(undefined)
      begin(undefined)
    },
  }
}
