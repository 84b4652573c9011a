import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { preserveFocus } from './focus.ts'
import { Notice } from './notice.tsx'
import { isTextInput } from './text-input.ts'

/** What came of something that was done. */
export interface Feedback {
  text: string
  variant: 'good' | 'warn' | 'danger'
  /** Takes it back, and tells so. */
  undo?: (() => void) | undefined
}

/** Says it to whoever sees the page and to whoever hears it; the place is there before, so that it is heard. */
export function StatusMessage({ text, variant = 'good', undo }: Partial<Feedback>) {
  const takenBack = useRef<() => void>(undefined)
  const takeBack =
    undo &&
    (() => {
      if (takenBack.current === undo) return
      takenBack.current = undo
      // Its button goes with it.
      preserveFocus()
      undo()
    })
  useUndoKey(takeBack)
  return (
    <div role="status" className={text ? undefined : 'unseen'}>
      {text && (
        <Notice look={variant}>
          {takeBack ? (
            <span className="undoable">
              {text}
              <Button variant="small" aria-keyshortcuts="Control+Z" onClick={takeBack}>
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

/** Milliseconds for which it is told in passing what went well. */
const toastMs = 6000
const tickMs = 200

/** Tells in passing what went well. What has the focus or the pointer stays (WCAG 2.2.1). */
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
    <div className="passing" ref={place}>
      <StatusMessage {...feedback} />
    </div>
  )
}

/** Ctrl Z (or ⌘ Z) takes back what was told last, but for where text is written, which has its own. */
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

/** What is told of an outcome: `text`, and how it is taken back, or why it was refused. */
export const feedbackFor = ({ problem }: Outcome<unknown>, text: string, undo?: () => void): Feedback =>
  problem ? { variant: 'danger', text: problem.message } : { variant: 'good', text, undo }

/** Takes back what was done. */
export type Undo = () => Promise<Outcome<unknown>>

/** What is done in a dialog over a page, and what is told of the last. */
export function useAction<D>() {
  const [pendingAction, begin] = useState<D>()
  const [feedback, showFeedback] = useState<Feedback>()
  return {
    pendingAction,
    begin,
    feedback,
    showFeedback,
    /** It is done: what is to be told of it, and how it is taken back where it can be. */
    end(text: string, takeBack?: Undo) {
      const undo = takeBack && (async () => showFeedback(feedbackFor(await takeBack(), t.undone)))
      showFeedback({ variant: 'good', text, undo })
      begin(undefined)
    },
    /** Nothing is done, after all. */
    close() {
      showFeedback(undefined)
      begin(undefined)
    },
  }
}
