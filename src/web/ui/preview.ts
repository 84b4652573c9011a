import { useEffect, useRef, useState } from 'react'
import type { Outcome, Problem } from '../graphql/fetch-graphql.ts'

/** A picture of what is typed, and how it stands. */
export interface Preview {
  /** The address of the newest picture that there is. */
  image?: string | undefined
  /** Why there is none of what is typed now. */
  problem?: Problem | undefined
  /** What is typed is being drawn, or will be once one pauses. */
  isBusy: boolean
  /** What is typed is what the picture shows. */
  isCurrent: boolean
  retry: () => void
}

interface RenderedPreview {
  /** What the picture shows, and what the problem is about. */
  of?: string | undefined
  refused?: string | undefined
  picture?: string | undefined
  problem?: Problem | undefined
}

/** How long the hand rests until what was typed is drawn. */
const pause = 600

/**
 * Has what is typed drawn. `asked` says all that the picture depends on; null where it cannot be drawn. The last picture stays
 * until there is the next, and one that was asked for earlier is better than the one before.
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
        // Another page of the same session has asked for one since.
        else if (problem?.code === 'conflict' && newest.current === asked) setTries((now) => now + 1)
        else if (problem && newest.current === asked) setDrawn((now) => ({ ...now, refused: asked, problem }))
      },
      // What has given way to another is not asked for at once: the other would.
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

/** The address of a picture that came with an answer. */
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
