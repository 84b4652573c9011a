import { Link, useSearch } from '@tanstack/react-router'
import { Handshake, Plus } from 'lucide-react'
import { ContractsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ListPage, listVariables, parseFilter, useListSearch } from '../ui/list-page.tsx'
import { contractColumns } from './contract-columns.tsx'
import { messages } from './contracts.messages.ts'

export function Contracts() {
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/contracts' })
  return (
    <ListPage
      {...messages}
      action={
        may('createContract') && (
          <Link to="/contracts/new" className="button primary">
            <Plus size={16} aria-hidden />
            {messages.create}
          </Link>
        )
      }
      icon={Handshake}
      filters={[
        { name: 'status', label: messages.status, options: messages.statuses },
        { name: 'delivery', label: t.delivery.title, options: t.delivery.states },
      ]}
      query={useQuery(
        ContractsDocument,
        {
          ...listVariables(useListSearch()),
          status: parseFilter(messages.statuses, status),
          delivery: parseFilter(t.delivery.states, delivery),
        },
        ['contract', 'client'],
      )}
      pick={({ contracts }) => contracts && { total: contracts.total, rows: contracts.contracts }}
      columns={contractColumns}
    />
  )
}
