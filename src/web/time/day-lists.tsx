import { Link } from '@tanstack/react-router'
import { Lock, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type EntryFragment, InvoicesOfTimeDocument, type WeekEntryFragment } from '#schema/web/graphql'
import { useAllPages } from '../graphql/client.ts'
import { formatServiceTime, toServiceDate } from '../i18n/service-time.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { preserveFocus, sameControlInNextRow } from '../ui/focus.ts'
import { useIncrementalList } from '../ui/incremental-list.ts'
import { formatHours } from './durations.ts'
import { messages } from './time.messages.ts'
import { formatLongDay, sumSeconds } from './week.ts'
import { formatWorkItem } from './work-item-field.tsx'

interface DayListsProps {
  days: readonly string[]
  entries: readonly WeekEntryFragment[]
  member: string
  mayWrite: boolean
  onEdit: (entry: EntryFragment) => void
  onDelete: (entry: EntryFragment) => void
}

const formatClockRange = ({ startedAt, endedAt }: EntryFragment) =>
  `${formatServiceTime(startedAt)}–${endedAt ? formatServiceTime(endedAt) : ''}`

/** Invoices by the ids of their time entries. */
type InvoicesByEntry = ReadonlyMap<string, { id: string; number?: string | null | undefined }>

export function DayLists(given: DayListsProps) {
  const may = useMay()
  const isBilled = given.entries.some(({ invoiceId }) => invoiceId)
  return isBilled && may('invoices') ? (
    <InvoicesOfEntries {...given}>{(numbers) => <DaySections {...given} numbers={numbers} />}</InvoicesOfEntries>
  ) : (
    <DaySections {...given} numbers={new Map()} />
  )
}

function InvoicesOfEntries({
  days,
  member,
  children,
}: DayListsProps & { children: (numbers: InvoicesByEntry) => ReactNode }) {
  const { data } = useAllPages(InvoicesOfTimeDocument, { userId: member, from: days[0] ?? '', to: days.at(-1) ?? '' }, [
    'invoice',
    'time_entry',
  ])
  const entries = data?.timeEntries?.timeEntries ?? []
  return children(new Map(entries.flatMap(({ id, invoice }) => (invoice ? [[id, invoice] as const] : []))))
}

function DaySections({ days, entries, numbers, ...given }: DayListsProps & { numbers: InvoicesByEntry }) {
  const byDay = Map.groupBy(entries, ({ startedAt }) => toServiceDate(startedAt))
  const named = new Map(entries.map((entry) => [entry.id, `${formatClockRange(entry)} (${formatWorkItem(entry)})`]))
  return days.map((day) => {
    const own = byDay.get(day)
    return own && <DaySection key={day} {...{ day, numbers, named }} {...given} entries={own} />
  })
}

type DaySectionProps = Pick<DayListsProps, 'entries' | 'mayWrite' | 'onEdit' | 'onDelete'> & {
  day: string
  numbers: InvoicesByEntry
  /** Descriptions of the week's entries for overlap hints, by id. */
  named: ReadonlyMap<string, string>
}

function DaySection({ day, entries, numbers, named, mayWrite, onEdit, onDelete }: DaySectionProps) {
  const id = useId()
  const { drawn, isWhole, end } = useIncrementalList(entries.length)
  return (
    <section className="card" aria-labelledby={id}>
      <header className="part over">
        <h2 id={id}>{formatLongDay(day)}</h2>
        <span className="figure">{formatHours(sumSeconds(entries))}</span>
      </header>
      <ul className="time-entries">
        {entries.slice(0, drawn).map((entry) => {
          const span = formatClockRange(entry)
          const of = (action: string) => messages.entries.of(action, formatWorkItem(entry), span)
          return (
            <li key={entry.id}>
              <span className="span quiet">{span}</span>
              <span className="what">
                {formatWorkItem(entry)}
                {entry.description && <span className="quiet">{entry.description}</span>}
                {entry.overlaps.length > 0 && (
                  <span className="quiet">
                    {messages.entries.overlaps(entry.overlaps.flatMap((id) => named.get(id) ?? []))}
                  </span>
                )}
              </span>
              <span className="marks">
                {entry.status === 'running' && <span className="badge accent">{messages.entries.running}</span>}
                {!entry.billable && <span className="badge">{messages.notBillable}</span>}
                {entry.invoiceId && <BilledBadge invoice={numbers.get(entry.id)} />}
              </span>
              <span className="figure">{entry.durationSeconds == null ? '' : formatHours(entry.durationSeconds)}</span>
              <span className="row-actions">
                {mayWrite && !entry.invoiceId && entry.status === 'stopped' && (
                  <>
                    <Button
                      variant={['plain', 'small']}
                      aria-label={of(messages.entries.edit)}
                      onClick={() => onEdit(entry)}
                    >
                      <Pencil size={16} aria-hidden />
                    </Button>
                    <Button
                      variant={['plain', 'small']}
                      aria-label={of(messages.entries.delete)}
                      onClick={({ currentTarget }) => {
                        preserveFocus(sameControlInNextRow(currentTarget))
                        onDelete(entry)
                      }}
                    >
                      <Trash2 size={16} aria-hidden />
                    </Button>
                  </>
                )}
              </span>
            </li>
          )
        })}
        {!isWhole && <li ref={end} aria-hidden />}
      </ul>
    </section>
  )
}

const BilledBadge = ({ invoice }: { invoice: ReturnType<InvoicesByEntry['get']> }) => (
  <span className="badge good" title={messages.week.locked}>
    <Lock size={12} aria-hidden />
    {invoice ? (
      <Link to="/invoices/$id" params={{ id: invoice.id }}>
        {messages.entries.billed}
        {invoice.number && `: ${invoice.number}`}
      </Link>
    ) : (
      <span>{messages.entries.billed}</span>
    )}
    <span className="unseen">{messages.week.locked}</span>
  </span>
)
