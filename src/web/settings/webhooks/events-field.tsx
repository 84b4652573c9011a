import { useState } from 'react'
import { WebhookEventsDocument, type WebhookEventsQuery } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { formatCount } from '../../i18n/format.ts'
import { Checkbox } from '../../ui/field.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { messages } from './webhooks.messages.ts'

type EventKind = NonNullable<WebhookEventsQuery['webhookEvents']>['events'][number]

interface EventsFieldProps {
  /** Initially selected events. `*` means all. */
  events: readonly string[]
  onChange: (events: string[]) => void
  error?: string | undefined
}

/** All events or a selection, grouped by resource. */
export function EventsField({ events, onChange, error }: EventsFieldProps) {
  const isAll = events.includes('*')
  // Keeps the selection while "all" is selected.
  const [some, setSome] = useState(isAll ? [] : [...events])
  const answer = useQuery(WebhookEventsDocument, {})
  const choose = (names: string[]) => {
    setSome(names)
    onChange(names)
  }
  return (
    <fieldset className="field" aria-describedby={error ? 'events-error' : undefined}>
      <legend>{messages.events}</legend>
      <Checkbox
        type="radio"
        name="scope"
        value="all"
        checked={isAll}
        onChange={() => onChange(['*'])}
        label={messages.all}
        hint={messages.allHint}
      />
      <Checkbox
        type="radio"
        name="scope"
        value="some"
        checked={!isAll}
        onChange={() => onChange(some)}
        label={messages.some}
        hint={messages.someHint}
      />
      {!isAll && (
        <div className="event-groups">
          <QueryResult query={answer} pick={({ webhookEvents }) => webhookEvents}>
            {({ events: kinds }) =>
              groupByResource(kinds).map(([resource, group]) => (
                <EventGroup
                  key={resource}
                  title={messages.groups[resource] ?? resource}
                  kinds={group}
                  {...{ some, choose }}
                />
              ))
            }
          </QueryResult>
        </div>
      )}
      {error && (
        <span className="field-error" id="events-error">
          {error}
        </span>
      )}
    </fieldset>
  )
}

function groupByResource(kinds: readonly EventKind[]): [resource: string, kinds: EventKind[]][] {
  const groups = new Map<string, EventKind[]>()
  for (const kind of kinds) groups.set(kind.resource, [...(groups.get(kind.resource) ?? []), kind])
  return [...groups]
}

interface EventGroupProps {
  title: string
  kinds: readonly EventKind[]
  some: readonly string[]
  choose: (names: string[]) => void
}

function EventGroup({ title, kinds, some, choose }: EventGroupProps) {
  const names = kinds.map(({ name }) => name)
  const chosen = names.filter((name) => some.includes(name)).length
  const others = some.filter((name) => !names.includes(name))
  return (
    <details open={chosen > 0 || undefined}>
      <summary>
        <span>{title}</span>
        <span className={chosen > 0 ? 'badge accent' : 'badge'}>
          {messages.chosen(formatCount(chosen), formatCount(kinds.length))}
        </span>
      </summary>
      {kinds.length > 1 && (
        <Checkbox
          checked={chosen === kinds.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < kinds.length
          }}
          onChange={({ currentTarget }) => choose(currentTarget.checked ? [...others, ...names] : others)}
          label={<strong>{messages.allOf(title)}</strong>}
        />
      )}
      {kinds.map(({ name, description }) => (
        <Checkbox
          key={name}
          checked={some.includes(name)}
          onChange={({ currentTarget }) =>
            choose(currentTarget.checked ? [...some, name] : some.filter((each) => each !== name))
          }
          label={<code>{name}</code>}
          hint={description}
        />
      ))}
    </details>
  )
}
