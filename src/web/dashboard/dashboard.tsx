import { Link } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import {
  DueInvoicesDocument,
  DueQuotesDocument,
  EventsOfDayDocument,
  FirstDayDocument,
  type InvoiceRowFragment,
  type QuoteRowFragment,
  ReceivablesByAgeDocument,
  RevenueByMonthDocument,
  RunningTimersDocument,
  TimeWorkedDocument,
} from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { addDays, today } from '../i18n/dates.ts'
import { formatCount, formatDate, formatMoney } from '../i18n/format.ts'
import { dayMs, formatLocalTimeRange, startOfDay, toInstant, toLocalTime } from '../i18n/local-time.ts'
import { dateFormatter } from '../i18n/locale.ts'
import { formatServiceTime } from '../i18n/service-time.ts'
import { useMay, useSession } from '../session.ts'
import { formatHours } from '../time/durations.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState, QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { BarChart } from './bar-chart.tsx'
import { messages } from './dashboard.messages.ts'
import './dashboard.css'

/** The start page: key figures and next steps, as far as the user's role may see them. */
export function Dashboard() {
  const may = useMay()
  const answer = useQuery(FirstDayDocument, {}, ['client'])
  const isFirstDay = answer.data?.clients?.total === 0
  return (
    <Page title={messages.title}>
      {isFirstDay ? (
        <div className="card">
          <EmptyState
            icon={Users}
            title={messages.first.title}
            action={
              may('createClient') && (
                <Link to="/clients/new" className="button primary">
                  <Plus size={16} aria-hidden />
                  {messages.first.action}
                </Link>
              )
            }
          >
            {may('createClient') ? messages.first.text : messages.first.later}
          </EmptyState>
        </div>
      ) : (
        <div className="dashboard">
          <div>
            {may('calendarEvents') && <TodayCard />}
            {(may('invoices') || may('quotes')) && <NextStepsCard />}
          </div>
          <div>
            {may('revenueReport') && <RevenueCard />}
            {may('timeReport') && <TimeCard />}
            {may('receivablesReport') && <ReceivablesCard />}
          </div>
        </div>
      )}
    </Page>
  )
}

function DashboardCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <header className="part over">
        <h2 id={id}>{title}</h2>
      </header>
      {children}
    </section>
  )
}

