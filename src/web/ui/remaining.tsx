import { useState } from 'react'
import type { WorksWithoutPasswordQuery } from '#schema/web/graphql'
import type { Outcome } from '../graphql/send.ts'
import { words, writeCount } from '../words/words.ts'
import { Button } from './button.tsx'
import { type News, newsOf, Told } from './told.tsx'

/** What gets somebody in without the password: tokens that are valid, and passkeys. */
export function remainingOf({ tokens, passkeys }: WorksWithoutPasswordQuery) {
  const { total = 0, tokens: named = [] } = tokens ?? {}
  const valid = named.filter(({ expiresAt }) => !expiresAt || Date.parse(expiresAt) > Date.now())
  return { tokens: valid, more: total - named.length, passkeys: passkeys ?? [] }
}

interface RemainingProps {
  remaining: ReturnType<typeof remainingOf>
  endTokens: () => Promise<Outcome<unknown>>
}

/** After a new password: what still works without it, and a button that ends the tokens. */
export function Remaining({ remaining: { tokens, more, passkeys }, endTokens }: RemainingProps) {
  const [news, setNews] = useState<News>()
  const [isBusy, setBusy] = useState(false)
  const { remaining: said } = words
  const hasEnded = news?.look === 'good'
  const end = async () => {
    setBusy(true)
    setNews(newsOf(await endTokens(), said.ended))
    setBusy(false)
  }
  if (tokens.length + passkeys.length === 0 && !news) return null
  return (
    <section className="form" aria-labelledby="remaining">
      <h2 id="remaining">{said.title}</h2>
      <p className="quiet">{said.text}</p>
      <ul>
        {!hasEnded && tokens.map(({ id, name, lastFour }) => <li key={id}>{said.token(name, lastFour)}</li>)}
        {!hasEnded && more > 0 && <li>{said.more(writeCount(more))}</li>}
        {passkeys.map(({ id, name }) => (
          <li key={id}>{said.passkey(name)}</li>
        ))}
      </ul>
      <Told text={news?.text} look={news?.look} />
      {tokens.length > 0 && !hasEnded && (
        <Button look="danger" isBusy={isBusy} onClick={end}>
          {said.end}
        </Button>
      )}
    </section>
  )
}
