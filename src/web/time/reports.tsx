import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { useState } from 'react'
import {
  ColleaguesDocument,
  ReportedClientDocument,
  ReportedClientsDocument,
  ReportedProjectDocument,
  ReportedProjectsDocument,
  type ReportRowFragment,
  TimeExportDocument,
  TimeReportDocument,
} from '#schema/web/graphql'
import { useAllPages, useQuery } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { requestHeaders } from '../graphql/post-graphql.ts'
import { type IsoDate } from '../i18n/dates.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { dateFormatter, t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Filters } from '../ui/filters.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, ForbiddenState, QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { formatHours } from './durations.ts'
import { billingFilters, commonPeriods, parseReportSearch, type ReportSearch } from './report-search.ts'
import { messages } from './time.messages.ts'
import { TimeNavigation } from './time-navigation.tsx'
import './time.css'

const route = getRouteApi('/time/reports')

/** The report parameters from the URL, with defaults. */
function useReportSearch() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const usual = commonPeriods().month
  const { by = 'project', from = usual.from, to = usual.to, which = 'all', client, project, member } = search
  const filter = {
    ...{ from, to, ...billingFilters[which] },
    ...(client && { clientId: client }),
    ...(project && { projectId: project }),
    ...(member && { userId: member }),
  }
  return {
    ...{ by, from, to, which, client, project, member, filter, search },
    go: (changed: { [Name in keyof ReportSearch]?: string | undefined }) =>
      navigate({ to: '/time/reports', search: parseReportSearch({ ...search, ...changed }), replace: true }),
  }
}

/** Time report with filters and grouping, all of which are part of the URL. */
export function TimeReportPage() {
  const may = useMay()
  const { by } = useReportSearch()
  return (
    <Page title={messages.reports.title} action={may('timeReport') && <ExportButton />}>
      <TimeNavigation />
      {may('timeReport') ? (
        <>
          <ReportFilters />
          {/* Rows of different groupings must not share keys. */}
          <ReportTable key={by} />
        </>
      ) : (
        <ForbiddenState />
      )}
    </Page>
  )
}

