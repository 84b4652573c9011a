import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

/** Milliseconds after which what comes later comes, also where nothing is painted: in a window that nobody looks at. */
const most = 1000

/** Once something of the app was painted. */
const painted = new Promise<void>((done) => {
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) done()
  })
  observer.observe({ type: 'paint', buffered: true })
  setTimeout(done, most)
})

/**
 * A component whose code comes after what is seen first, and is there at once when it is wanted: a key that opens it and the next
 * one, which is meant for it, may follow each other faster than React goes on from a promise.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: ReactNode = null) {
  let Loaded: ComponentType<P> | undefined
  const ask = async () => {
    Loaded = await load()
  }
  const asked = painted.then(ask)
  // Nobody has missed it yet: it is asked for again where it is shown.
  asked.catch(() => {})
  return function Later(given: P) {
    const [, see] = useReducer(() => true, false)
    const [failure, fail] = useState<unknown>()
    const isThere = Loaded !== undefined
    useEffect(() => {
      if (!isThere) asked.catch(ask).then(see, fail)
    }, [isThere])
    if (failure) throw failure
    return Loaded ? <Loaded {...given} /> : meanwhile
  }
}
