import { messages } from './webhooks.messages.ts'

interface Standing {
  active: boolean
  consecutiveFailures: number
  disabledReason?: string | null
}

export function stateOf({ active, consecutiveFailures, disabledReason }: Standing) {
  if (!active) return disabledReason ? 'disabled' : 'paused'
  return consecutiveFailures > 0 ? 'failing' : 'active'
}

const looks = { active: 'good', failing: 'warn', paused: '', disabled: 'danger' }

export const StateBadge = ({ of }: { of: Standing }) => (
  <span className={`badge ${looks[stateOf(of)]}`}>{messages.states[stateOf(of)]}</span>
)

const deliveryLooks = { pending: 'accent', succeeded: 'good', failed: 'danger' }

export const DeliveryBadge = ({ status }: { status: keyof typeof deliveryLooks }) => (
  <span className={`badge ${deliveryLooks[status]}`}>{messages.deliveries.statuses[status]}</span>
)

/** What a webhook is called: by its note, else by the host that it calls. */
export const nameOf = ({ description, url }: { description?: string | null; url: string }) =>
  description || URL.parse(url)?.host || url
