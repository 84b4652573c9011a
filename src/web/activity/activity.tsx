import { useSearch } from '@tanstack/react-router'
import { Activity as Icon } from 'lucide-react'
import { ActivityDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { anything } from '../graphql/watch.ts'
import { List, oneOf, useListed } from '../ui/list.tsx'
import { writeMoment } from '../words/words.ts'
import { said } from './activity.words.ts'
import { Happening } from './happening.tsx'
import { namesOf } from './happenings.ts'
import { actorOf } from './wording.ts'

/** Everything that happened and that one may see, newest first. */
export function Activity() {
  const { kind } = useSearch({ from: '/activity' })
  const { page } = useListed()
  const things = oneOf(said.things, kind)
  return (
    <List
      {...said}
      icon={Icon}
      hasSearch={false}
      filters={[{ name: 'kind', label: said.kind, options: said.things }]}
      answer={useQuery(ActivityDocument, { page, names: things?.flatMap(namesOf) ?? null }, anything)}
      pick={({ events }) => events && { total: events.total, rows: events.events }}
      columns={[
        { label: said.what, kind: 'main', show: (happened) => <Happening happened={happened} /> },
        { label: said.who, show: actorOf },
        {
          label: said.when,
          kind: 'quiet',
          show: ({ createdAt }) => <time dateTime={createdAt}>{writeMoment(createdAt)}</time>,
        },
      ]}
    />
  )
}
