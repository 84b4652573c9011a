import { useEffect, useRef, useState } from 'react'

/** So many are drawn at first, and as many more whenever their end comes near. */
const batchSize = 30

/** Before it can be seen, also within what scrolls by itself. */
const near = { rootMargin: '800px', scrollMargin: '800px' }

/** How much of a long list is drawn: its beginning, at least what is needed of it, and more as one comes to the item that ends it. */
export function useIncrementalList(count: number, needed = 0) {
  const end = useRef<HTMLLIElement>(null)
  const [wanted, want] = useState(batchSize)
  if (needed > wanted) want(needed)
  const drawn = Math.min(count, wanted)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.at(-1)?.isIntersecting) want(drawn + batchSize)
    }, near)
    observer.observe(element)
    return () => observer.disconnect()
  }, [drawn, drawn < count])
  return { drawn, isWhole: drawn === count, end }
}
