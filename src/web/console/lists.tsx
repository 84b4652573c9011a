import { FileText, FolderKanban, Users } from 'lucide-react'
import {
  ClientsDocument,
  type InvoiceStatus,
  InvoicesDocument,
  type ProjectStatus,
  ProjectsDocument,
} from '../../../schema/web/graphql.ts'
import { useQuery } from '../graphql/client.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { words, writeCount, writeDay, writeMoney } from '../words/words.ts'

export function Clients() {
  const { clients: said } = words
  return (
    <List
      {...said}
      icon={Users}
      answer={useQuery(ClientsDocument, variablesOf(useListed()))}
      pick={({ clients }) => clients && { total: clients.total, rows: clients.clients }}
      columns={[
        { label: said.name, kind: 'main', show: ({ name }) => name },
        { label: said.number, show: ({ customerNumber }) => customerNumber },
        { label: said.city, show: ({ city }) => city },
        { label: said.email, kind: 'quiet', show: ({ email }) => email },
      ]}
    />
  )
}

const invoiceLooks: Partial<Record<InvoiceStatus, string>> = {
  sent: 'accent',
  partially_paid: 'warn',
  paid: 'good',
  overdue: 'danger',
}

export function Invoices() {
  const { invoices: said } = words
  return (
    <List
      {...said}
      icon={FileText}
      answer={useQuery(InvoicesDocument, variablesOf(useListed()))}
      pick={({ invoices }) => invoices && { total: invoices.total, rows: invoices.invoices }}
      columns={[
        { label: said.number, kind: 'main', show: ({ number }) => number },
        { label: said.client, show: ({ client }) => client.name },
        { label: said.date, show: ({ issueDate }) => <time dateTime={issueDate}>{writeDay(issueDate)}</time> },
        { label: said.due, show: ({ dueDate }) => <time dateTime={dueDate}>{writeDay(dueDate)}</time> },
        {
          label: said.status,
          show: ({ status }) => <span className={`badge ${invoiceLooks[status] ?? ''}`}>{said.statuses[status]}</span>,
        },
        { label: said.total, kind: 'figure', show: ({ totalCents }) => writeMoney(totalCents) },
      ]}
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
      answer={useQuery(ProjectsDocument, variablesOf(useListed()))}
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
