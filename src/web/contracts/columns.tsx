import { Link } from '@tanstack/react-router'
import type { ContractRowFragment, ContractStatus } from '#schema/web/graphql'
import type { Column } from '../ui/table.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'
import { writeDay } from '../words/words.ts'
import { said } from './contracts.words.ts'

const looks: Partial<Record<ContractStatus, string>> = { sent: 'accent', signed: 'good', cancelled: 'warn' }

export const ContractBadge = ({ status }: { status: ContractStatus }) => (
  <span className={`badge ${looks[status] ?? ''}`}>{said.statuses[status]}</span>
)

const day = (value: ContractRowFragment['endsOn']) => value && <time dateTime={value}>{writeDay(value)}</time>

export const contractColumns: readonly Column<ContractRowFragment>[] = [
  {
    label: said.name,
    kind: 'main',
    show: ({ id, title }) => (
      <Link to="/contracts/$id" params={{ id }}>
        {title}
      </Link>
    ),
  },
  { label: said.number, show: ({ number }) => number },
  { label: said.client, show: ({ client }) => client.name },
  { label: said.startsOn, show: ({ startsOn }) => day(startsOn) },
  { label: said.endsOn, show: ({ terminatesOn, endsOn }) => day(terminatesOn ?? endsOn) },
  {
    label: said.status,
    show: ({ status, delivery }) => (
      <>
        <ContractBadge status={status} />
        <UndeliveredBadge delivery={delivery} />
      </>
    ),
  },
]
