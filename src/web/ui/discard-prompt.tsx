import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { messages } from './discard-prompt.messages.ts'
import { confirmDiscard, hasUnsavedInput, isDiscardPrompted, setDiscardPrompt } from './unsaved-changes.ts'

interface Place {
  pathname: string
}

const isHeld = async ({ current, next }: { current: Place; next: Place }) =>
  isDiscardPrompted() && current.pathname !== next.pathname && !(await confirmDiscard())

/** Asks before leaving a page or dialog with unsaved input. Before a reload or close the browser asks. */
export function DiscardPrompt() {
  const [prompt, setPrompt] = useState<{ answer: (isLeft: boolean) => void }>()
  useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: () => hasUnsavedInput() })
  useEffect(() => {
    setDiscardPrompt(() => new Promise((answer) => setPrompt({ answer })))
    return () => setDiscardPrompt(async () => true)
  }, [])
  const answer = (isLeft: boolean) => () => {
    setPrompt(undefined)
    prompt?.answer(isLeft)
  }
  return (
    <Dialog title={messages.title} isOpen={prompt !== undefined} onClose={answer(false)} isQuestion>
      <p className="quiet">{messages.text}</p>
      <Answers onAnswer={answer} />
    </Dialog>
  )
}

function Answers({ onAnswer }: { onAnswer: (isLeft: boolean) => () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  // A dialog underneath keeps the focus until this one has mounted.
  useEffect(() => stay.current?.focus(), [])
  return (
    <div className="actions">
      <Button onClick={onAnswer(false)} ref={stay}>
        {messages.stay}
      </Button>
      <Button variant={['danger', 'primary']} onClick={onAnswer(true)}>
        {messages.leave}
      </Button>
    </div>
  )
}
