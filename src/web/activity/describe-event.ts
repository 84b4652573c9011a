import type { EventRowFragment } from '#schema/web/graphql'
import { messages } from './activity.messages.ts'
import { isUndelivered } from './activity-events.ts'

const maxExcerptLength = 60

/** Fields that events of any subject may have. */
type EventData = Readonly<Record<string, string | undefined>> & { level?: unknown }

/** Describes an event: `Rechnung RE-2026-0001 bezahlt`. */
export function describeEvent(entry: EventRowFragment): string {
  const { event, data, changes } = entry
  const [resource = '', action = ''] = event.split('.')
  const { kind, level, number, title, name, content, description } = data as EventData
  const finer = kind === 'credit_note' ? kind : resource === 'reminder' && level === 0 ? 'friendly_reminder' : resource
  const nouns: Readonly<Record<string, string>> = {
    ...messages.things,
    ...messages.finer,
    ...(!number && messages.drafts),
  }
  const done: Readonly<Record<string, string>> = messages.done
  const named = number ?? title ?? name ?? (content && htmlToText(content)) ?? description ?? ''
  const short = named.length > maxExcerptLength ? `${named.slice(0, maxExcerptLength)}…` : named
  if (isUndelivered(entry)) {
    const undelivered = changes?.includes('reminders') ? messages.undelivered.reminder : messages.undelivered.document
    return `${[nouns[finer], short].join(' ')}${undelivered}`
  }
  return [nouns[finer] ?? finer, short, done[event] ?? done[action] ?? action].filter(Boolean).join(' ')
}

const htmlToText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''

/** The name of the actor. Guests go by the name they entered. */
export function formatActor({ event, actor, data }: EventRowFragment): string {
  if (actor.type === 'user') return actor.name
  if (actor.type !== 'public') return actor.type === 'assistant' ? messages.assistant : messages.system
  const { name, signer_name: signer } = data as EventData
  return (event.startsWith('booking.') ? name : signer) || messages.public
}
