import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BillableFragment } from '#schema/web/graphql'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { useFormAttempt } from '../ui/form-attempt.ts'
import { skipDiscardPrompt, useDirtyElement } from '../ui/unsaved-changes.ts'
import type { DocumentKind, LineItemDocument } from './document-kind.ts'
import { type Draft, toDraftInput } from './draft.ts'
import { validateDraft } from './field-errors.ts'
import { conflictCodes, useHeldDraft } from './held-draft.tsx'
import type { InvoiceDefaults } from './invoice-defaults.ts'

export interface DraftFormOptions<W extends LineItemDocument> {
  kind: DocumentKind<W>
  /** Absent where it is a new one. */
  document?: W
  initial: Draft
  choices: InvoiceDefaults
  /** Asks how it is now, for somebody else has changed it. */
  onConflict?: (() => void) | undefined
}

/** All that is kept of a draft, as one text. */
export const serializeDraft = (draft: Draft) => JSON.stringify([toDraftInput(draft), draft.schedule])

/** A draft as it is typed, and how it stands with what is kept of it. */
export function useDraftForm<W extends LineItemDocument>({
  kind,
  document,
  initial,
  choices,
  onConflict,
}: DraftFormOptions<W>) {
  const [draft, setDraft] = useState(initial)
  // What is written changes this; what somebody else does to it meanwhile is told.
  const [base, setBase] = useState(document)
  const [client, setClient] = useState(choices.client)
  const [hasUntil, setHasUntil] = useState(Boolean(document))
  const [problem, setProblem] = useState<Problem>()
  // Figures that were gone on from, and are said to be wrong where they are.
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'save' | 'send'>()
  const [saved, setSaved] = useState<'all' | 'before'>()
  // How often what somebody else has changed was taken over, of which the form shows a part.
  const [taken, setTaken] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const attempted = useFormAttempt()
  const changes = useRef(0)
  const isTypedOn = (since: number) => changes.current !== since
  const unreadable = validateDraft(draft)
  const isDirty = !base || serializeDraft(draft) !== serializeDraft(kind.toDraft(base))
  useDirtyElement(form, base ? isDirty : serializeDraft(draft) !== serializeDraft(initial))
  const heldDraft = useHeldDraft(base !== undefined && isDirty)
  // What has ended is not what is written any more, once that is another draft.
  const held = { ...heldDraft, ended: base?.id === document?.id ? heldDraft.ended : undefined }
  const isSeen = document && base && document.id === base.id
  const newer = !busy && isSeen && document.version > base.version ? document : undefined
  const adopt = (now: W) => {
    setBase(now)
    setClient({ ...now.client, paymentTermsDays: null })
    setDraft(kind.toDraft(now))
    setProblem(undefined)
    setTaken(taken + 1)
  }
  if (newer && !isDirty) adopt(newer)

  const change = (changed: Partial<Draft>, to = client) => {
    changes.current++
    setSaved(undefined)
    setProblem(undefined)
    if ('dueDate' in changed) setHasUntil(true)
    setDraft((now) => {
      const next = { ...now, ...changed }
      if (hasUntil || !('clientId' in changed || 'issueDate' in changed)) return next
      return {
        ...next,
        dueDate: kind.defaultEnd(next.issueDate, to?.paymentTermsDays ?? choices.defaultPaymentTermsDays),
      }
    })
  }
  const choose = (chosen: BillableFragment) => {
    setClient(chosen)
    change({ clientId: chosen.id }, chosen)
  }
  const focusOnWrong = () => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()

  /** Keeps it; null where it was refused. */
  async function save(): Promise<string | null> {
    setChecked(new Set(unreadable.map(({ figure }) => figure)))
    if (unreadable.length > 0) {
      requestAnimationFrame(focusOnWrong)
      return null
    }
    if (base && !isDirty) return base.id
    // Where this one is none any more it is another draft.
    const kept = held.ended ? undefined : base
    const before = changes.current
    const { data, problem: refused } = await kind.save(draft, kept)
    // What is wrong is marked before it gets the focus.
    flushSync(() => setProblem(refused))
    attempted(refused)
    if (kept && refused && conflictCodes.has(refused.code)) onConflict?.()
    if (refused) focusOnWrong()
    if (!data) return null
    if (kept || isTypedOn(before)) setBase(data)
    return data.id
  }
  async function go(errand: 'save' | 'send') {
    if (busy) return
    setBusy(errand)
    const before = changes.current
    const id = await save()
    setBusy(undefined)
    if (!id) return
    // Whoever has typed on stays with it.
    if (isTypedOn(before)) return setSaved('before')
    if (errand === 'save') setSaved('all')
    const isNew = id !== document?.id
    if (isNew || errand === 'send') skipDiscardPrompt(() => kind.show(id, errand === 'send', isNew))
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    // What has ended elsewhere is not sent once more: two invoices would stand for one supply.
    if (!held.ended) go(submitter?.getAttribute('value') === 'send' ? 'send' : 'save')
  }
  return {
    ...{ form, draft, client, base, isDirty, held, taken, busy, saved, problem, change, choose, submit },
    /** The draft that this changes; a new one has none, and neither has what ended elsewhere. */
    draftId: held.ended ? undefined : base?.id,
    /** Keeps what is typed as another draft, where this one has ended elsewhere. */
    keepAnew: () => {
      if (form.current?.reportValidity()) go('save')
    },
    /** What somebody else has made of it meanwhile. */
    newer,
    /** Shows that, and forgets what is typed. */
    adopt,
    /** What is typed is to take its place. */
    keepOver: setBase,
    unreadable: unreadable.filter(({ figure }) => checked.has(figure)),
    check: (figure: string) => setChecked((now) => new Set([...now, figure])),
  }
}
