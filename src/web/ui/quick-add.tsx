import { useId, useRef, useState } from 'react'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { Form } from './form.tsx'

interface QuickAddProps {
  label: string
  placeholder: string
  send: (text: string) => Promise<Outcome<unknown>>
  onDone: (text: string) => void
}

/** An input that creates an entry on Enter and is then ready for the next. */
export function QuickAdd({ label, placeholder, send, onDone }: QuickAddProps) {
  const id = useId()
  const [text, setText] = useState('')
  const last = useRef<Promise<unknown>>(undefined)
  return (
    <Form
      isQuick
      send={async () => {
        const name = text.trim()
        if (!name) return undefined
        // The next can be typed while this one is sent, and is sent after it. A refused text is restored.
        setText('')
        const before = last.current
        const sent = (async () => {
          await before
          return send(name)
        })()
        last.current = sent
        const outcome = await sent
        if (outcome.problem) setText((typed) => typed || name)
        return outcome.problem ? { problem: outcome.problem } : { data: name }
      }}
      onDone={onDone}
    >
      {() => (
        <>
          <label className="unseen" htmlFor={id}>
            {label}
          </label>
          <input
            id={id}
            className="input"
            autoComplete="off"
            maxLength={200}
            placeholder={placeholder}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </>
      )}
    </Form>
  )
}
