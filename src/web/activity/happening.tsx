import { Link } from '@tanstack/react-router'
import type { EventRowFragment } from '../../../schema/web/graphql.ts'
import { pagesOfFound } from '../console/places.ts'
import { said } from './activity.words.ts'
import { placeOf } from './happenings.ts'

const excerpt = 60

/** `Rechnung RE-2026-0001 bezahlt`, leading to what it is about where that can be seen. */
export function Happening({ happened, onGo }: { happened: EventRowFragment; onGo?: () => void }) {
  const text = textOf(happened)
  const place = placeOf(happened)
  const page = place && pagesOfFound[place.kind]
  if (!place || !page) return text
  return (
    <Link to={page.to} params={{ id: place.id }} {...(onGo && { onClick: onGo })}>
      {text}
    </Link>
  )
}

function textOf({ event, data }: EventRowFragment): string {
  const [thing = '', action = ''] = event.split('.')
  const { kind, number, title, name, content, description } = data as Readonly<Record<string, string | undefined>>
  const things: Readonly<Record<string, string>> = said.things
  const done: Readonly<Record<string, string>> = said.done
  const noun = kind === 'credit_note' ? said.creditNote : (things[thing] ?? thing)
  const isPaper = thing === 'invoice' || thing === 'quote'
  const named = number ?? title ?? name ?? (content && plainOf(content)) ?? description ?? (isPaper ? said.draft : '')
  const short = named.length > excerpt ? `${named.slice(0, excerpt)}…` : named
  return [noun, short, done[event] ?? done[action] ?? action].filter(Boolean).join(' ')
}

/** What a comment says, without its markup. */
const plainOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''

export function actorOf({ actor }: EventRowFragment): string {
  if (actor.type === 'user') return actor.name
  if (actor.type === 'public') return actor.name || said.public
  return actor.type === 'assistant' ? said.assistant : said.system
}
