import { useState } from 'react'
import type { WorksWithoutPasswordQuery } from '#schema/web/graphql'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { formatCount } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { type Feedback, feedbackFor, StatusMessage } from './feedback.tsx'

/** Valid tokens and passkeys, which give access without the password. */
export function remainingCredentials({ tokens, passkeys }: WorksWithoutPasswordQuery) {
  const { total = 0, tokens: named = [] } = tokens ?? {}
  const valid = named.filter(({ expiresAt }) => !expiresAt || Date.parse(expiresAt) > Date.now())
  return { tokens: valid, more: total - named.length, passkeys: passkeys ?? [] }
}

interface RemainingCredentialsProps {
  remaining: ReturnType<typeof remainingCredentials>
  endTokens: () => Promise<Outcome<unknown>>
}

/** After a password change: lists what still gives access, and offers to end the tokens. */
export function RemainingCredentials({ remaining: { tokens, more, passkeys }, endTokens }: RemainingCredentialsProps) {
  const [feedback, setFeedback] = useState<Feedback>()
  const [isBusy, setBusy] = useState(false)
  const { remaining: messages } = t
  const hasEnded = feedback?.variant === 'good'
  const end = async () => {
    setBusy(true)
    setFeedback(feedbackFor(await endTokens(), messages.ended))
    setBusy(false)
  }
  if (tokens.length + passkeys.length === 0 && !feedback) return null
  return (
    <section className="form" aria-labelledby="remaining">
      <h2 id="remaining">{messages.title}</h2>
      <p className="quiet">{messages.text}</p>
      <ul>
        {!hasEnded && tokens.map(({ id, name, lastFour }) => <li key={id}>{messages.token(name, lastFour)}</li>)}
        {!hasEnded && more > 0 && <li>{messages.more(formatCount(more))}</li>}
        {passkeys.map(({ id, name }) => (
          <li key={id}>{messages.passkey(name)}</li>
        ))}
      </ul>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      {tokens.length > 0 && !hasEnded && (
        <Button variant="danger" isBusy={isBusy} onClick={end}>
          {messages.end}
        </Button>
      )}
    </section>
  )
}
