import sql, { raw, type Sql } from 'sql-template-tag'
import type { Bilingual } from '#core/text/language'
import { citeLaw, type RetentionLaw } from './retention-laws.ts'
import { letterMailKinds, retentionRules, toBerlinDaySql } from './retention-rules.ts'

export enum PersonKind {
  client = 'client',
  guest = 'guest',
  member = 'member',
}

export interface Person {
  kind: PersonKind
  organizationId: string
  /** Id of the client or member, or of a guest's booking. */
  id: string
  /** As stored and in lower case; empty after an erasure. */
  emails: readonly string[]
  /** Names and addresses to search texts for. */
  terms: readonly string[]
  now: Date
}

export enum ErasureOutcome {
  erased = 'erased',
  pseudonymised = 'pseudonymised',
  kept = 'kept',
  blocking = 'blocking',
  review = 'review',
}

/** Rows of a table about a person. The plan counts them, the export contains them, the erasure changes them. */
export interface Holding {
  /** Key of `personalData`. */
  table: string
  /** SQL on rows `t`; null if they are about many people and not counted. */
  where: ((person: Person) => Sql) | null
  outcome: ErasureOutcome
  /** Erased by the operation itself instead of a generated statement. */
  isDoneByOperation?: boolean
  /** Law that keeps a row and the day on which its period begins; undefined if the row expires by itself or always stays. */
  retention?: { law: RetentionLaw; since: (person: Person) => Sql }
  /** Names the part of the table, if it is not all rows. */
  part?: string
  /** Why it stays, without one of `retentionLaws`. */
  reason?: Bilingual
  /** Columns left out of the export, in addition to secrets. */
  hides?: readonly string[]
  /** Defaults to true. */
  isExported?: false
}

const ninetyDays = { de: 'Art. 6 Abs. 1 f DSGVO: 90 Tage', en: 'Art. 6(1)(f) GDPR: 90 days' }
const books = citeLaw('§ 147 AO (GoBD)')

/** A client's documents that are business letters. */
const lettersOf = ({ organizationId, id }: Person) =>
  sql`select q.id from quotes q where q.organization_id = ${organizationId} and q.client_id = ${id}
      union all select c.id from contracts c where c.organization_id = ${organizationId} and c.client_id = ${id}
      union all select r.id from reminders r where r.organization_id = ${organizationId} and r.client_id = ${id}`
const invoicesOf = ({ organizationId, id }: Person) =>
  sql`select i.id from invoices i where i.organization_id = ${organizationId} and i.client_id = ${id}`
const documentsOf = (person: Person) => sql`${invoicesOf(person)} union all ${lettersOf(person)}`
const issuedTo = ({ organizationId, id }: Person) =>
  sql`from invoices i where i.organization_id = ${organizationId} and i.client_id = ${id} and i.status <> 'draft'`
/** Records that prevent the deletion of a client. */
const referringTo = (person: Person) =>
  sql`${documentsOf(person)} union all
      select f.id from client_refunds f where f.organization_id = ${person.organizationId} and f.client_id = ${person.id}
      union all select p.id from payments p where p.organization_id = ${person.organizationId} and p.client_id = ${person.id}`
/** Bank transactions of a client's payments. */
const transactionsOf = ({ organizationId, id }: Person) =>
  sql`select k.transaction_id from bank_bookings k join payments p on p.organization_id = k.organization_id and p.id = k.payment_id
      where k.organization_id = ${organizationId} and p.organization_id = ${organizationId} and p.client_id = ${id}`
/** All bookings with the guest's address. */
const bookingsOf = ({ organizationId, emails }: Person) =>
  sql`select b.id from bookings b where b.organization_id = ${organizationId} and lower(b.email) = any(${emails}::text[])`

