import type { Feature } from '#core/feature/feature'

/** Every feature, one a line, in the order in which the demo fills an organization. */
export const features: readonly Feature[] = [
  (await import('#features/platform/events/events.feature')).feature,
  (await import('#features/people/organizations/organizations.feature')).feature,
  (await import('#features/people/members/members.feature')).feature,
  (await import('#features/people/tokens/tokens.feature')).feature,
  (await import('#features/people/clients/clients.feature')).feature,
  (await import('#features/work/tags/tags.feature')).feature,
  (await import('#features/work/projects/projects.feature')).feature,
  (await import('#features/work/tasks/tasks.feature')).feature,
  (await import('#features/work/comments/comments.feature')).feature,
  (await import('#features/work/time-entries/time-entries.feature')).feature,
  (await import('#features/billing/signing/signing.feature')).feature,
  (await import('#features/billing/issuing/issuing.feature')).feature,
  (await import('#features/billing/invoices/invoices.feature')).feature,
  (await import('#features/billing/quotes/quotes.feature')).feature,
  (await import('#features/billing/contracts/contracts.feature')).feature,
  (await import('#features/billing/reminders/reminders.feature')).feature,
  (await import('#features/work/whiteboards/whiteboards.feature')).feature,
  (await import('#features/content/files/files.feature')).feature,
  (await import('#features/billing/bank-import/bank-import.feature')).feature,
  (await import('#features/platform/assistant/assistant.feature')).feature,
  (await import('#features/platform/reports/reports.feature')).feature,
  (await import('#features/platform/audit-log/audit-log.feature')).feature,
  (await import('#features/platform/search/search.feature')).feature,
  (await import('#features/platform/webhooks/webhooks.feature')).feature,
]
