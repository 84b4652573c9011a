import sql, { type Sql } from 'sql-template-tag'
import { hiddenEventTitle } from '#features/calendar/events/hidden-event'

/** The member who exports; `noId` for the operator, who does not see members' private data. */
export interface ExportRequester {
  organizationId: string
  memberId: string
}

export interface ExportedTable {
  /** Primary key without organization_id, with types. Rows are read in its order. */
  key: Readonly<Record<string, 'uuid' | 'text' | 'int' | 'timestamptz'>>
  /** Omitted columns: credentials and derived data. */
  omittedColumns: readonly string[]
  /** SQL of JSON that replaces values of a row `t` which the member may not see. */
  redact?(asker: ExportRequester): Sql
  /** Columns that refer to later rows, with the table after which they can be set. */
  deferredReferences?: Readonly<Record<string, string>>
  /** Rows in memory at once; 500 by default. */
  batchSize?: number
}

const all: ExportedTable = { key: { id: 'uuid' }, omittedColumns: [] }
const by = (key: ExportedTable['key'], ...omittedColumns: string[]): ExportedTable => ({ key, omittedColumns })
/** Only the owner of a synced event sees more than its time (contract §4). */
const redactFor =
  (which: Sql, instead: object, or: (organizationId: string) => Sql = () => sql`false`) =>
  ({ organizationId, memberId }: ExportRequester) =>
    sql`case when ${or(organizationId)} or exists (select from calendar_events e where e.organization_id = ${organizationId} and e.id = ${which}
          and e.connection_id is not null and e.user_id is distinct from ${memberId}::uuid)
        then ${JSON.stringify(instead)}::jsonb else '{}'::jsonb end`
/** Reminders of deleted events, which may have been synced ones. */
const ofLostEvent = (organizationId: string) => sql`(t.kind = 'calendar_reminder'
  and not exists (select from calendar_events e where e.organization_id = ${organizationId} and e.id = t.subject_id)
  and not exists (select from bookings b where b.organization_id = ${organizationId} and b.id = t.subject_id))`
const redactedEvent = { title: hiddenEventTitle.de, description: null, location: null, meet_url: null, organizer: null }

const without = (...omittedColumns: string[]): ExportedTable => ({ ...all, omittedColumns })

/**
 * Exported tables. Each comes after those it refers to, so that an import can insert in this order. A test checks that each table is
 * here or in `omittedTables`.
 */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  organizations: all,
  members: without('password_hash'),
  clients: all,
  client_refunds: all,
  projects: all,
  project_columns: all,
  tags: all,
  folders: { ...all, deferredReferences: { parent_id: 'folders' } },
  files: all,
  tasks: all,
  task_assignees: by({ task_id: 'uuid', member_id: 'uuid' }),
  task_tags: by({ task_id: 'uuid', tag_id: 'uuid' }),
  subtasks: all,
  comments: { ...all, deferredReferences: { reply_to: 'comments' } },
  attachments: all,
  invoices: { ...all, batchSize: 100, deferredReferences: { credited_invoice_id: 'invoices', quote_id: 'quotes' } },
  quotes: { ...all, batchSize: 100 },
  time_entries: all,
  payments: all,
  reminders: all,
  recurring_invoices: all,
  issued_documents: by({ invoice_id: 'uuid' }),
  archived_documents: by({ subject_id: 'uuid', kind: 'text', pdf_sha256: 'text' }),
  counters: by({ series: 'text', year: 'int' }),
  contracts: { ...all, batchSize: 50 },
  signatures: { ...by({ subject_id: 'uuid' }), batchSize: 10 },
  bank_imports: { ...all, batchSize: 10 },
  bank_transactions: all,
  bank_proposals: by({ import_id: 'uuid', position: 'int' }),
  bank_bookings: by({ payment_id: 'uuid' }),
  calendar_events: { ...all, redact: redactFor(sql`t.id`, redactedEvent) },
  calendar_occurrences: {
    ...by({ event_id: 'uuid', occurrence_start: 'timestamptz' }),
    redact: redactFor(sql`t.event_id`, { changes: {} }),
  },
  calendar_attendees: {
    ...by({ event_id: 'uuid', email: 'text' }, 'link', 'link_hash'),
    redact: redactFor(sql`t.event_id`, { email: null, name: null, member_id: null }),
  },
  absences: all,
  booking_event_types: all,
  booking_availabilities: all,
  bookings: all,
  booking_hosts: by({ booking_id: 'uuid', member_id: 'uuid' }),
  shares: without('hash', 'password_hash'),
  share_accesses: all,
  pages: { ...all, batchSize: 20, deferredReferences: { parent_id: 'pages' } },
  page_versions: { ...all, batchSize: 10 },
  page_links: by({ page_id: 'uuid', target_id: 'uuid' }),
  whiteboards: { ...all, batchSize: 2 },
  webhooks: without('sealed_secret', 'previous_sealed_secret'),
  // The encrypted links sign contracts, move bookings or set passwords. The HTML has the content of the text.
  mails: {
    ...without('body_html', 'sealed', 'attachments', 'calendar'),
    redact: redactFor(sql`t.subject_id`, { subject: hiddenEventTitle.de, body_text: '' }, ofLostEvent),
  },
  erasures: all,
  tallies: by({ name: 'text' }),
  audit_entries: all,
}

/** Tables that are not exported, with the reason. */
export const omittedTables: Readonly<Record<string, string>> = {
  tokens: 'lets somebody in',
  passkeys: 'lets somebody in',
  totp_secrets: 'lets somebody in',
  recovery_codes: 'lets somebody in',
  signing_links: 'lets somebody in',
  booking_links: 'lets somebody in',
  booking_holds: 'not yet bookings',
  booking_requests: 'counts what guests ask for, for a day',
  calendar_feeds: 'lets somebody in',
  calendar_connections: "a member's account elsewhere",
  calendar_objects: "a copy of a member's calendar elsewhere, by its address there",
  member_emails: 'an index of members',
  member_slugs: 'an index of members',
  audit_chains: 'the hashes of audit_entries',
  events: 'told already, and kept until 90 days after their month',
  event_sequences: 'counts events',
  webhook_deliveries: 'told already, and kept for a while',
  webhook_cursors: 'how far webhooks have come',
  webhook_departures: 'counts deliveries',
  live_documents: 'what is being typed: pages have it',
  live_updates: 'what is being typed: pages have it',
  uploads: 'not yet files',
  share_tries: 'counts passwords that were tried',
  idempotency_keys: 'answers kept for a day',
  security_events: 'who signed in, kept for 90 days',
}
