import { useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { AuditLogDocument, type AuditLogQuery } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { List, oneOf, useListed, variablesOf } from '../ui/list.tsx'
import { Table } from '../ui/table.tsx'
import { words, writeMoment } from '../words/words.ts'
import { said } from './audit-log.words.ts'
import { said as organization } from './documents/organization.words.ts'
import { pages } from './settings.words.ts'

type Entry = NonNullable<AuditLogQuery['auditLog']>['entries'][number]

const titleOf = ({ action }: Entry) => said.actions[action] ?? action
const actorOf = ({ actor }: Entry) =>
  actor.type === 'user' ? actor.name : actor.type === 'public' ? said.byLink : said.operator

/** Who changed what, newest first. */
export function AuditLog() {
  const { action, from, to } = useSearch({ from: '/settings/audit-log' })
  const [seen, see] = useState<Entry>()
  return (
    <>
      <List
        {...said}
        {...pages['audit-log']}
        icon={ScrollText}
        filters={[
          { name: 'action', label: said.what, options: said.actions },
          { name: 'from', label: said.from },
          { name: 'to', label: said.to },
        ]}
        answer={useQuery(AuditLogDocument, {
          ...variablesOf(useListed()),
          action: oneOf(said.actions, action)?.[0] ?? null,
          from: from ?? null,
          to: to ?? null,
        })}
        pick={({ auditLog }) => auditLog && { total: auditLog.total, rows: auditLog.entries }}
        columns={[
          {
            label: said.what,
            kind: 'main',
            show: (entry) => (
              <>
                {titleOf(entry)} <span className="quiet">{formatSubject(entry)}</span>
              </>
            ),
          },
          { label: said.who, show: actorOf },
          {
            label: said.when,
            kind: 'quiet',
            show: ({ createdAt }) => <time dateTime={createdAt}>{writeMoment(createdAt)}</time>,
          },
          {
            label: words.actions,
            kind: 'act',
            show: (entry) =>
              changesOf(entry).length > 0 && (
                <Button
                  look="small"
                  aria-label={said.detailsOf(titleOf(entry), writeMoment(entry.createdAt))}
                  onClick={() => see(entry)}
                >
                  {said.details}
                </Button>
              ),
          },
        ]}
      />
      <Dialog title={seen ? titleOf(seen) : ''} isWide isOpen={seen !== undefined} onClose={() => see(undefined)}>
        {seen && (
          <>
            <p className="quiet">
              {actorOf(seen)} · {writeMoment(seen.createdAt)}
            </p>
            <Table
              label={said.details}
              rows={changesOf(seen)}
              columns={[
                { label: said.field, kind: 'main', show: ({ id }) => nameOf(id) },
                { label: said.before, show: ({ before }) => textOf(before) },
                { label: said.after, show: ({ after }) => textOf(after) },
              ]}
            />
            <div className="actions">
              <Button onClick={() => see(undefined)}>{words.close}</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

/** The fields that changed, as they were and as they became. */
function changesOf({ before, after }: Entry): { id: string; before: unknown; after: unknown }[] {
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((id) => ({ id, before: old[id], after: now[id] }))
}

/** The name of what was made or removed; of what was changed, its name or the fields that changed. */
function formatSubject({ before, after }: Entry): string {
  const record = { ...(before as Record<string, unknown> | null), ...(after as Record<string, unknown> | null) }
  const name = ['name', 'title', 'number', 'url'].map((key) => record[key]).find((value) => typeof value === 'string')
  if (!before || !after) return name ? String(name) : ''
  return Object.keys(record).map(nameOf).join(', ')
}

function nameOf(field: string): string {
  const name = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const ofOrganization = (organization as Record<string, unknown>)[name]
  const known = said.fields[name] ?? words.fields[name] ?? ofOrganization
  return typeof known === 'string' ? known : field.replaceAll('_', ' ')
}

function textOf(value: unknown) {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? said.yes : said.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
