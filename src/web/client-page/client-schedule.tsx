import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  AppointmentsOfClientDocument,
  BookingsOfClientDocument,
  RecurringOfClientDocument,
  TimeOfClientDocument,
} from '#schema/web/graphql'
import { messages } from '../clients/clients.messages.ts'
import { useQuery } from '../graphql/client.ts'
import { today } from '../i18n/dates.ts'
import { dayMs, formatLocalDate, formatLocalTime, toIsoDate, toLocalTime } from '../i18n/local-time.ts'
import { t } from '../i18n/locale.ts'
import { recurringColumns, summarizeLines } from '../recurring/recurring-columns.tsx'
import { useMay, useSession } from '../session.ts'
import { formatHours } from '../time/durations.ts'
import { QueryResult } from '../ui/query-result.tsx'
import { RelatedRecords } from './related-records.tsx'

interface ClientIdProps {
  id: string
}

export function ClientRecurringInvoices({ id }: ClientIdProps) {
  const may = useMay()
  const [page, onTurn] = useState(1)
  return (
    <RelatedRecords
      title={messages.recurring}
      none={messages.noRecurring}
      action={
        may('createRecurringInvoice') && (
          <Link to="/invoices/recurring/new" search={{ client: id }} className="button small">
            {t.commands.newRecurringInvoice}
          </Link>
        )
      }
      answer={useQuery(RecurringOfClientDocument, { clientId: id, page }, ['invoice'])}
      pick={({ recurringInvoices: found }) => found && { total: found.total, rows: found.recurringInvoices }}
      columns={[
        {
          label: messages.what,
          kind: 'main',
          show: (recurring) => (
            <Link to="/invoices/recurring/$id" params={{ id: recurring.id }}>
              {summarizeLines(recurring)}
            </Link>
          ),
        },
        ...recurringColumns.slice(2),
      ]}
      {...{ page, onTurn }}
    />
  )
}

export function ClientBookings({ id }: ClientIdProps) {
  const clock = useMemberTime()
  const [page, onTurn] = useState(1)
  return (
    <RelatedRecords
      title={messages.bookings}
      none={messages.noBookings}
      answer={useQuery(BookingsOfClientDocument, { clientId: id, page }, ['booking'])}
      pick={({ bookings }) => bookings && { total: bookings.total, rows: bookings.bookings }}
      columns={[
        {
          label: messages.what,
          kind: 'main',
          show: ({ title, start }) => <CalendarLink day={clock.dayOf(start)}>{title}</CalendarLink>,
        },
        { label: messages.guest, show: ({ name }) => name },
        { label: messages.when, show: ({ start, end }) => clock.write(start, end) },
        {
          label: messages.standing,
          show: ({ status, end }) => <StatusBadge of={status === 'cancelled' ? status : timeStatus(end)} />,
        },
      ]}
      {...{ page, onTurn }}
    />
  )
}

/** One year before and after now, the maximum range of a calendar query. */
function yearAround(now: number) {
  const at = (moment: number) => new Date(moment).toISOString()
  return { now: at(now), yearAgo: at(now - 366 * dayMs), inAYear: at(now + 366 * dayMs) }
}

/** Events about the client, upcoming ones first. Bookings are listed separately. */
export function ClientAppointments({ id: clientId }: ClientIdProps) {
  const clock = useMemberTime()
  const [around] = useState(() => yearAround(Date.now()))
  return (
    <RelatedRecords
      title={messages.appointments}
      none={messages.noAppointments}
      answer={useQuery(AppointmentsOfClientDocument, { clientId, ...around })}
      pick={({ coming, past }) => {
        if (!coming || !past) return null
        const found = [...coming.events, ...past.events]
          .filter(({ bookingId }) => !bookingId)
          .map((event) => [`${event.id} ${event.startTime}`, event] as const)
        // Ongoing events are in both lists.
        const rows = [...new Map(found)].map(([id, event]) => ({ ...event, id }))
        return { total: rows.length, rows }
      }}
      columns={[
        {
          label: messages.what,
          kind: 'main',
          show: ({ title, startTime, allDay, timezone }) => (
            <CalendarLink day={clock.dayOf(startTime, allDay ? timezone : undefined)}>{title}</CalendarLink>
          ),
        },
        { label: messages.where, show: ({ location }) => location },
        {
          label: messages.when,
          show: ({ startTime, endTime, allDay, timezone }) =>
            allDay ? formatLocalDate(toLocalTime(startTime, timezone)) : clock.write(startTime, endTime),
        },
        { label: messages.standing, show: ({ endTime }) => <StatusBadge of={timeStatus(endTime)} /> },
      ]}
    />
  )
}

/** The longest period a report may cover, until today. */
function maxReportPeriod() {
  const to = today()
  return { from: `${Number(to.slice(0, 4)) - 9}-01-01`, to }
}

/** Total time worked for the client. */
export function ClientTime({ id: clientId }: ClientIdProps) {
  const [days] = useState(maxReportPeriod)
  const answer = useQuery(TimeOfClientDocument, { clientId, ...days }, ['time_entry', 'project'])
  return (
    <section className="card" aria-label={messages.time.title}>
      <header className="part over">
        <h2>{messages.time.title}</h2>
        <Link to="/time/reports" search={{ client: clientId, ...days }} className="button small">
          {messages.time.report}
        </Link>
      </header>
      <QueryResult query={answer} pick={({ timeReport }) => timeReport?.totals}>
        {({ seconds, billableSeconds, invoicedSeconds }) =>
          seconds === 0 ? (
            <p className="part quiet">{messages.time.none}</p>
          ) : (
            <dl className="part facts hours">
              <div>
                <dt>{messages.time.tracked}</dt>
                <dd>{formatHours(seconds)}</dd>
              </div>
              <div>
                <dt>{messages.time.billable}</dt>
                <dd>{formatHours(billableSeconds)}</dd>
              </div>
              <div>
                <dt>{messages.time.invoiced}</dt>
                <dd>{formatHours(invoicedSeconds)}</dd>
              </div>
            </dl>
          )
        }
      </QueryResult>
    </section>
  )
}

const CalendarLink = ({ day, children }: { day: string; children: ReactNode }) => (
  <Link to="/calendar" search={{ view: 'day', date: day }}>
    {children}
  </Link>
)

/** Formats times in the time zone of the user. */
function useMemberTime() {
  const { timezone } = useSession().member
  return {
    dayOf: (moment: string, zone = timezone) => toIsoDate(toLocalTime(moment, zone)),
    write(start: string, end: string) {
      const [from, to] = [toLocalTime(start, timezone), toLocalTime(end, timezone)]
      return `${formatLocalDate(from)}, ${formatLocalTime(from)}–${formatLocalTime(to)}`
    },
  }
}

const timeStatus = (end: string) => (Date.parse(end) > Date.now() ? 'coming' : 'past')

const badgeVariants = { coming: 'good', past: '', cancelled: 'warn' }

const StatusBadge = ({ of }: { of: keyof typeof badgeVariants }) => (
  <span className={`badge ${badgeVariants[of]}`}>{messages.standings[of]}</span>
)
