import { Link } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { ClientsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { words } from '../words/words.ts'

export function Clients() {
  const { clients: said } = words
  const may = useMay()
  return (
    <List
      {...said}
      action={
        may('createClient') && (
          <div className="actions">
            <Link to="/clients/import" className="button">
              {said.import}
            </Link>
            <Link to="/clients/new" className="button primary">
              <Plus size={16} aria-hidden />
              {said.create}
            </Link>
          </div>
        )
      }
      icon={Users}
      answer={useQuery(ClientsDocument, variablesOf(useListed()), ['client'])}
      pick={({ clients }) => clients && { total: clients.total, rows: clients.clients }}
      columns={[
        {
          label: said.name,
          kind: 'main',
          show: ({ id, name }) => (
            <Link to="/clients/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        { label: said.number, show: ({ customerNumber }) => customerNumber },
        { label: said.city, show: ({ city }) => city },
        { label: said.email, kind: 'quiet', show: ({ email }) => email },
      ]}
    />
  )
}
