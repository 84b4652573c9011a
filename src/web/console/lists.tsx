import { Link } from '@tanstack/react-router'
import { FileText, FolderKanban, Plus, Users } from 'lucide-react'
import { ClientsDocument, InvoicesDocument, type ProjectStatus, ProjectsDocument } from '../../../schema/web/graphql.ts'
import { useQuery } from '../graphql/client.ts'
import { invoiceColumns } from '../invoices/columns.tsx'
import { useMay } from '../session.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { words, writeCount } from '../words/words.ts'

export function Clients() {
  const { clients: said } = words
  const may = useMay()
  return (
    <List
      {...said}
      action={
        may('createClient') && (
          <Link to="/clients/new" className="button primary">
            <Plus size={16} aria-hidden />
            {said.create}
          </Link>
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

export function Invoices() {
  const { invoices: said } = words
  const may = useMay()
  return (
    <List
      {...said}
      action={
        may('createInvoice') && (
          <Link to="/invoices/new" className="button primary">
            <Plus size={16} aria-hidden />
            {said.create}
          </Link>
        )
      }
      icon={FileText}
      answer={useQuery(InvoicesDocument, variablesOf(useListed()), ['invoice', 'client'])}
      pick={({ invoices }) => invoices && { total: invoices.total, rows: invoices.invoices }}
      columns={invoiceColumns()}
    />
  )
}

const projectLooks: Partial<Record<ProjectStatus, string>> = { active: 'good', on_hold: 'warn' }

export function Projects() {
  const { projects: said } = words
  return (
    <List
      {...said}
      icon={FolderKanban}
      answer={useQuery(ProjectsDocument, variablesOf(useListed()), ['project', 'client', 'time_entry'])}
      pick={({ projects }) => projects && { total: projects.total, rows: projects.projects }}
      columns={[
        { label: said.name, kind: 'main', show: ({ name }) => name },
        { label: said.client, show: ({ client }) => client?.name },
        {
          label: said.status,
          show: ({ status }) => <span className={`badge ${projectLooks[status] ?? ''}`}>{said.statuses[status]}</span>,
        },
        {
          label: said.tracked,
          kind: 'figure',
          show: ({ trackedSeconds }) => said.hours(writeCount(Math.round(trackedSeconds / 360) / 10)),
        },
      ]}
    />
  )
}
