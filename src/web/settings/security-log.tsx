import { useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { SecurityLogDocument, type SecurityLogQuery } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { ListPage, listVariables, parseFilter, useListSearch } from '../ui/list-page.tsx'
import { messages } from './security-log.messages.ts'
import { pages } from './settings.messages.ts'

type Entry = NonNullable<SecurityLogQuery['securityLog']>['entries'][number]

function describeEntry({ kind, name, actorId }: Entry): string {
  const what = messages.kinds[kind] ?? kind
  if (name) return messages.tokenNamed(what, name)
  return actorId ? messages.byAdministrator(what) : what
}

/** The security log, newest first: the user's own entries, or those of all members for owners. */
export function SecurityLog() {
  const { kind, from, to } = useSearch({ from: '/settings/security-log' })
  return (
    <ListPage
      {...messages}
      {...pages['security-log']}
      icon={History}
      filters={[
        { name: 'kind', label: messages.what, options: messages.kinds },
        { name: 'from', label: messages.from },
        { name: 'to', label: messages.to },
      ]}
      query={useQuery(SecurityLogDocument, {
        ...listVariables(useListSearch()),
        kind: parseFilter(messages.kinds, kind)?.[0] ?? null,
        from: from ?? null,
        to: to ?? null,
      })}
      pick={({ securityLog }) => securityLog && { total: securityLog.total, rows: securityLog.entries }}
      columns={[
        { label: messages.what, kind: 'main', show: describeEntry },
        { label: messages.member, show: ({ memberName }) => memberName ?? messages.left },
        { label: messages.device, kind: 'quiet', show: ({ device }) => device },
        { label: messages.network, kind: 'quiet', show: ({ network }) => network },
        {
          label: messages.when,
          kind: 'quiet',
          show: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
        },
      ]}
    />
  )
}
