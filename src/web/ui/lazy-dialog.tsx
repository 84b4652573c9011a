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
 * replayed into it. If loading fails, `fallback` or a notice with a retry is shown; the rest of the page stays.
 */
export function lazyDialog<P extends object>(load: () => Promise<ComponentType<P>>, fallback?: ReactNode) {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const loadOnce = () => {
    loading ??= painted
      .then(load)
      .then((it) => {
        Loaded = it
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  // A failure here is ignored: rendering loads it again.
  loadOnce().catch(() => {})
  return function LazyDialog(given: P) {
    const [, rerender] = useReducer(() => true, false)
    const [hasFailed, setFailed] = useState(false)
    const [attempt, retry] = useReducer((before: number) => before + 1, 0)
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      setFailed(false)
      loadOnce().then(rerender, () => setFailed(true))
      addEventListener('online', retry)
      return () => removeEventListener('online', retry)
    }, [isLoaded, attempt])
    const close = closeHandler(given)
    const cancel = useEffectEvent(() => close?.())
    const typed = useRef<ReturnType<typeof bufferKeystrokes>>(undefined)
    const isLoading = close !== undefined && !isLoaded && !hasFailed
    useEffect(() => {
      if (isLoading) typed.current = bufferKeystrokes(cancel)
      // After the effects of the loaded component, which has the focus now.
      else if (isLoaded) typed.current?.replay()
      else typed.current?.stop()
    }, [isLoading, isLoaded])
    useEffect(() => () => typed.current?.stop(), [])
    if (Loaded) return <Loaded {...given} />
    const hasNotice = fallback === undefined && isOpen(given)
    return hasFailed && hasNotice ? <LoadFailed retry={retry} /> : fallback
  }
}

const LoadFailed = ({ retry }: { retry: () => void }) => (
  <div role="alert" className="disconnected">
    <Notice variant="warn">
      <span className="notice-row">
        {t.failed}
        <Button variant="small" onClick={retry}>
          {t.retry}
        </Button>
      </span>
    </Notice>
  </div>
)
