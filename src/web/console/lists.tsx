import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, FolderKanban, type LucideIcon, Search, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  ClientsDocument,
  type InvoiceStatus,
  InvoicesDocument,
  type ProjectStatus,
  ProjectsDocument,
} from '../../../schema/web/graphql.ts'
import { type Answer, useQuery } from '../graphql/client.ts'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Blank, Loaded } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { words, writeCount, writeDay, writeMoney } from '../words/words.ts'

interface ListProps<R, T extends { id: string }> {
  title: string
  icon: LucideIcon
  empty: { title: string; text: string }
  none: (sought: string) => string
  answer: Answer<R>
  pick: (data: R) => { total: number; rows: readonly T[] } | null
  columns: readonly Column<T>[]
}

/** What is sought in a list and which part of it is shown, from the address of the page. */
function useListed() {
  const { page = 1, q = '' } = useSearch({ strict: false })
  return { page, q }
}

/** A list with its search; both stand in the address, so that a link leads to the same. */
function List<R, T extends { id: string }>({ title, icon, empty, none, answer, pick, columns }: ListProps<R, T>) {
  const { page, q } = useListed()
  const navigate = useNavigate()
  const go = (search: { q: string; page: number }) => navigate({ to: '.', search, replace: true })
  return (
    <Page title={title}>
      <search className="card">
        <label className="seek">
          <Search size={16} aria-hidden />
          <span className="unseen">{words.search}</span>
          <input
            type="search"
            placeholder={words.search}
            defaultValue={q}
            onChange={(event) => go({ q: event.currentTarget.value, page: 1 })}
          />
        </label>
        <Loaded answer={answer} pick={pick}>
          {({ total, rows }): ReactNode =>
            rows.length > 0 ? (
              <>
                <Table label={title} columns={columns} rows={rows} />
                <Pager page={page} total={total} onTurn={(turned) => go({ q, page: turned })} />
              </>
            ) : q ? (
              <Blank icon={Search} title={none(q)} />
            ) : (
              <Blank icon={icon} title={empty.title}>
                {empty.text}
              </Blank>
            )
          }
        </Loaded>
      </search>
    </Page>
  )
}

const variablesOf = ({ page, q }: { page: number; q: string }) => ({ page, q: q || null })

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
