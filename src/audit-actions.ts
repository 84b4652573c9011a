/**
 * What stands in an organization's audit log: money, legal, tax, bank and number settings, who may do what, what left the
 * house, what undoes something that was booked or declined, and that a person's data was erased. What is before the dot is the resource.
 */
export const auditActions = [
  'organization.created',
  'organization.updated',
  'organization.exported',
  'organization.imported',
  'organization.ending',
  'organization.kept',
  'organization.ended',
  'numbering.raised',
  'member.created',
  'member.updated',
  'member.deleted',
  'member.exported',
  'member.erased',
  'member.password_set',
  'member.totp_enabled',
  'member.totp_disabled',
  'member.recovery_codes_created',
  'passkey.created',
  'passkey.deleted',
  'token.created',
  'token.deleted',
  'calendar_feed.created',
  'calendar_feed.deleted',
  'calendar_connection.created',
  'calendar_connection.updated',
  'calendar_connection.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'client.updated',
  'client.exported',
  'client.erased',
  'contract.reopened',
  'payment.reversed',
  'base_rate.added',
  'accounting.exported',
  'time_report.exported',
  'page.exported',
  'share.created',
  'share.revoked',
  'booking.exported',
  'booking.guest_forgotten',
] as const

export type AuditAction = (typeof auditActions)[number]

/** `payment.reversed` → `payment`. */
export const resourceOfAction = (action: string) => action.slice(0, action.indexOf('.'))

export const auditResources = [...new Set(auditActions.map(resourceOfAction))]
