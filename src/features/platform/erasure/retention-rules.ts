import sql, { type Sql } from 'sql-template-tag'
import { contractMailKinds } from '#features/billing/contracts/contract.entity'
import { invoiceMailKinds } from '#features/billing/invoices/invoice.entity'
import { quoteMailKinds } from '#features/billing/quotes/quote.entity'
import { reminderMailKinds } from '#features/billing/reminders/reminder.entity'
import type { RetentionLaw } from './retention-laws.ts'

interface Organization {
  organizationId: string
}

/** Which law keeps records, and SQL of the day from which it keeps a row `t`. */
interface RetentionRule {
  law: RetentionLaw
  since: (organization: Organization) => Sql
}

export const toBerlinDaySql = (moment: Sql) => sql`(${moment} at time zone 'Europe/Berlin')::date`

/** Last day of the record's contract, when the retention period begins (§ 147 Abs. 4 AO); null without a contract. */
const endOfContract = ({ organizationId }: Organization) =>
  sql`(select greatest(c.terminates_on, c.ends_on) from contracts c where c.organization_id = ${organizationId} and c.id = t.subject_id)`
const issueDateOf = ({ organizationId }: Organization, invoiceId: Sql) =>
  sql`(select i.issue_date from invoices i where i.organization_id = ${organizationId} and i.id = ${invoiceId})`

/** How long records are kept by law, both when a person's data is erased and when an organization ends. */
export const retentionRules = {
  invoices: { law: 'vouchers', since: () => sql`t.issue_date` },
  payments: { law: 'vouchers', since: () => sql`greatest(t.paid_at, t.returned_at)` },
  clientRefunds: { law: 'vouchers', since: () => sql`t.paid_at` },
  bankTransactions: { law: 'vouchers', since: () => sql`t.booked_on` },
  bankProposals: {
    law: 'vouchers',
    since: ({ organizationId }) =>
      sql`(select b.booked_on from bank_transactions b where b.organization_id = ${organizationId} and b.id = t.transaction_id)`,
  },
  // Kept as long as the invoice that it explains.
  billedTime: {
    law: 'vouchers',
    since: (organization) =>
      sql`greatest(${toBerlinDaySql(sql`t.started_at`)}, ${issueDateOf(organization, sql`t.invoice_id`)})`,
  },
  workingTime: { law: 'workingTime', since: () => toBerlinDaySql(sql`t.started_at`) },
  archivedVouchers: {
    law: 'vouchers',
    since: (organization) =>
      sql`greatest(${toBerlinDaySql(sql`t.archived_at`)}, ${issueDateOf(organization, sql`t.subject_id`)})`,
  },
  archivedLetters: {
    law: 'letters',
    since: (organization) => sql`greatest(${toBerlinDaySql(sql`t.archived_at`)}, ${endOfContract(organization)})`,
  },
  signatures: {
    law: 'letters',
    since: (organization) => sql`greatest(${toBerlinDaySql(sql`t.signed_at`)}, ${endOfContract(organization)})`,
  },
  contracts: {
    law: 'letters',
    since: () =>
      sql`greatest(${toBerlinDaySql(sql`greatest(t.created_at, t.sent_at, t.signed_at, t.cancelled_at)`)}, t.terminates_on, t.ends_on)`,
  },
  // The client's answer is a letter too.
  quotes: {
    law: 'letters',
    since: () => toBerlinDaySql(sql`greatest(t.created_at, t.sent_at, t.signed_at, t.rejected_at)`),
  },
  reminders: { law: 'letters', since: () => toBerlinDaySql(sql`t.sent_at`) },
  mails: { law: 'letters', since: () => toBerlinDaySql(sql`t.created_at`) },
} satisfies Readonly<Record<string, RetentionRule>>

export const letterMailKinds = [...invoiceMailKinds, ...quoteMailKinds, ...contractMailKinds, ...reminderMailKinds]