const KeyFigures = ({ figures }: { figures: readonly (readonly [string, string])[] }) => (
  <dl className="part sums">
    {figures.map(([label, figure]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)

/** The last twelve months including the current one, as `2026-11`. */
function lastMonths(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7),
  )
}

const formatMonth = (month: string, style: 'short' | 'long') =>
  dateFormatter({
    ...{ month: style, timeZone: 'UTC' },
    ...(style === 'long' && { year: 'numeric' }),
  }).format(new Date(`${month}-01T00:00:00Z`))

function RevenueCard() {
  const day = today()
  const months = lastMonths(day)
  const answer = useQuery(RevenueByMonthDocument, { from: `${months[0]}-01` }, ['invoice'])
  return (
    <DashboardCard title={messages.revenue.title}>
      <QueryResult query={answer} pick={({ revenueReport }) => revenueReport}>
        {({ rows }) => {
          const of = (month: string) => rows.find(({ name }) => name === month)?.netCents ?? 0
          const thisYear = months.filter((month) => month.startsWith(day.slice(0, 4)))
          return (
            <>
              <KeyFigures
                figures={[
                  [messages.revenue.month, formatMoney(of(day.slice(0, 7)))],
                  [messages.revenue.year, formatMoney(thisYear.reduce((sum, month) => sum + of(month), 0))],
                ]}
              />
              <div className="part">
                <BarChart
                  label={messages.revenue.chart}
                  columns={messages.revenue.columns}
                  bars={months.map((month) => ({
                    id: month,
                    shortName: formatMonth(month, 'short'),
                    name: formatMonth(month, 'long'),
                    cents: of(month),
                  }))}
                />
              </div>
            </>
          )
        }}
      </QueryResult>
    </DashboardCard>
  )
}

function ReceivablesCard() {
  const answer = useQuery(ReceivablesByAgeDocument, {}, ['invoice'])
  const nameOf = (from: number, to: number | null | undefined) =>
    from === 0
      ? messages.receivables.notDue
      : to
        ? messages.receivables.days(from, to)
        : messages.receivables.more(from - 1)
  return (
    <DashboardCard title={messages.receivables.title}>
      <QueryResult query={answer} pick={({ receivablesReport }) => receivablesReport}>
        {({ totals }) => (
          <>
            <KeyFigures
              figures={[
                [messages.receivables.open, formatMoney(totals.openCents)],
                [messages.receivables.overdue, formatCount(totals.overdueCount)],
              ]}
            />
            <div className="part">
              <BarChart
                label={messages.receivables.chart}
                columns={messages.receivables.columns}
                bars={totals.ages.map(({ fromDays, toDays, openCents }) => ({
                  id: String(fromDays),
                  shortName: toDays
                    ? fromDays === 0
                      ? '0'
                      : `${fromDays}–${toDays}`
                    : fromDays === 0
                      ? '0'
                      : `> ${fromDays - 1}`,
                  name: nameOf(fromDays, toDays),
                  cents: openCents,
                }))}
              />
            </div>
          </>
        )}
      </QueryResult>
    </DashboardCard>
  )
}

/** The Monday of a week. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

function TimeCard() {
  const day = today()
  const answer = useQuery(TimeWorkedDocument, { week: mondayOf(day), month: `${day.slice(0, 7)}-01` }, ['time_entry'])
  const running = useQuery(RunningTimersDocument, {}, ['time_entry'])
  return (
    <DashboardCard title={messages.time.title}>
      <QueryResult query={answer} pick={({ week, month }) => (week && month ? { week, month } : null)}>
        {({ week: { totals: week }, month: { totals: month } }) => (
          <Table
            label={messages.time.title}
            rows={(['seconds', 'billableSeconds', 'invoicedSeconds'] as const).map((id) => ({
              ...{ id, name: messages.time.kinds[id], week: week[id], month: month[id] },
            }))}
            columns={[
              { label: messages.time.kind, kind: 'main', show: ({ name }) => name },
              { label: messages.time.week, kind: 'figure', show: (row) => formatHours(row.week) },
              { label: messages.time.month, kind: 'figure', show: (row) => formatHours(row.month) },
            ]}
          />
        )}
      </QueryResult>
      <div className="part">
        <h3>{messages.time.running}</h3>
        <QueryResult query={running} pick={({ timeEntries }) => timeEntries}>
          {({ timeEntries }) =>
            timeEntries.length === 0 ? (
              <p className="quiet">{messages.time.none}</p>
            ) : (
              <ul className="due">
                {timeEntries.map(({ id, project, userName, startedAt }) => (
                  <li key={id}>
                    <span className="what">{project.name}</span>
                    <span className="quiet">{messages.time.since(userName, formatServiceTime(startedAt))}</span>
                    <span className="figure">
                      <ElapsedTime since={startedAt} />
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
    </DashboardCard>
  )
}

function ElapsedTime({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return formatHours(Math.max(0, (now - Date.parse(since)) / 1000))
}

/** Today in a time zone. */
function todayInZone(zone: string) {
  const midnight = startOfDay(toLocalTime(Date.now(), zone))
  return { from: toInstant(midnight, zone), to: toInstant(midnight + dayMs, zone) }
}

/** Today's events of the user. */
function TodayCard() {
  const { timezone } = useSession().member
  const answer = useQuery(EventsOfDayDocument, todayInZone(timezone), ['booking'])
  return (
    <DashboardCard title={messages.today.title}>
      <div className="part">
        <QueryResult query={answer} pick={({ calendarEvents }) => calendarEvents}>
          {({ events }) =>
            events.length === 0 ? (
              <p className="quiet">{messages.today.none}</p>
            ) : (
              <ul className="due">
                {events.map(({ id, title, startTime, endTime, allDay, location }) => (
                  <li key={`${id} ${startTime}`}>
                    <span className="what">{title}</span>
                    {location && <span className="quiet">{location}</span>}
                    <span className="figure">
                      {allDay
                        ? messages.today.allDay
                        : formatLocalTimeRange(toLocalTime(startTime, timezone), toLocalTime(endTime, timezone))}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
    </DashboardCard>
  )
}

type TaskGroup = 'overdue' | 'signed' | 'sent' | 'drafts'

/** Invoices and quotes that need an action. */
function NextStepsCard() {
  const may = useMay()
  const invoices = useQuery(DueInvoicesDocument, {}, ['invoice', 'client'])
  const quotes = useQuery(DueQuotesDocument, {}, ['quote', 'client'])
  const { overdue, drafts } = invoices.data ?? {}
  const { sent, signed } = quotes.data ?? {}
  const isEmpty =
    invoices.data && quotes.data && [overdue, drafts, sent, signed].every((list) => (list?.total ?? 0) === 0)
  return (
    <DashboardCard title={messages.next.title}>
      <QueryResult query={invoices} pick={(data) => data}>
        {() => null}
      </QueryResult>
      {isEmpty && <p className="part quiet">{messages.next.none}</p>}
      {overdue && overdue.total > 0 && (
        <NextStepGroup due="overdue" total={overdue.total}>
          {overdue.invoices.map((invoice) => (
            <NextInvoiceStep key={invoice.id} {...{ invoice }} due="overdue" canAct={may('recordPayment')} />
          ))}
        </NextStepGroup>
      )}
      {signed && signed.total > 0 && (
        <NextStepGroup due="signed" total={signed.total}>
          {signed.quotes.map((quote) => (
            <NextQuoteStep key={quote.id} {...{ quote }} due="signed" canAct={may('convertQuoteToInvoice')} />
          ))}
        </NextStepGroup>
      )}
      {sent && sent.total > 0 && (
        <NextStepGroup due="sent" total={sent.total}>
          {sent.quotes.map((quote) => (
            <NextQuoteStep key={quote.id} {...{ quote }} due="sent" canAct={may('resendQuote')} />
          ))}
        </NextStepGroup>
      )}
      {drafts && drafts.total > 0 && (
        <NextStepGroup due="drafts" total={drafts.total}>
          {drafts.invoices.map((invoice) => (
            <NextInvoiceStep key={invoice.id} {...{ invoice }} due="drafts" canAct={may('updateInvoice')} />
          ))}
        </NextStepGroup>
      )}
    </DashboardCard>
  )
}

const NextStepGroup = ({ due, total, children }: { due: TaskGroup; total: number; children: ReactNode }) => (
  <div className="part">
    <h3>{messages.next[due](total)}</h3>
    <ul className="due">{children}</ul>
  </div>
)

interface NextStepProps {
  due: TaskGroup
  canAct: boolean
}

const NextInvoiceStep = ({ invoice, due, canAct }: NextStepProps & { invoice: InvoiceRowFragment }) => {
  const { id, number, client, dueDate, totalCents, openCents } = invoice
  return (
    <NextStepRow
      {...{ due, canAct, number, client: client.name, to: '/invoices/$id', id }}
      day={due === 'drafts' ? undefined : messages.next.due(formatDate(dueDate))}
      cents={due === 'drafts' ? totalCents : openCents}
    />
  )
}

const NextQuoteStep = ({ quote, due, canAct }: NextStepProps & { quote: QuoteRowFragment }) => {
  const { id, number, client, validUntil, totalCents } = quote
  return (
    <NextStepRow
      {...{ due, canAct, number, client: client.name, to: '/quotes/$id', id }}
      day={due === 'sent' ? messages.next.until(formatDate(validUntil)) : undefined}
      cents={totalCents}
    />
  )
}

interface NextStepRowProps extends NextStepProps {
  to: '/invoices/$id' | '/quotes/$id'
  id: string
  number: string | null
  client: string
  day: string | undefined
  cents: number
}

const NextStepRow = ({ to, id, number, client, day, cents, due, canAct }: NextStepRowProps) => {
  const link = { to, params: { id } } as const
  const name = number ?? messages.next.draft
  return (
    <li>
      <span className="what">{client}</span>
      <span className="quiet">
        <Link {...link}>{name}</Link>
        {day && `, ${day}`}
      </span>
      <span className="figure">{formatMoney(cents)}</span>
      {canAct && (
        <Link
          {...link}
          className="button small"
          aria-label={messages.next.of(messages.next.steps[due], `${name}, ${client}`)}
        >
          {messages.next.steps[due]}
        </Link>
      )}
    </li>
  )
}
