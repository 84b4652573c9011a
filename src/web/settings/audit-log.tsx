import { ScrollText } from 'lucide-react'
import { AuditLogDocument } from '../../../schema/web/graphql.ts'
import { useQuery } from '../graphql/client.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { writeMoment } from '../words/words.ts'
import { said } from './audit-log.words.ts'
import { pages } from './settings.words.ts'

/** Who changed what, newest first. */
export function AuditLog() {
  return (
    <List
      {...said}
      {...pages['audit-log']}
      icon={ScrollText}
      answer={useQuery(AuditLogDocument, variablesOf(useListed()))}
      pick={({ auditLog }) => auditLog && { total: auditLog.total, rows: auditLog.entries }}
      columns={[
        { label: said.what, kind: 'main', show: ({ action }) => said.actions[action] ?? action },
        { label: said.who, show: ({ actor }) => (actor.type === 'user' ? actor.name : said.operator) },
        {
          label: said.when,
          kind: 'quiet',
          show: ({ createdAt }) => <time dateTime={createdAt}>{writeMoment(createdAt)}</time>,
        },
      ]}
    />
  )
}
