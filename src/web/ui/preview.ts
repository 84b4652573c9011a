import { useEffect, useRef, useState } from 'react'
import type { Outcome, Problem } from '../graphql/fetch-graphql.ts'

/** A rendered preview of unsaved input. */
export interface Preview {
  /** The URL of the newest image. */
  image?: string | undefined
  /** Why the current input could not be rendered. */
  problem?: Problem | undefined
  /** The current input is being rendered, or will be once typing pauses. */
  isBusy: boolean
  /** The image shows the current input. */
  isCurrent: boolean
  retry: () => void
}

interface RenderedPreview {
  /** The input that the image shows. */
  of?: string | undefined
  refused?: string | undefined
  picture?: string | undefined
  problem?: Problem | undefined
}

/** The typing pause before rendering, in ms. */
const pauseMs = 600

/**
 * Renders input as an image. `key` is a key of all that the image depends on; null if it cannot be rendered. The previous image stays
 * until a newer one arrives.
 */
export function usePreview(
  key: string | null,
  render: () => Promise<Outcome<string>>,
  savedImage?: string,
  debounceMs = pauseMs,
): Preview {
  const [rendered, setRendered] = useState<RenderedPreview>(
    savedImage ? { of: key ?? undefined, picture: savedImage } : {},
  )
  const [tries, setTries] = useState(0)
  const newest = useRef<string>(null)
  const shown = useRef(0)
  const count = useRef(0)
  newest.current = key
  const isCurrent = key !== null && rendered.of === key
  useEffect(() => {
    if (key === null || isCurrent) return
    const timer = setTimeout(
      async () => {
        count.current += 1
        const attempt = count.current
        const { data, problem } = await render()
        if (data && attempt > shown.current) {
          shown.current = attempt
          setRendered({ of: key, picture: data })
        }
        // Another page of this session has requested a preview since.
        else if (problem?.code === 'conflict' && newest.current === key) setTries((now) => now + 1)
        else if (problem && newest.current === key) setRendered((now) => ({ ...now, refused: key, problem }))
      },
      // After a conflict it waits, as both pages would retry at once.
      tries > 0 ? pauseMs : count.current === 0 ? 0 : debounceMs,
    )
    return () => clearTimeout(timer)
  }, [key, isCurrent, tries])
  const problem = key !== null && rendered.refused === key ? rendered.problem : undefined
  return {
    image: rendered.picture,
    problem,
    isCurrent,
    isBusy: key !== null && !isCurrent && !problem,
    retry: () => {
      setRendered(({ of, picture }) => ({ of, picture }))
      setTries((now) => now + 1)
    },
  }
}

/** The data URL of the image in a response. */
export function pickImage<R>(
  { data, problem }: Outcome<R>,
  pick: (data: R) => { picture: string } | null | undefined,
): Outcome<string> {
  if (problem) return { problem }
  const found = pick(data)
  return found
    ? { data: `data:image/webp;base64,${found.picture}` }
    : { problem: { code: 'not_found', message: '', fields: {} } }
}
