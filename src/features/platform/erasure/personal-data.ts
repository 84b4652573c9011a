/** Personal data of a table, by column. Columns of other types than text, JSON and bytes are left out. */
export interface PersonalTable {
  /** Columns with personal data, and the SQL of the value after an erasure. */
  readonly blanks: Readonly<Record<string, string>>
  /** Personal columns whose rows are deleted whole. */
  readonly deleted: readonly string[]
  /** Columns without personal data. */
  readonly other: readonly string[]
  /** SQL of the key of rows `t`. */
  readonly key: string
  /** Has `version` and `updated_at`. */
  readonly isVersioned: boolean
}

interface Declared {
  blanks?: Readonly<Record<string, string>>
  deleted?: string
  other?: string
  key?: string
  isVersioned?: boolean
}

const words = (text = '') => text.split(/\s+/).filter(Boolean)
const table = ({ blanks = {}, deleted, other, key = 't.id::text', isVersioned = true }: Declared): PersonalTable => ({
  blanks,
  deleted: words(deleted),
  other: words(other),
  key,
  isVersioned,
})

/** Identifying fields of a document's buyer. Country and kind stay for the VAT report. */
const buyerFields = [
  ...['name', 'contactName', 'street', 'postalCode', 'city', 'vatId', 'email'],
  ...['customerNumber', 'registrationNumber', 'buyerReference'],
]
const anonymousBuyer = `parties${buyerFields.map((field) => ` #- '{buyer,${field}}'`).join('')}`

const none = 'null'
const empty = "''"
/** Replaces a name. */
const nobody = "'–'"

/**
 * Personal data in every table of an organization, and its replacement after an erasure. A test checks that each column of text, JSON
 * or bytes is listed.
 */
