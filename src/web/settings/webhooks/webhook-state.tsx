import { messages } from './webhooks.messages.ts'

interface WebhookState {
  active: boolean
  consecutiveFailures: number
  disabledReason?: string | null
}

export function webhookState({ active, consecutiveFailures, disabledReason }: WebhookState) {
  if (!active) return disabledReason ? 'disabled' : 'paused'
  return consecutiveFailures > 0 ? 'failing' : 'active'
}

const badgeVariants = { active: 'good', failing: 'warn', paused: '', disabled: 'danger' }

export const StateBadge = ({ of }: { of: WebhookState }) => (
  <span className={`badge ${badgeVariants[webhookState(of)]}`}>{messages.states[webhookState(of)]}</span>
)

const deliveryBadgeVariants = { pending: 'accent', succeeded: 'good', failed: 'danger' }

export const DeliveryBadge = ({ status }: { status: keyof typeof deliveryBadgeVariants }) => (
  <span className={`badge ${deliveryBadgeVariants[status]}`}>{messages.deliveries.statuses[status]}</span>
)

/** The description of a webhook, or its host. */
export const webhookName = ({ description, url }: { description?: string | null; url: string }) =>
  description || URL.parse(url)?.host || url
