import { useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { AuditLogDocument, type AuditLogQuery } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ListPage, listVariables, parseFilter, useListSearch } from '../ui/list-page.tsx'
import { Table } from '../ui/table.tsx'
import { messages } from './audit-log.messages.ts'
import { messages as organization } from './documents/organization.messages.ts'
import { pages } from './settings.messages.ts'

type Entry = NonNullable<AuditLogQuery['auditLog']>['entries'][number]

const formatAction = ({ action }: Entry) => messages.actions[action] ?? action
const formatActor = ({ actor }: Entry) =>
  actor.type === 'user' ? actor.name : actor.type === 'public' ? messages.byLink : messages.operator

/** The audit log, newest first. */
export function AuditLog() {
  const { action, from, to } = useSearch({ from: '/settings/audit-log' })
  const [seen, see] = useState<Entry>()
  return (
    <>
      <ListPage
        {...messages}
        {...pages['audit-log']}
        icon={ScrollText}
        filters={[
          { name: 'action', label: messages.what, options: messages.actions },
          { name: 'from', label: messages.from },
          { name: 'to', label: messages.to },
        ]}
        query={useQuery(AuditLogDocument, {
          ...listVariables(useListSearch()),
          action: parseFilter(messages.actions, action)?.[0] ?? null,
          from: from ?? null,
          to: to ?? null,
        })}
        pick={({ auditLog }) => auditLog && { total: auditLog.total, rows: auditLog.entries }}
        columns={[
          {
            label: messages.what,
            kind: 'main',
            show: (entry) => (
              <>
                {formatAction(entry)} <span className="quiet">{formatSubject(entry)}</span>
              </>
            ),
          },
          { label: messages.who, show: formatActor },
          {
            label: messages.when,
            kind: 'quiet',
            show: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
          },
          {
            label: t.actions,
            kind: 'act',
            show: (entry) =>
              listChanges(entry).length > 0 && (
                <Button
                  variant="small"
                  aria-label={messages.detailsOf(formatAction(entry), formatDateTime(entry.createdAt))}
                  onClick={() => see(entry)}
                >
                  {messages.details}
                </Button>
              ),
          },
        ]}
      />
      <Dialog title={seen ? formatAction(seen) : ''} isWide isOpen={seen !== undefined} onClose={() => see(undefined)}>
        {seen && (
          <>
            <p className="quiet">
              {formatActor(seen)} · {formatDateTime(seen.createdAt)}
            </p>
            <Table
              label={messages.details}
              rows={listChanges(seen)}
              columns={[
                { label: messages.field, kind: 'main', show: ({ id }) => fieldLabel(id) },
                { label: messages.before, show: ({ before }) => formatValue(before) },
                { label: messages.after, show: ({ after }) => formatValue(after) },
              ]}
            />
            <div className="actions">
              <Button onClick={() => see(undefined)}>{t.close}</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

/** Changed fields with their values before and after. */
function listChanges({ before, after }: Entry): { id: string; before: unknown; after: unknown }[] {
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((id) => ({ id, before: old[id], after: now[id] }))
}

/** The name of a created or deleted record, or the changed fields. */
function formatSubject({ before, after }: Entry): string {
  const record = { ...(before as Record<string, unknown> | null), ...(after as Record<string, unknown> | null) }
  const name = ['name', 'title', 'number', 'url'].map((key) => record[key]).find((value) => typeof value === 'string')
  if (!before || !after) return name ? String(name) : ''
  return Object.keys(record).map(fieldLabel).join(', ')
}

function fieldLabel(field: string): string {
  const name = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const ofOrganization = (organization as Record<string, unknown>)[name]
  const known = messages.fields[name] ?? t.fields[name] ?? ofOrganization
  return typeof known === 'string' ? known : field.replaceAll('_', ' ')
}

function formatValue(value: unknown) {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
