import { useSearch } from '@tanstack/react-router'
import { Activity as Icon } from 'lucide-react'
import { ActivityDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { ListPage, parseFilter, useListSearch } from '../ui/list-page.tsx'
import { messages } from './activity.messages.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { listEventNames } from './activity-events.ts'
import { formatActor } from './describe-event.ts'

const anyEvent = ['*'] as const

/** All events the reader may see, newest first. */
export function Activity() {
  const { kind } = useSearch({ from: '/activity' })
  const { page } = useListSearch()
  const things = parseFilter(messages.things, kind)
  return (
    <ListPage
      {...messages}
      icon={Icon}
      hasSearch={false}
      filters={[{ name: 'kind', label: messages.kind, options: messages.things }]}
      query={useQuery(ActivityDocument, { page, names: things?.flatMap(listEventNames) ?? null }, anyEvent)}
      pick={({ events }) => events && { total: events.total, rows: events.events }}
      columns={[
        { label: messages.what, kind: 'main', show: (entry) => <ActivityEntry entry={entry} /> },
        { label: messages.who, show: formatActor },
        {
          label: messages.when,
          kind: 'quiet',
          show: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
        },
      ]}
    />
  )
}
