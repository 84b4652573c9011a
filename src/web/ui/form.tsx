import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Outcome, Problem } from '../graphql/fetch-graphql.ts'
import { useFormAttempt } from './form-attempt.ts'
import { Notice } from './notice.tsx'
import { dirtyToken, markDirty, markSaved, skipDiscardPrompt } from './unsaved-changes.ts'

/** The values by field name. */
export type FormValues = Record<string, string>

export const readFormData = (data: FormData): FormValues =>
  Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))

interface FormProps<R> {
  send: (filled: FormValues, data: FormData) => Promise<Outcome<R> | undefined>
  /** Saved, except for what was typed after the submit. */
  onDone?: (data: R, isTypedOn: boolean) => void
  children: (state: { errors: Problem['fields']; pathErrors: Problem['fields']; isBusy: boolean }) => ReactNode
  label?: string
  /** Allows a submit while the previous one is running. */
  isQuick?: boolean
}

/** Shows errors beside their fields, others above the form. */
export function Form<R>({ send, onDone, children, label, isQuick = false }: FormProps<R>) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const attempted = useFormAttempt()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy && !isQuick) return
    setBusy(true)
    const { currentTarget } = event
    const data = new FormData(currentTarget)
    const sent = dirtyToken(currentTarget)
    const outcome = await send(readFormData(data), data)
    setBusy(false)
    setProblem(outcome?.problem)
    attempted(outcome?.problem)
    if (outcome?.problem) {
      const { fields, paths } = outcome.problem
      const found = Object.keys({ ...paths, ...fields }).map((name) => form.current?.elements.namedItem(name))
      const first = found.find((each) => each instanceof HTMLElement)
      if (first instanceof HTMLElement) first.focus()
    } else if (outcome) {
      const isTypedOn = dirtyToken(currentTarget) !== sent
      if (!isTypedOn) markSaved(currentTarget)
      skipDiscardPrompt(() => onDone?.(outcome.data, isTypedOn))
    }
  }
  const names = () => [...(form.current?.elements ?? [])].map((each) => (each as HTMLInputElement).name)
  const isElsewhere =
    problem && !Object.keys({ ...problem.paths, ...problem.fields }).some((name) => names().includes(name))
  return (
    <form
      className="form"
      ref={form}
      onInput={({ currentTarget }) => markDirty(currentTarget)}
      onSubmit={submit}
      aria-label={label}
      noValidate={false}
    >
      <div role="alert" className={isElsewhere ? undefined : 'unseen'}>
        {isElsewhere && <Notice variant="danger">{problem.message}</Notice>}
      </div>
      {children({ errors: problem?.fields ?? {}, pathErrors: problem?.paths ?? {}, isBusy })}
    </form>
  )
}
