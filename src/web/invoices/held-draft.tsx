import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { QueryState } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { ChoiceNotice } from '../ui/conflict-notice.tsx'
import { isNotFound } from '../ui/query-result.tsx'
import { CardUntilLoaded } from './document-parts.tsx'

/** How a draft has ended elsewhere while it was being edited. */
type DraftEnd = 'sent' | 'deleted'

interface HeldDraftState {
  ended: DraftEnd | undefined
  hasUnsavedChanges: { current: boolean }
  discard: () => void
}

const HeldDraftContext = createContext<HeldDraftState>({
  ended: undefined,
  hasUnsavedChanges: { current: false },
  discard: () => undefined,
})

/** Reports unsaved changes to the boundary and returns whether the draft has ended elsewhere. */
export function useHeldDraft(isWritten: boolean): HeldDraftState {
  const held = useContext(HeldDraftContext)
  useEffect(() => {
    held.hasUnsavedChanges.current = isWritten
    return () => {
      held.hasUnsavedChanges.current = false
    }
  }, [held.hasUnsavedChanges, isWritten])
  return held
}

/** Error codes that mean that the document has changed since it was loaded. */
export const conflictCodes = new Set(['precondition_failed', 'invalid_state', 'invoice_locked', 'not_found'])

interface HeldDraftBoundaryProps<R, T> {
  answer: QueryState<R>
  pick: (data: R) => T | null | undefined
  isDraft: (found: T) => boolean
  children: (found: T) => ReactNode
}

/** Refetches on window focus, as not every kind of document has events for all of its changes. */
function useRefetchOnFocus({ retry }: Pick<QueryState<unknown>, 'retry'>) {
  useEffect(() => {
    addEventListener('focus', retry)
    return () => removeEventListener('focus', retry)
  }, [retry])
}

/**
 * Keeps showing a draft with unsaved changes if it was sent or deleted elsewhere, or cannot be loaded, until the user discards
 * them.
 */
export function HeldDraftBoundary<R, T extends { id: string }>({
  answer,
  pick,
  isDraft,
  children,
}: HeldDraftBoundaryProps<R, T>) {
  useRefetchOnFocus(answer)
  const hasUnsavedChanges = useRef(false)
  const seen = useRef<R>(undefined)
  const [left, leave] = useState<R>()
  const before = seen.current && pick(seen.current)
  const now = answer.data && !answer.problem ? pick(answer.data) : undefined
  const isGone = answer.problem !== undefined && isNotFound(answer.problem)
  const ended: DraftEnd | undefined = isGone
    ? 'deleted'
    : now && now.id === before?.id && !isDraft(now)
      ? 'sent'
      : undefined
  const isUnknown = answer.problem !== undefined && !isGone
  const isHeld =
    (ended !== undefined || isUnknown) &&
    seen.current !== undefined &&
    seen.current !== left &&
    hasUnsavedChanges.current
  if (now && isDraft(now)) seen.current = answer.data
  const held = { ended: isHeld ? ended : undefined, hasUnsavedChanges, discard: () => leave(seen.current) }
  return (
    <HeldDraftContext value={held}>
      <CardUntilLoaded query={isHeld ? { ...answer, data: seen.current, problem: undefined } : answer} pick={pick}>
        {children}
      </CardUntilLoaded>
    </HeldDraftContext>
  )
}

interface DraftEndedNoticeProps {
  held: HeldDraftState
  /** Saves the changes as a new draft. */
  onKeep: () => void
}

export const DraftEndedNotice = ({ held: { ended, discard }, onKeep }: DraftEndedNoticeProps) =>
  ended && (
    <ChoiceNotice
      text={t.elsewhere[ended]}
      choices={[
        [t.elsewhere.keepAnew, onKeep],
        [t.elsewhere.letGo, discard],
      ]}
    />
  )
