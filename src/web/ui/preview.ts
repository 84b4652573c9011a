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
const pause = 600

/**
 * Renders input as an image. `asked` is a key of all that the image depends on; null if it cannot be rendered. The previous image stays
 * until a newer one arrives.
 */
export function usePreview(
  asked: string | null,
  draw: () => Promise<Outcome<string>>,
  kept?: string,
  rest = pause,
): Preview {
  const [drawn, setDrawn] = useState<RenderedPreview>(kept ? { of: asked ?? undefined, picture: kept } : {})
  const [tries, setTries] = useState(0)
  const newest = useRef<string>(null)
  const shown = useRef(0)
  const count = useRef(0)
  newest.current = asked
  const isCurrent = asked !== null && drawn.of === asked
  useEffect(() => {
    if (asked === null || isCurrent) return
    const timer = setTimeout(
      async () => {
        count.current += 1
        const turn = count.current
        const { data, problem } = await draw()
        if (data && turn > shown.current) {
          shown.current = turn
          setDrawn({ of: asked, picture: data })
        }
        // Another page of this session has requested a preview since.
        else if (problem?.code === 'conflict' && newest.current === asked) setTries((now) => now + 1)
        else if (problem && newest.current === asked) setDrawn((now) => ({ ...now, refused: asked, problem }))
      },
      // After a conflict it waits, as both pages would retry at once.
      tries > 0 ? pause : count.current === 0 ? 0 : rest,
    )
    return () => clearTimeout(timer)
  }, [asked, isCurrent, tries])
  const problem = asked !== null && drawn.refused === asked ? drawn.problem : undefined
  return {
    image: drawn.picture,
    problem,
    isCurrent,
    isBusy: asked !== null && !isCurrent && !problem,
    retry: () => {
      setDrawn(({ of, picture }) => ({ of, picture }))
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
