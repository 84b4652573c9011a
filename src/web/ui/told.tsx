import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outcome } from '../graphql/send.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { keepFocus } from './focus.ts'
import { Notice } from './notice.tsx'
import { isWritten } from './written.ts'

/** What came of something that was done. */
export interface News {
  text: string
  look: 'good' | 'warn' | 'danger'
  /** Takes it back, and tells so. */
  undo?: (() => void) | undefined
}

/** Says it to whoever sees the page and to whoever hears it; the place is there before, so that it is heard. */
export function Told({ text, look = 'good', undo }: Partial<News>) {
  const takenBack = useRef<() => void>(undefined)
  const takeBack =
    undo &&
    (() => {
      if (takenBack.current === undo) return
      takenBack.current = undo
      // Its button goes with it.
      keepFocus()
      undo()
    })
  useUndoKey(takeBack)
  return (
    <div role="status" className={text ? undefined : 'unseen'}>
      {text && (
        <Notice look={look}>
          {takeBack ? (
            <span className="undoable">
              {text}
              <Button look="small" aria-keyshortcuts="Control+Z" onClick={takeBack}>
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
const passing = 6000
const tick = 200

/** Tells in passing what went well. What has the focus or the pointer stays (WCAG 2.2.1). */
export function ToldInPassing({ news, onPassed }: { news: News | undefined; onPassed: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const pass = useEffectEvent(onPassed)
  useEffect(() => {
    if (news?.look !== 'good') return
    let left = passing
    const timer = setInterval(() => {
      left = place.current?.matches(':hover, :focus-within') ? passing : left - tick
      if (left <= 0) pass()
    }, tick)
    return () => clearInterval(timer)
  }, [news])
  return (
    <div className="passing" ref={place}>
      <Told {...news} />
    </div>
  )
}

/** Ctrl Z (or ⌘ Z) takes back what was told last, but for where text is written, which has its own. */
function useUndoKey(undo: (() => void) | undefined) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (isWritten(event.target)) return
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
export const newsOf = ({ problem }: Outcome<unknown>, text: string, undo?: () => void): News =>
  problem ? { look: 'danger', text: problem.message } : { look: 'good', text, undo }

/** Takes back what was done. */
export type TakeBack = () => Promise<Outcome<unknown>>

/** What is done in a dialog over a page, and what is told of the last. */
export function useDoing<D>() {
  const [doing, begin] = useState<D>()
  const [news, tell] = useState<News>()
  return {
    doing,
    begin,
    news,
    tell,
    /** It is done: what is to be told of it, and how it is taken back where it can be. */
    end(text: string, takeBack?: TakeBack) {
      const undo = takeBack && (async () => tell(newsOf(await takeBack(), t.undone)))
      tell({ look: 'good', text, undo })
      begin(undefined)
    },
    /** Nothing is done, after all. */
    close() {
      tell(undefined)
      begin(undefined)
    },
  }
}
