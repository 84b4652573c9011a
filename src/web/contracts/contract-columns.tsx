import { Link } from '@tanstack/react-router'
import type { ContractRowFragment, ContractStatus } from '#schema/web/graphql'
import { formatDate } from '../i18n/format.ts'
import type { Column } from '../ui/table.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'
import { messages } from './contracts.messages.ts'

const badgeVariants: Partial<Record<ContractStatus, string>> = { sent: 'accent', signed: 'good', cancelled: 'warn' }

export const ContractBadge = ({ status }: { status: ContractStatus }) => (
  <span className={`badge ${badgeVariants[status] ?? ''}`}>{messages.statuses[status]}</span>
)

const renderDay = (value: ContractRowFragment['endsOn']) => value && <time dateTime={value}>{formatDate(value)}</time>

export const contractColumns: readonly Column<ContractRowFragment>[] = [
  {
    label: messages.name,
    kind: 'main',
    show: ({ id, title }) => (
      <Link to="/contracts/$id" params={{ id }}>
        {title}
      </Link>
    ),
  },
  { label: messages.number, show: ({ number }) => number },
  { label: messages.client, show: ({ client }) => client.name },
  { label: messages.startsOn, show: ({ startsOn }) => renderDay(startsOn) },
  { label: messages.endsOn, show: ({ terminatesOn, endsOn }) => renderDay(terminatesOn ?? endsOn) },
  {
    label: messages.status,
    show: ({ status, delivery }) => (
      <>
        <ContractBadge status={status} />
        <UndeliveredBadge delivery={delivery} />
      </>
    ),
  },
]
