import type { RecurringRowFragment } from '#schema/web/graphql'
import { messages } from './recurring.messages.ts'

type RecurringState = Pick<RecurringRowFragment, 'paused' | 'nextOn'>

export const recurringStatus = ({ paused, nextOn }: RecurringState) =>
  nextOn === null ? 'ended' : paused ? 'paused' : 'active'

const badgeVariants = { active: 'good', paused: 'warn', ended: '' }

export function RecurringBadge({ recurring }: { recurring: RecurringState }) {
  const status = recurringStatus(recurring)
  return <span className={`badge ${badgeVariants[status]}`}>{messages.statuses[status]}</span>
}