const ofClient = ({ id }: Person) => sql`t.client_id = ${id}`
const byAddress = ({ emails }: Person) => sql`lower(t.email) = any(${emails}::text[])`
const toPerson = ({ emails }: Person) => sql`(t.recipients && ${emails}::text[] or t.copies && ${emails}::text[])`
/** The same without members' addresses, which are in the members' own plans. */
const toOutsider = ({ organizationId, emails }: Person) => {
  const outside = sql`array(select a from unnest(${emails}::text[]) a where not exists (
    select from members m where m.organization_id = ${organizationId} and lower(m.email) = lower(a)))`
  return sql`(t.recipients && ${outside} or t.copies && ${outside})`
}
const ofOutsider = (person: Person) => sql`${byAddress(person)} and t.member_id is null`
const isNoLetter = sql`t.recipients <> '{}' and t.kind <> all(${letterMailKinds}::text[])`
const ofMember =
  (column: Sql) =>
  ({ id }: Person) =>
    sql`t.${column} = ${id}`
const userId = ofMember(sql`user_id`)
const memberId = ofMember(sql`member_id`)
const authorId = ofMember(sql`author_id`)

/** SQL condition: one of the columns mentions the person. */
const naming =
  (...columns: readonly string[]) =>
  ({ terms }: Person) =>
    sql`concat_ws(' ', ${raw(columns.map((column) => `t.${column}`).join(', '))}) ilike any(${terms.map(containing)}::text[])`

/** Free texts that mention the person, for manual review. */
const mentions: readonly Holding[] = Object.entries({
  projects: ['name', 'description', 'external_id', 'metadata'],
  tasks: ['title', 'description', 'external_id', 'metadata'],
  subtasks: ['title'],
  tags: ['name'],
  comments: ['content'],
  time_entries: ['description'],
  calendar_events: ['title', 'description', 'location'],
  pages: ['title', 'text'],
  page_versions: ['content'],
  whiteboards: ['title', 'scene'],
  folders: ['name'],
  files: ['name'],
}).map(([table, columns]) => ({ table, outcome: ErasureOutcome.review, isExported: false, where: naming(...columns) }))

const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** Records that expire after 90 days and are not counted. */
const expiring: readonly Holding[] = ['events', 'webhook_deliveries'].map((table) => ({
  table,
  where: null,
  outcome: ErasureOutcome.kept,
  reason: ninetyDays,
}))

const auditLog = (where: NonNullable<Holding['where']>): Holding => ({
  table: 'audit_entries',
  where,
  outcome: ErasureOutcome.kept,
  reason: books,
  hides: ['actor_id', 'actor_name', 'actor_type'],
})

const isUnsettled = sql`(t.status in ('draft', 'sent', 'partially_paid', 'overdue') and (t.status = 'draft' or t.open_cents <> 0)
  or t.refund_due_cents > 0)`

