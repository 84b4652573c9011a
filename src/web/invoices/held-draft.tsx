import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Answer } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { ChoiceNotice } from '../ui/elsewhere.tsx'
import { isMissing } from '../ui/states.tsx'
import { CardUntilLoaded } from './parts.tsx'

/** How a draft has ended elsewhere while it was being written. */
type Ended = 'sent' | 'deleted'

interface Held {
  ended: Ended | undefined
  isWritten: { current: boolean }
  letGo: () => void
}

const HeldContext = createContext<Held>({ ended: undefined, isWritten: { current: false }, letGo: () => undefined })

/** For the form over a draft: whether something is written in it that is not kept yet; and what has become of the draft. */
export function useHeld(isWritten: boolean): Held {
  const held = useContext(HeldContext)
  useEffect(() => {
    held.isWritten.current = isWritten
    return () => {
      held.isWritten.current = false
    }
  }, [held.isWritten, isWritten])
  return held
}

/** Refusals of what is not as it was seen. */
export const outdated = new Set(['precondition_failed', 'invalid_state', 'invoice_locked', 'not_found'])

interface HeldDraftProps<R, T> {
  answer: Answer<R>
  pick: (data: R) => T | null | undefined
  isDraft: (found: T) => boolean
  children: (found: T) => ReactNode
}

/**
 * Not every kind has events of all that becomes of it: how it is now is asked for by whoever comes back to the window too.
 */
function useAskedOnReturn({ retry }: Pick<Answer<unknown>, 'retry'>) {
  useEffect(() => {
    addEventListener('focus', retry)
    return () => removeEventListener('focus', retry)
  }, [retry])
}

/**
 * A draft that is sent or deleted elsewhere while somebody writes in it stands there as it was, until they let it go; and so does
 * one of which it cannot be asked how it is now.
 */
export function HeldDraft<R, T extends { id: string }>({ answer, pick, isDraft, children }: HeldDraftProps<R, T>) {
  useAskedOnReturn(answer)
  const isWritten = useRef(false)
  const seen = useRef<R>(undefined)
  const [left, leave] = useState<R>()
  const before = seen.current && pick(seen.current)
  const now = answer.data && !answer.problem ? pick(answer.data) : undefined
  const isGone = answer.problem !== undefined && isMissing(answer.problem)
  const ended: Ended | undefined = isGone
    ? 'deleted'
    : now && now.id === before?.id && !isDraft(now)
      ? 'sent'
      : undefined
  const isUnknown = answer.problem !== undefined && !isGone
  const isHeld =
    (ended !== undefined || isUnknown) && seen.current !== undefined && seen.current !== left && isWritten.current
  if (now && isDraft(now)) seen.current = answer.data
  const held = { ended: isHeld ? ended : undefined, isWritten, letGo: () => leave(seen.current) }
  return (
    <HeldContext value={held}>
      <CardUntilLoaded answer={isHeld ? { ...answer, data: seen.current, problem: undefined } : answer} pick={pick}>
        {children}
      </CardUntilLoaded>
    </HeldContext>
  )
}

interface HasEndedProps {
  held: Held
  /** Keeps what is written as another draft. */
  onKeep: () => void
}

/** Says so, and leads on. */
export const HasEnded = ({ held: { ended, letGo }, onKeep }: HasEndedProps) =>
  ended && (
    <ChoiceNotice
      text={t.elsewhere[ended]}
      choices={[
        [t.elsewhere.keepAnew, onKeep],
        [t.elsewhere.letGo, letGo],
      ]}
    />
  )
