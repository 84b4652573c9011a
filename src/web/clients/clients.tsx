import { Link } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { ClientsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ListPage, listVariables, useListSearch } from '../ui/list-page.tsx'

export function Clients() {
  const { clients: messages } = t
  const may = useMay()
  return (
    <ListPage
      {...messages}
      action={
        may('createClient') && (
          <div className="actions">
            <Link to="/clients/import" className="button">
              {messages.import}
            </Link>
            <Link to="/clients/new" className="button primary">
              <Plus size={16} aria-hidden />
              {messages.create}
            </Link>
          </div>
        )
      }
      icon={Users}
      query={useQuery(ClientsDocument, listVariables(useListSearch()), ['client'])}
      pick={({ clients }) => clients && { total: clients.total, rows: clients.clients }}
      columns={[
        {
          label: messages.name,
          kind: 'main',
          show: ({ id, name }) => (
            <Link to="/clients/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        { label: messages.number, show: ({ customerNumber }) => customerNumber },
        { label: messages.city, show: ({ city }) => city },
        { label: messages.email, kind: 'quiet', show: ({ email }) => email },
      ]}
    />
  )
}
