import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { RetentionLaw } from '../erasure/retention-laws.ts'
import { letterMailKinds, retentionRules, toBerlinDaySql } from '../erasure/retention-rules.ts'

/** An organization, and the day (YYYY-MM-DD) on which it ends. */
export interface EndingOrganization {
  organizationId: string
  endsOn: string
}

/**
 * Rows `t` that outlive the end of their organization. With `law` and `since`, the law's period begins on that day; with `law` alone, they
 * stay while that law keeps other rows; without a law, they stay while anything is kept.
 */
interface Retained {
  where: (organizationId: string) => Sql
  law?: RetentionLaw
  since?: (organization: EndingOrganization) => Sql
}

/** What the end of an organization does to a table. Rows that are not retained are erased. */
interface EndingTable {
  retained?: readonly Retained[]
  /** Columns whose target rows may be erased earlier, with their table: they are set to null then. */
  refers?: Readonly<Record<string, string>>
}

const erased: EndingTable = {}
const all = () => sql`true`
/** Rows that explain what a law keeps. */
const retained = (where: Retained['where'] = all): EndingTable => ({ retained: [{ where }] })
/** Rows that belong to vouchers. */
const ofVouchers: EndingTable = { retained: [{ law: 'vouchers', where: all }] }
const by = (rule: Required<Pick<Retained, 'law' | 'since'>>, where: Retained['where'] = all): Retained => ({
  ...rule,
  where,
})
const isSent = () => sql`t.status <> 'draft'`
const ofOwner = (organizationId: string) =>
  sql`t.member_id in (select m.id from members m where m.organization_id = ${organizationId} and m.role = 'owner')`
/** Rows that others refer to, by the column in which they do. */
const isReferredTo =
  (column: string, ...tables: readonly string[]) =>
  (organizationId: string) =>
    join(
      tables.map(
        (table) =>
          sql`t.id in (select r.${raw(column)} from ${raw(table)} r where r.organization_id = ${organizationId} and r.${raw(column)} is not null)`,
      ),
      ' or ',
    )
const voucherKinds = sql`'invoice', 'credit_note', 'advance', 'final'`
/** A contract without an end ends with the organization. */
const contractsUntilEnd = {
  law: retentionRules.contracts.law,
  since: ({ endsOn }: EndingOrganization) =>
    sql`greatest(${retentionRules.contracts.since()},
      case when t.status = 'signed' and t.terminates_on is null and t.ends_on is null then ${endsOn}::date end)`,
}

/**
 * Every table of an organization, in the order in which rows are erased: referring tables come first. A test checks that none is missing.
 */
export const endingTables: Readonly<Record<string, EndingTable>> = {
  // Credentials and links.
  tokens: retained((organizationId) => sql`t.kind = 'session' and ${ofOwner(organizationId)}`),
  passkeys: retained(ofOwner),
  totp_secrets: retained(ofOwner),
  recovery_codes: retained(ofOwner),
  signing_links: erased,
  booking_links: erased,
  booking_holds: erased,
  booking_requests: erased,
  calendar_feeds: erased,
  share_tries: erased,
  share_accesses: erased,
  shares: erased,
  webhook_deliveries: erased,
  webhook_departures: erased,
  webhooks: erased,
  recurring_invoices: erased,
  // Bookings and the calendar.
  booking_hosts: erased,
  bookings: erased,
  booking_event_types: erased,
  booking_availabilities: erased,
  calendar_attendees: erased,
  calendar_occurrences: erased,
  calendar_events: erased,
  calendar_objects: erased,
  calendar_connections: erased,
  absences: erased,
  // Work.
  uploads: erased,
  live_updates: erased,
  live_documents: erased,
  page_links: erased,
  page_versions: erased,
  pages: { refers: { parent_id: 'pages' } },
  whiteboards: erased,
  attachments: erased,
  comments: { refers: { reply_to: 'comments' } },
  subtasks: erased,
  task_tags: erased,
  task_assignees: erased,
  time_entries: {
    retained: [
      by(retentionRules.billedTime, () => sql`t.invoice_id is not null`),
      by(retentionRules.workingTime, () => sql`t.invoice_id is null`),
    ],
    refers: { task_id: 'tasks', invoice_id: 'invoices' },
  },
  tasks: erased,
  project_columns: erased,
  tags: erased,
  files: erased,
  folders: { refers: { parent_id: 'folders' } },
  mails: { retained: [by(retentionRules.mails, () => sql`t.kind = any(${letterMailKinds}::text[])`)] },
  idempotency_keys: erased,
  events: erased,
  event_sequences: retained(),
  webhook_cursors: retained(),
  // Documents and money.
  bank_proposals: { retained: [by(retentionRules.bankProposals, () => sql`t.transaction_id is not null`)] },
  bank_bookings: ofVouchers,
  bank_transactions: { retained: [by(retentionRules.bankTransactions)] },
  bank_imports: ofVouchers,
  payments: { retained: [by(retentionRules.payments)] },
  reminders: { retained: [by(retentionRules.reminders)] },
  issued_documents: ofVouchers,
  contracts: {
    retained: [by(contractsUntilEnd, isSent)],
    refers: { quote_id: 'quotes' },
  },
  signatures: { retained: [by(retentionRules.signatures)] },
  archived_documents: {
    retained: [
      by(retentionRules.archivedVouchers, () => sql`t.kind in (${voucherKinds})`),
      by(retentionRules.archivedLetters, () => sql`t.kind not in (${voucherKinds})`),
    ],
  },
  quotes: {
    retained: [by(retentionRules.quotes, isSent)],
  },
  invoices: {
    retained: [
      by(retentionRules.invoices, isSent),
      // What a quote was converted into, though it is a draft.
      { where: isReferredTo('invoice_id', 'quotes') },
    ],
    refers: { quote_id: 'quotes', credited_invoice_id: 'invoices' },
  },
  client_refunds: { retained: [by(retentionRules.clientRefunds)] },
  projects: retained(isReferredTo('project_id', 'invoices', 'quotes', 'time_entries')),
  clients: retained(
    isReferredTo(
      'client_id',
      ...['invoices', 'quotes', 'contracts', 'reminders', 'payments', 'client_refunds', 'projects'],
    ),
  ),
  counters: retained(),
  tallies: retained(),
  erasures: retained(),
  // They expire anyway.
  security_events: retained(),
  member_slugs: erased,
  member_emails: retained(ofOwner),
  members: retained(() => sql`t.role = 'owner'`),
  audit_entries: {
    // An organization that never numbered an invoice has no books. Entries after the end, such as an owner's export, do not extend the period.
    retained: [
      by(
        { law: 'books', since: ({ endsOn }) => sql`least(${toBerlinDaySql(sql`t.created_at`)}, ${endsOn}::date)` },
        (organizationId) =>
          sql`exists (select from counters r where r.organization_id = ${organizationId} and r.series in ('invoice', 'credit_note'))`,
      ),
    ],
  },
  audit_chains: retained(),
  organizations: retained(),
}