/** Exports the time entries as CSV. */
function ExportButton() {
  const { filter } = useReportSearch()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const fetchFile = async () => {
    const { data, problem } = await fetchGraphql(TimeExportDocument, filter)
    if (!data?.timeExport) return problem?.message ?? t.offline
    const { pathname, search } = new URL(data.timeExport.exportUrl)
    const answer = await fetch(pathname + search, { headers: requestHeaders() }).catch(() => undefined)
    if (!answer?.ok) return t.offline
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await answer.blob())
    link.download = messages.reports.file(filter.from, filter.to)
    link.click()
    URL.revokeObjectURL(link.href)
    return undefined
  }
  const run = async () => {
    setBusy(true)
    setRefusal(await fetchFile())
    setBusy(false)
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={run}>
        <Download size={16} aria-hidden />
        {messages.reports.export}
      </Button>
      <Dialog title={t.failed} isOpen={refusal !== undefined} onClose={() => setRefusal(undefined)}>
        <p>{refusal}</p>
        <div className="actions">
          <Button autoFocus onClick={() => setRefusal(undefined)}>
            {t.close}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const allOption = () => ({ id: '', name: messages.reports.all })

function ReportFilters() {
  const { by, from, to, which, client, project, member, search, go } = useReportSearch()
  const set = [search.from ?? search.to, search.which, client, project, member].filter(Boolean)
  const may = useMay()
  const { data } = useAllPages(ColleaguesDocument, {})
  const members = data?.members?.members ?? []
  const known = commonPeriods()
  const names = ['week', 'month', 'lastMonth', 'year'] as const
  const period = names.find((name) => known[name].from === from && known[name].to === to) ?? 'own'
  return (
    <search aria-label={messages.reports.filters}>
      <Filters set={set.length}>
        <div className="time-filters">
          <SelectField
            label={messages.reports.by}
            options={messages.reports.bys}
            value={by}
            onChange={({ currentTarget: { value } }) => go({ by: value })}
          />
          <SelectField
            label={messages.reports.period}
            options={messages.reports.periods}
            value={period}
            onChange={({ currentTarget: { value } }) => {
              const name = names.find((each) => each === value)
              if (name) go(known[name])
            }}
          />
          <TextField
            label={messages.reports.from}
            type="date"
            value={from}
            onChange={({ currentTarget: { value } }) => value && go({ from: value })}
          />
          <TextField
            label={messages.reports.to}
            type="date"
            value={to}
            onChange={({ currentTarget: { value } }) => value && go({ to: value })}
          />
          <SelectField
            label={messages.reports.which}
            options={messages.reports.whiches}
            value={which}
            onChange={({ currentTarget: { value } }) => go({ which: value })}
          />
          {may('clients') && <ClientFilter />}
          <ProjectFilter />
          {members.length > 1 && (
            <SelectField
              label={messages.reports.person}
              options={{ '': messages.reports.all, ...Object.fromEntries(members.map(({ id, name }) => [id, name])) }}
              value={member ?? ''}
              onChange={({ currentTarget: { value } }) => go({ member: value })}
            />
          )}
        </div>
      </Filters>
    </search>
  )
}

function ClientFilter() {
  const { client } = useReportSearch()
  return client ? <LoadedClientFilter id={client} /> : <ClientFilterField chosen={allOption()} />
}

function LoadedClientFilter({ id }: { id: string }) {
  const { data } = useQuery(ReportedClientDocument, { id })
  return <ClientFilterField chosen={data?.client ?? null} />
}

function ClientFilterField({ chosen }: { chosen: { id: string; name: string } | null }) {
  const { go } = useReportSearch()
  const [sought, setSought] = useState('')
  const { data } = useQuery(ReportedClientsDocument, { q: sought || null }, ['client'])
  return (
    <Combobox
      label={messages.reports.client}
      chosen={chosen}
      found={data && [...(sought ? [] : [allOption()]), ...(data.clients?.clients ?? [])]}
      onSearch={setSought}
      onChoose={({ id }) => go({ client: id, project: '' })}
    />
  )
}

function ProjectFilter() {
  const { project } = useReportSearch()
  return project ? <LoadedProjectFilter id={project} /> : <ProjectFilterField chosen={allOption()} />
}

function LoadedProjectFilter({ id }: { id: string }) {
  const { data } = useQuery(ReportedProjectDocument, { id })
  return <ProjectFilterField chosen={data?.project ?? null} />
}

function ProjectFilterField({ chosen }: { chosen: { id: string; name: string } | null }) {
  const { go, client } = useReportSearch()
  const [sought, setSought] = useState('')
  const { data } = useQuery(ReportedProjectsDocument, { q: sought || null, clientId: client ?? null }, ['project'])
  return (
    <Combobox
      label={messages.reports.project}
      chosen={chosen}
      found={data && [...(sought ? [] : [allOption()]), ...(data.projects?.projects ?? [])]}
      onSearch={setSought}
      onChoose={({ id }) => go({ project: id })}
    />
  )
}

const formatMonth = (month: string) =>
  dateFormatter({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

function formatRowName({ name }: Pick<ReportRowFragment, 'name'>, by: NonNullable<ReportSearch['by']>): string {
  if (!name) return by === 'client' ? messages.reports.without.client : messages.reports.without.task
  if (by === 'day') return formatDate(name as IsoDate)
  if (by === 'month') return formatMonth(name)
  if (by === 'week') return messages.reports.week(Number(name.slice(-2)), name.slice(0, 4))
  return name
}

function ReportTable() {
  const { by, filter, search } = useReportSearch()
  const answer = useQuery(TimeReportDocument, { ...filter, groupBy: by }, [
    'time_entry',
    'invoice',
    'project',
    'client',
  ])
  /** A link to the details of a row. */
  const closer = ({ id, name }: ReportRowFragment) => {
    const text = formatRowName({ name }, by)
    if (by === 'day')
      return (
        <Link to="/time" search={{ day: name ?? '', ...(search.member && { member: search.member }) }}>
          {text}
        </Link>
      )
    const next = id && nextOf(id)
    return next ? (
      <Link to="/time/reports" search={{ ...search, ...next }}>
        {text}
      </Link>
    ) : (
      text
    )
  }
  const nextOf = (id: string): ReportSearch | undefined => {
    if (by === 'client') return { by: 'project', client: id }
    if (by === 'project') return { by: 'task', project: id }
    if (by === 'person') return { by: 'day', member: id }
    return undefined
  }
  return (
    <section className="card" aria-label={messages.reports.table}>
      <QueryResult query={answer} pick={({ timeReport }) => timeReport}>
        {({ rows, totals }) =>
          rows.length === 0 ? (
            <EmptyState icon={ChartNoAxesColumn} title={messages.reports.none}>
              {messages.reports.noneText}
            </EmptyState>
          ) : (
            <Table
              label={messages.reports.table}
              rows={[
                ...rows.map((row) => ({ ...row, id: row.id ?? row.name ?? 'none', shown: closer(row) })),
                { ...totals, id: 'total', shown: <strong>{messages.reports.total}</strong> },
              ]}
              columns={[
                { label: messages.reports.bys[by], kind: 'main', show: ({ shown: name }) => name },
                { label: messages.reports.tracked, kind: 'figure', show: ({ seconds }) => formatHours(seconds) },
                {
                  label: messages.reports.billable,
                  kind: 'figure',
                  show: ({ billableSeconds }) => formatHours(billableSeconds),
                },
                {
                  label: messages.reports.billed,
                  kind: 'figure',
                  show: ({ invoicedSeconds }) => formatHours(invoicedSeconds),
                },
                ...(totals.amountCents == null
                  ? []
                  : [
                      {
                        label: messages.reports.amount,
                        kind: 'figure' as const,
                        show: ({ amountCents }: { amountCents?: number | null | undefined }) =>
                          amountCents == null ? undefined : formatMoney(amountCents),
                      },
                    ]),
              ]}
            />
          )
        }
      </QueryResult>
    </section>
  )
}
