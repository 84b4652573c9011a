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
  /** Absent when creating. */
  document?: W
  initial: Draft
  choices: InvoiceDefaults
  /** Refetches the document after a conflict. */
  onConflict?: (() => void) | undefined
}

/** The saved part of a draft as text, for comparison. */
export const serializeDraft = (draft: Draft) => JSON.stringify([toDraftInput(draft), draft.schedule])

/** State of the draft form: input, validation, saving and conflicts. */
export function useDraftForm<W extends LineItemDocument>({
  kind,
  document,
  initial,
  choices,
  onConflict,
}: DraftFormOptions<W>) {
  const [draft, setDraft] = useState(initial)
  // The version the changes are based on.
  const [base, setBase] = useState(document)
  const [client, setClient] = useState(choices.client)
  const [hasUntil, setHasUntil] = useState(Boolean(document))
  const [problem, setProblem] = useState<Problem>()
  // Fields that have lost focus and show their errors.
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'save' | 'send'>()
  const [saved, setSaved] = useState<'all' | 'before'>()
  // How often changes by others were adopted. Some of them are not visible in the form.
  const [taken, setTaken] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const attempted = useFormAttempt()
  const changes = useRef(0)
  const isTypedOn = (since: number) => changes.current !== since
  const unreadable = validateDraft(draft)
  const isDirty = !base || serializeDraft(draft) !== serializeDraft(kind.toDraft(base))
  useDirtyElement(form, base ? isDirty : serializeDraft(draft) !== serializeDraft(initial))
  const heldDraft = useHeldDraft(base !== undefined && isDirty)
  // Once the changes are saved as a new draft, the end of the old one no longer matters.
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

  /** Saves the draft. Returns null if it was refused. */
  async function save(): Promise<string | null> {
    setChecked(new Set(unreadable.map(({ figure }) => figure)))
    if (unreadable.length > 0) {
      requestAnimationFrame(focusOnWrong)
      return null
    }
    if (base && !isDirty) return base.id
    // If the draft no longer exists, a new one is created.
    const kept = held.ended ? undefined : base
    const before = changes.current
    const { data, problem: refused } = await kind.save(draft, kept)
    // The error is rendered before its field gets the focus.
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
    // Stays on the form if the user has typed meanwhile.
    if (isTypedOn(before)) return setSaved('before')
    if (errand === 'save') setSaved('all')
    const isNew = id !== document?.id
    if (isNew || errand === 'send') skipDiscardPrompt(() => kind.show(id, errand === 'send', isNew))
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    // A draft that has ended elsewhere is not sent again, which would create a second invoice for the same supply.
    if (!held.ended) go(submitter?.getAttribute('value') === 'send' ? 'send' : 'save')
  }
  return {
    ...{ form, draft, client, base, isDirty, held, taken, busy, saved, problem, change, choose, submit },
    /** The id of the saved draft. Undefined for new ones and those that have ended elsewhere. */
    draftId: held.ended ? undefined : base?.id,
    /** Saves the input as a new draft if this one has ended elsewhere. */
    keepAnew: () => {
      if (form.current?.reportValidity()) go('save')
    },
    /** A newer version saved by someone else. */
    newer,
    /** Shows the newer version and discards the input. */
    adopt,
    /** Keeps the input and overwrites the newer version. */
    keepOver: setBase,
    unreadable: unreadable.filter(({ figure }) => checked.has(figure)),
    check: (figure: string) => setChecked((now) => new Set([...now, figure])),
  }
}
