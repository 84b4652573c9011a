import type { RecurringRowFragment } from '#schema/web/graphql'
import { messages } from './recurring.messages.ts'

type Planned = Pick<RecurringRowFragment, 'paused' | 'nextOn'>

/** Whether invoices are made of it, and are going to be. */
export const statusOf = ({ paused, nextOn }: Planned) => (nextOn === null ? 'ended' : paused ? 'paused' : 'active')

const looks = { active: 'good', paused: 'warn', ended: '' }

export function RecurringBadge({ recurring }: { recurring: Planned }) {
  const status = statusOf(recurring)
  return <span className={`badge ${looks[status]}`}>{messages.statuses[status]}</span>
}
