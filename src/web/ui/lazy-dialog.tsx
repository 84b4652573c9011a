import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { t } from '../i18n/locale.ts'
import { bufferKeystrokes } from './buffer-keystrokes.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** In ms, as a hidden window paints nothing. */
const maxPaintWaitMs = 1000

/** Resolves after the first paint of the app. */
const painted = new Promise<void>((done) => {
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) done()
  })
  observer.observe({ type: 'paint', buffered: true })
  setTimeout(done, maxPaintWaitMs)
})

const isOpen = (given: object) => !('isOpen' in given && !given.isOpen)

const closeHandler = (given: object) =>
  isOpen(given) && 'onClose' in given ? (given.onClose as (() => void) | undefined) : undefined

/**
 * A component whose code loads after the first paint and renders synchronously once loaded. Keys typed before a dialog has loaded are
 * replayed into it. If loading fails, `meanwhile` or a notice with a retry is shown; the rest of the page stays.
 */
export function lazyDialog<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile?: ReactNode) {
  let Loaded: ComponentType<P> | undefined
  let asked: Promise<void> | undefined
  const ask = () => {
    asked ??= painted
      .then(load)
      .then((it) => {
        Loaded = it
      })
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  // A failure here is ignored: rendering loads it again.
  ask().catch(() => {})
  return function Later(given: P) {
    const [, see] = useReducer(() => true, false)
    const [isMissed, miss] = useState(false)
    const [attempt, again] = useReducer((before: number) => before + 1, 0)
    const isThere = Loaded !== undefined
    useEffect(() => {
      if (isThere) return
      miss(false)
      ask().then(see, () => miss(true))
      addEventListener('online', again)
      return () => removeEventListener('online', again)
    }, [isThere, attempt])
    const close = closeHandler(given)
    const giveUp = useEffectEvent(() => close?.())
    const typed = useRef<ReturnType<typeof bufferKeystrokes>>(undefined)
    const isAwaited = close !== undefined && !isThere && !isMissed
    useEffect(() => {
      if (isAwaited) typed.current = bufferKeystrokes(giveUp)
      // After the effects of the loaded component, which has the focus now.
      else if (isThere) typed.current?.give()
      else typed.current?.stop()
    }, [isAwaited, isThere])
    useEffect(() => () => typed.current?.stop(), [])
    if (Loaded) return <Loaded {...given} />
    const isWanted = meanwhile === undefined && isOpen(given)
    return isMissed && isWanted ? <LoadFailed again={again} /> : meanwhile
  }
}

const LoadFailed = ({ again }: { again: () => void }) => (
  <div role="alert" className="disconnected">
    <Notice look="warn">
      <span className="undoable">
        {t.failed}
        <Button variant="small" onClick={again}>
          {t.retry}
        </Button>
      </span>
    </Notice>
  </div>
)
