import { useSearch } from '@tanstack/react-router'
import { Activity as Icon } from 'lucide-react'
import { ActivityDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { anything } from '../graphql/watch.ts'
import { formatDateTime } from '../i18n/format.ts'
import { List, oneOf, useListed } from '../ui/list.tsx'
import { messages } from './activity.messages.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { listEventNames } from './activity-events.ts'
import { formatActor } from './describe-event.ts'

/** Everything that happened and that one may see, newest first. */
export function Activity() {
  const { kind } = useSearch({ from: '/activity' })
  const { page } = useListed()
  const things = oneOf(messages.things, kind)
  return (
    <List
      {...messages}
      icon={Icon}
      hasSearch={false}
      filters={[{ name: 'kind', label: messages.kind, options: messages.things }]}
      answer={useQuery(ActivityDocument, { page, names: things?.flatMap(listEventNames) ?? null }, anything)}
      pick={({ events }) => events && { total: events.total, rows: events.events }}
      columns={[
        { label: messages.what, kind: 'main', show: (happened) => <ActivityEntry happened={happened} /> },
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