const client: readonly Holding[] = [
  // Open business needs the data (Art. 6(1)(b) GDPR).
  {
    table: 'invoices',
    where: (person) => sql`${ofClient(person)} and ${isUnsettled}`,
    outcome: ErasureOutcome.blocking,
  },
  {
    table: 'quotes',
    where: (person) => sql`${ofClient(person)} and t.status in ('draft', 'sent')`,
    outcome: ErasureOutcome.blocking,
  },
  {
    table: 'contracts',
    where: (person) =>
      sql`${ofClient(person)} and (t.status in ('draft', 'sent') or t.status = 'signed'
        and coalesce(t.terminates_on, t.ends_on, '9999-12-31'::date) >= ${toBerlinDaySql(sql`${person.now}::timestamptz`)})`,
    outcome: ErasureOutcome.blocking,
  },
  { table: 'recurring_invoices', where: ofClient, outcome: ErasureOutcome.blocking },
  {
    table: 'bookings',
    where: (person) =>
      sql`(${ofClient(person)} or ${byAddress(person)}) and t.status = 'confirmed' and t.ends_at > ${person.now}`,
    outcome: ErasureOutcome.blocking,
  },
  {
    table: 'clients',
    where: (person) => sql`t.id = ${person.id} and t.erased_at is null and not exists (${referringTo(person)})`,
    outcome: ErasureOutcome.erased,
    isDoneByOperation: true,
  },
  {
    table: 'clients',
    where: (person) => sql`t.id = ${person.id} and t.erased_at is null and exists (${referringTo(person)})`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  {
    table: 'clients',
    part: 'client_numbers',
    where: (person) =>
      sql`t.id = ${person.id} and (t.vat_id is not null or t.customer_number is not null or t.registration_number is not null)
        and exists (select ${issuedTo(person)})`,
    outcome: ErasureOutcome.kept,
    retention: { law: 'vouchers', since: (person) => sql`(select max(i.issue_date) ${issuedTo(person)})` },
    isExported: false,
  },
  {
    table: 'bookings',
    where: (person) =>
      sql`(${ofClient(person)} or ${byAddress(person)}) and t.email <> '' and (t.status = 'cancelled' or t.ends_at <= ${person.now})`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  {
    table: 'projects',
    where: ofClient,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
    isExported: false,
  },
  {
    table: 'calendar_events',
    where: ofClient,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
    isExported: false,
  },
  { table: 'calendar_attendees', where: ofOutsider, outcome: ErasureOutcome.erased },
  {
    table: 'signing_links',
    where: (person) => sql`t.subject_id in (${lettersOf(person)}) and t.sent_to <> '{}'`,
    outcome: ErasureOutcome.pseudonymised,
  },
  {
    table: 'mails',
    where: (person) => sql`${isNoLetter} and ${toOutsider(person)}`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  {
    table: 'invoices',
    where: (person) => sql`${ofClient(person)} and t.status <> 'draft'`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.invoices,
  },
  {
    table: 'payments',
    where: ofClient,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.payments,
  },
  {
    table: 'client_refunds',
    where: ofClient,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.clientRefunds,
  },
  {
    table: 'bank_transactions',
    where: (person) => sql`t.id in (${transactionsOf(person)})`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.bankTransactions,
  },
  {
    table: 'bank_proposals',
    where: (person) => sql`t.transaction_id in (${transactionsOf(person)})`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.bankProposals,
    isExported: false,
  },
  {
    table: 'quotes',
    where: (person) => sql`${ofClient(person)} and t.status not in ('draft', 'sent')`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.quotes,
  },
  {
    table: 'contracts',
    where: (person) => sql`${ofClient(person)} and t.status in ('signed', 'cancelled')`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.contracts,
  },
  {
    table: 'reminders',
    where: ofClient,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.reminders,
  },
  {
    table: 'signatures',
    where: (person) => sql`t.subject_id in (${lettersOf(person)})`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.signatures,
  },
  {
    table: 'mails',
    where: (person) => sql`t.subject_id in (${documentsOf(person)}) and t.recipients <> '{}'`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.mails,
  },
  {
    table: 'archived_documents',
    where: (person) => sql`t.subject_id in (${invoicesOf(person)})`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.archivedVouchers,
  },
  {
    table: 'archived_documents',
    where: (person) => sql`t.subject_id in (${lettersOf(person)})`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.archivedLetters,
  },
  // Transactions that mention the client without a payment of theirs may be of another person of the same name.
  {
    table: 'bank_transactions',
    where: (person) => sql`${naming('name', 'purpose')(person)} and t.id not in (${transactionsOf(person)})`,
    outcome: ErasureOutcome.kept,
    reason: books,
    isExported: false,
  },
  {
    table: 'bank_proposals',
    where: (person) => sql`${naming('proposal')(person)} and t.transaction_id not in (${transactionsOf(person)})`,
    outcome: ErasureOutcome.kept,
    reason: books,
    isExported: false,
  },
  auditLog(({ id }) => sql`t.resource_id = ${id}`),
  ...mentions,
  ...expiring,
]

const guest: readonly Holding[] = [
  {
    table: 'bookings',
    where: (person) => sql`${byAddress(person)} and t.status = 'confirmed' and t.ends_at > ${person.now}`,
    outcome: ErasureOutcome.blocking,
  },
  {
    table: 'bookings',
    where: (person) => sql`${byAddress(person)} and (t.status = 'cancelled' or t.ends_at <= ${person.now})`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  {
    table: 'booking_links',
    where: (person) => sql`t.booking_id in (${bookingsOf(person)})`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
    isExported: false,
  },
  {
    table: 'calendar_events',
    where: (person) => sql`t.booking_id in (${bookingsOf(person)})`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  { table: 'calendar_attendees', where: ofOutsider, outcome: ErasureOutcome.erased },
  {
    table: 'booking_holds',
    where: ({ emails }) => sql`lower(t.guest->>'email') = any(${emails}::text[])`,
    outcome: ErasureOutcome.erased,
  },
  {
    table: 'mails',
    where: (person) =>
      sql`t.recipients <> '{}' and (t.subject_id in (${bookingsOf(person)}) or t.kind like 'booking%' and ${toOutsider(person)})`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  // Clients have a plan of their own.
  { table: 'clients', where: byAddress, outcome: ErasureOutcome.review, isExported: false },
  ...mentions,
  ...expiring,
]

const member: readonly Holding[] = [
  {
    table: 'members',
    where: ({ id, organizationId }) =>
      sql`t.id = ${id} and t.role = 'owner' and not exists (
        select from members o where o.organization_id = ${organizationId} and o.role = 'owner' and o.id <> ${id})`,
    outcome: ErasureOutcome.blocking,
  },
  ...(
    [
      ['members', ({ id }: Person) => sql`t.id = ${id}`],
      ['tokens', memberId],
      ['passkeys', memberId],
      ['totp_secrets', memberId],
      ['recovery_codes', memberId],
      ['booking_availabilities', ({ id }: Person) => sql`t.id = ${id}`],
      ['booking_event_types', userId],
      ['absences', userId],
      ['calendar_connections', userId],
      ['calendar_feeds', userId],
      ['task_assignees', memberId],
      ['uploads', ofMember(sql`uploaded_by`)],
    ] as const
  ).map(([table, where]): Holding => ({ table, where, outcome: ErasureOutcome.erased, isDoneByOperation: true })),
  {
    table: 'calendar_attendees',
    where: (person) => sql`(${memberId(person)} or ${byAddress(person)})`,
    outcome: ErasureOutcome.erased,
  },
  {
    table: 'calendar_events',
    where: (person) => sql`${userId(person)} and t.connection_id is null`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  {
    table: 'bookings',
    where: ({ id }) => sql`t.host_ids @> array[${id}::uuid]`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
    isExported: false,
  },
  { table: 'comments', where: authorId, outcome: ErasureOutcome.pseudonymised },
  { table: 'page_versions', where: authorId, outcome: ErasureOutcome.pseudonymised, isExported: false },
  { table: 'live_updates', where: authorId, outcome: ErasureOutcome.pseudonymised, isExported: false },
  {
    table: 'mails',
    // Reminders may quote synced calendars, so they are not exported.
    where: (person) => sql`${isNoLetter} and t.kind <> 'calendar_reminder' and ${toPerson(person)}`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
  },
  {
    table: 'mails',
    where: (person) => sql`t.recipients <> '{}' and t.kind = 'calendar_reminder' and ${toPerson(person)}`,
    outcome: ErasureOutcome.pseudonymised,
    isDoneByOperation: true,
    isExported: false,
  },
  {
    table: 'time_entries',
    where: (person) => sql`${userId(person)} and t.invoice_id is null`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.workingTime,
  },
  {
    table: 'time_entries',
    where: (person) => sql`${userId(person)} and t.invoice_id is not null`,
    outcome: ErasureOutcome.kept,
    retention: retentionRules.billedTime,
  },
  { table: 'security_events', where: memberId, outcome: ErasureOutcome.kept, reason: ninetyDays },
  {
    ...auditLog(({ id }) => sql`(t.actor_id = ${id} or t.resource_id = ${id})`),
    // Protects other members (Art. 15(4) GDPR).
    hides: ['before', 'after', 'actor_name'],
  },
  ...mentions,
  ...expiring,
]

/** In the order in which plans show them. */
export const holdings: Readonly<Record<PersonKind, readonly Holding[]>> = { client, guest, member }