export const personalData: Readonly<Record<string, PersonalTable>> = {
  organizations: table({
    deleted:
      'name legal_name street postal_code city vat_id tax_number iban bic bank_name account_holder email phone website register_court register_number managing_directors contact_name',
    other:
      'country vat_accounting default_language invoice_number_pattern credit_note_number_pattern quote_number_pattern contract_number_pattern dunning accounting accent_color holiday_region privacy_url',
  }),
  members: table({ deleted: 'email name slug password_hash', other: 'role language timezone' }),
  member_emails: table({ deleted: 'email', key: 't.member_id::text' }),
  member_slugs: table({ deleted: 'slug', key: 't.slug' }),
  tokens: table({ deleted: 'name hash last_four address networks', other: 'scope kind' }),
  passkeys: table({ deleted: 'name credential_id public_key', other: 'transports' }),
  totp_secrets: table({ deleted: 'sealed_secret', key: 't.member_id::text' }),
  recovery_codes: table({ deleted: 'hash', other: 'key_id', key: 't.hash' }),
  security_events: table({ deleted: 'device network name', other: 'kind' }),
  clients: table({
    blanks: {
      ...{ name: nobody, email: none, invoice_email: none, contact_name: none, phone: none, website: none },
      ...{ street: none, postal_code: none, city: none, buyer_reference: none, notes: none, external_id: none },
      ...{ metadata: "'{}'::jsonb", vat_id: none, customer_number: none, registration_number: none },
    },
    other: 'kind country color language invoice_format',
  }),
  client_refunds: table({ blanks: { reference: none }, other: 'method' }),
  projects: table({ deleted: 'name description external_id metadata', other: 'color status' }),
  project_columns: table({ other: 'name' }),
  tags: table({ other: 'name color' }),
  tasks: table({ deleted: 'title description external_id metadata', other: 'status' }),
  task_assignees: table({ key: 't.task_id::text || t.member_id::text' }),
  task_tags: table({ key: 't.task_id::text || t.tag_id::text' }),
  subtasks: table({ deleted: 'title' }),
  comments: table({ blanks: { author_name: nobody }, deleted: 'content' }),
  attachments: table({}),
  time_entries: table({ blanks: { user_name: nobody }, deleted: 'description', other: 'status' }),
  invoices: table({
    blanks: {
      ...{ parties: anonymousBuyer, introduction: none, closing: none },
      ...{ external_id: none, metadata: "'{}'::jsonb" },
    },
    // Line items explain the amounts and name services, not people.
    other: 'kind status number language currency line_items tax_breakdown pdf_sha256 warnings discount_undone advances',
  }),
  payments: table({
    blanks: { reference: none, reversal_reason: none },
    other: 'method vat_shares warnings',
  }),
  reminders: table({ other: 'interest_segments language pdf_sha256' }),
  recurring_invoices: table({
    deleted: 'introduction closing',
    other: 'line_items interval mode language',
  }),
  issued_documents: table({ other: 'number kind pdf_sha256', key: 't.invoice_id::text' }),
  archived_documents: table({
    // The files with these hashes are deleted with the row.
    deleted: 'pdf_sha256 xml_sha256',
    other: 'kind number',
    key: 't.subject_id::text || t.kind || t.pdf_sha256',
  }),
  counters: table({ other: 'series', key: 't.series || t.year::text' }),
  quotes: table({
    blanks: {
      ...{ parties: anonymousBuyer, introduction: none, closing: none, signer_name: none, acceptance_note: none },
      ...{ rejection_reason: none, external_id: none, metadata: "'{}'::jsonb" },
    },
    other: 'status number language currency line_items tax_breakdown pdf_sha256 warnings',
  }),
  contracts: table({
    blanks: {
      ...{ parties: anonymousBuyer, title: nobody, content: empty, signer_name: none, rejection_reason: none },
      ...{ external_id: none, metadata: "'{}'::jsonb" },
    },
    other: 'status number language pdf_sha256',
  }),
  signatures: table({
    deleted: 'signer_name typed image address user_agent sent_to',
    other: 'kind language number document_sha256',
    key: 't.subject_id::text',
  }),
  signing_links: table({
    blanks: { sent_to: "'{}'" },
    other: 'hash kind',
    key: "encode(t.hash, 'hex')",
    isVersioned: false,
  }),
  bank_imports: table({ other: 'format statements' }),
  bank_transactions: table({
    blanks: {
      ...{ name: none, iban: none, purpose: none, end_to_end_id: none },
      ...{ bank: none, bank_reference: none, transaction_references: "'{}'::jsonb" },
    },
    other: 'account format currency',
  }),
  bank_proposals: table({
    // The reason quotes the transaction, and the invoices name their client.
    blanks: {
      proposal: `proposal || '{"name": null, "iban": null, "reference": null, "reason": {"de": "", "en": ""}, "invoices": []}'::jsonb`,
    },
    key: 't.import_id::text || t.position::text',
    isVersioned: false,
  }),
  bank_bookings: table({ key: 't.payment_id::text' }),
  calendar_events: table({
    deleted: 'title description location meet_url organizer uid',
    other: 'timezone recurrence',
  }),
  calendar_occurrences: table({ deleted: 'changes', key: 't.event_id::text || t.occurrence_start::text' }),
  calendar_attendees: table({
    deleted: 'email name link_hash link',
    other: 'answer',
    key: 't.event_id::text || t.email',
  }),
  calendar_connections: table({
    deleted: 'url username sealed_password calendars tokens problem_entries',
    other: 'fault all_day',
  }),
  calendar_objects: table({
    deleted: 'url calendar_url here there problem',
    other: 'etag',
    key: 't.connection_id::text || t.url',
  }),
  calendar_feeds: table({ deleted: 'name hash' }),
  absences: table({ deleted: 'kind note', other: 'half' }),
  booking_event_types: table({
    deleted: 'description',
    other: 'name slug location color questions assignment',
  }),
  booking_availabilities: table({ deleted: 'weekly overrides', other: 'timezone' }),
  bookings: table({
    // Erased by `Booking.eraseGuest()`.
    deleted: 'name email phone agenda answers cancellation_reason mailbox told',
    other: 'title status timezone location meet_url language',
  }),
  booking_hosts: table({ key: 't.booking_id::text || t.member_id::text' }),
  booking_links: table({ other: 'hash', key: "encode(t.hash, 'hex')" }),
  booking_holds: table({ deleted: 'network guest', other: 'hash language' }),
  booking_requests: table({ deleted: 'network mailbox' }),
  folders: table({ other: 'name' }),
  files: table({ deleted: 'name', other: 'content_type sha256 preview' }),
  uploads: table({ deleted: 'name metadata' }),
  shares: table({ other: 'hash password_hash' }),
  share_accesses: table({ deleted: 'name address', other: 'kind' }),
  share_tries: table({ deleted: 'visitor', key: 't.share_id::text || t.visitor' }),
  pages: table({ deleted: 'title text', other: 'icon' }),
  page_versions: table({ blanks: { author_name: nobody }, deleted: 'content' }),
  page_links: table({ key: 't.page_id::text || t.target_id::text' }),
  live_documents: table({ key: 't.page_id::text' }),
  live_updates: table({
    blanks: { author_name: nobody },
    deleted: 'data',
    key: 't.page_id::text || t.sequence::text',
    isVersioned: false,
  }),
  whiteboards: table({ deleted: 'title scene' }),
  mails: table({
    blanks: {
      ...{ reply_to: none, recipients: "'{}'", copies: "'{}'", subject: empty, body_text: empty, body_html: empty },
      ...{ error: none, calendar: none, sealed: none, outcomes: "'{}'::jsonb", attachments: "'[]'::jsonb" },
    },
    other: 'kind sender status collect_key',
  }),
  webhooks: table({
    deleted: 'url',
    other: 'events description sealed_secret previous_sealed_secret disabled_reason',
  }),
  webhook_deliveries: table({ deleted: 'body attempts', other: 'event_name status disabled_reason' }),
  webhook_cursors: table({ key: 't.sequence::text' }),
  webhook_departures: table({ other: 'by_second', key: 't.organization_id::text' }),
  events: table({ deleted: 'body', other: 'name traceparent' }),
  event_sequences: table({ key: 't.organization_id::text' }),
  idempotency_keys: table({ deleted: 'body', other: 'digest fingerprint', key: "encode(t.digest, 'hex')" }),
  audit_entries: table({
    deleted: 'actor_name before after',
    other: 'actor_type action resource previous_hash hash',
  }),
  audit_chains: table({ other: 'digest previous_hash hash', key: 't.sequence::text' }),
  tallies: table({ other: 'name', key: 't.name' }),
  erasures: table({ other: 'kind' }),
}
