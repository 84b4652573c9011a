import { useEffect, useRef, useState } from 'react'

const batchSize = 30

/** Loads before the end is visible, also in nested scroll containers. */
const near = { rootMargin: '800px', scrollMargin: '800px' }

/** How many entries of a long list to render: at least `needed`, and more as its end comes into view. */
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
