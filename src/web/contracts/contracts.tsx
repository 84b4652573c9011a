import { Link, useSearch } from '@tanstack/react-router'
import { Handshake, Plus } from 'lucide-react'
import { ContractsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { List, oneOf, useListed, variablesOf } from '../ui/list.tsx'
import { words } from '../words/words.ts'
import { contractColumns } from './columns.tsx'
import { said } from './contracts.words.ts'

export function Contracts() {
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/contracts' })
  return (
    <List
      {...said}
      action={
        may('createContract') && (
          <Link to="/contracts/new" className="button primary">
            <Plus size={16} aria-hidden />
            {said.create}
          </Link>
        )
      }
      icon={Handshake}
      filters={[
        { name: 'status', label: said.status, options: said.statuses },
        { name: 'delivery', label: words.delivery.title, options: words.delivery.states },
      ]}
      answer={useQuery(
        ContractsDocument,
        {
          ...variablesOf(useListed()),
          status: oneOf(said.statuses, status),
          delivery: oneOf(words.delivery.states, delivery),
        },
        ['contract', 'client'],
      )}
      pick={({ contracts }) => contracts && { total: contracts.total, rows: contracts.contracts }}
      columns={contractColumns}
    />
  )
}
