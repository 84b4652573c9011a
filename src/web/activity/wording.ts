import type { EventRowFragment } from '#schema/web/graphql'
import { messages } from './activity.messages.ts'
import { isUndelivered } from './happenings.ts'

const excerpt = 60

/** What is read of the thing that an event is about, where it has that. */
type Told = Readonly<Record<string, string | undefined>> & { level?: unknown }

/** What happened, as `Rechnung RE-2026-0001 bezahlt`. */
export function textOf(happened: EventRowFragment): string {
  const { event, data, changes } = happened
  const [thing = '', action = ''] = event.split('.')
  const { kind, level, number, title, name, content, description } = data as Told
  const finer = kind === 'credit_note' ? kind : thing === 'reminder' && level === 0 ? 'friendly_reminder' : thing
  const nouns: Readonly<Record<string, string>> = {
    ...messages.things,
    ...messages.finer,
    ...(!number && messages.drafts),
  }
  const done: Readonly<Record<string, string>> = messages.done
  const named = number ?? title ?? name ?? (content && plainOf(content)) ?? description ?? ''
  const short = named.length > excerpt ? `${named.slice(0, excerpt)}…` : named
  if (isUndelivered(happened)) {
    const undelivered = changes?.includes('reminders') ? messages.undelivered.reminder : messages.undelivered.document
    return `${[nouns[finer], short].join(' ')}${undelivered}`
  }
  return [nouns[finer] ?? finer, short, done[event] ?? done[action] ?? action].filter(Boolean).join(' ')
}

/** What a comment says, without its markup. */
const plainOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''

/** Who did it; a guest by the name they gave with it. */
export function actorOf({ event, actor, data }: EventRowFragment): string {
  if (actor.type === 'user') return actor.name
  if (actor.type !== 'public') return actor.type === 'assistant' ? messages.assistant : messages.system
  const { name, signer_name: signer } = data as Told
  return (event.startsWith('booking.') ? name : signer) || messages.public
}
