/** A table of which an export has every row of the organization. */
export interface ExportedTable {
  /** Its key after the organization, with the types, in the order of which it is read. */
  key: Readonly<Record<string, 'uuid' | 'text' | 'int' | 'timestamptz'>>
  /** Columns that it leaves out: what lets somebody in, and what only an image of something else is. */
  without: readonly string[]
  /** So many rows are in memory at once, where one may be large; 500 unless said. */
  atOnce?: number
}

const all: ExportedTable = { key: { id: 'uuid' }, without: [] }
const by = (key: ExportedTable['key'], ...without: string[]): ExportedTable => ({ key, without })
const without = (...columns: string[]): ExportedTable => ({ ...all, without: columns })

/** What an organization takes along. A test asks that each table stands here or below. */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  organizations: all,
  members: without('password_hash'),
  clients: all,
  client_refunds: all,
  projects: all,
  project_columns: all,
  tags: all,
  tasks: all,
  task_assignees: by({ task_id: 'uuid', member_id: 'uuid' }),
  task_tags: by({ task_id: 'uuid', tag_id: 'uuid' }),
  subtasks: all,
  comments: all,
  attachments: all,
  time_entries: all,
  invoices: { ...all, atOnce: 100 },
  payments: all,
  reminders: all,
  recurring_invoices: all,
  issued_documents: by({ invoice_id: 'uuid' }),
  archived_documents: by({ subject_id: 'uuid', kind: 'text', pdf_sha256: 'text' }),
  counters: by({ series: 'text', year: 'int' }),
  quotes: { ...all, atOnce: 100 },
  contracts: { ...all, atOnce: 50 },
  // The drawn name stands in the sealed PDF.
  signatures: by({ subject_id: 'uuid' }, 'image'),
  bank_imports: { ...all, atOnce: 10 },
  bank_transactions: all,
  bank_proposals: by({ import_id: 'uuid', position: 'int' }),
  bank_bookings: by({ payment_id: 'uuid' }),
  calendar_events: all,
  calendar_occurrences: by({ event_id: 'uuid', occurrence_start: 'timestamptz' }),
  calendar_attendees: by({ event_id: 'uuid', email: 'text' }, 'link', 'link_hash'),
  absences: all,
  booking_event_types: all,
  booking_availabilities: all,
  bookings: all,
  booking_hosts: by({ booking_id: 'uuid', member_id: 'uuid' }),
  folders: all,
  files: all,
  shares: without('hash', 'password_hash'),
  share_accesses: all,
  pages: { ...all, atOnce: 20 },
  page_versions: { ...all, atOnce: 10 },
  page_links: by({ page_id: 'uuid', target_id: 'uuid' }),
  whiteboards: { ...all, atOnce: 2 },
  webhooks: without('sealed_secret', 'previous_sealed_secret'),
  // Their texts hold links by which one signs, moves a booking, or sets a password.
  mails: without('body_text', 'body_html', 'attachments', 'calendar'),
  audit_entries: all,
}

/** What no export has, each for its reason. */
export const leftOut: Readonly<Record<string, string>> = {
  tokens: 'lets somebody in',
  passkeys: 'lets somebody in',
  totp_secrets: 'lets somebody in',
  recovery_codes: 'lets somebody in',
  signing_links: 'lets somebody in',
  booking_links: 'lets somebody in',
  calendar_feeds: 'lets somebody in',
  calendar_connections: "a member's account elsewhere",
  calendar_objects: "a copy of a member's calendar elsewhere, by its address there",
  member_emails: 'an index of members',
  member_slugs: 'an index of members',
  audit_chains: 'the last hash of audit_entries',
  events: 'told already, and kept for 90 days',
  event_sequences: 'counts events',
  webhook_deliveries: 'told already, and kept for a while',
  webhook_cursors: 'how far webhooks have come',
  webhook_departures: 'counts deliveries',
  live_documents: 'what is being typed: pages have it',
  live_updates: 'what is being typed: pages have it',
  uploads: 'not yet files',
  share_tries: 'counts passwords that were tried',
  idempotency_keys: 'answers kept for a day',
  tallies: 'totals of other tables',
}
