import { Link } from '@tanstack/react-router'
import { Lock, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type EntryFragment, InvoicesOfTimeDocument, type WeekEntryFragment } from '#schema/web/graphql'
import { useAll } from '../graphql/client.ts'
import { formatServiceTime, toServiceDate } from '../i18n/service-time.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { keepFocus, nextTo } from '../ui/focus.ts'
import { usePortions } from '../ui/portions.ts'
import { writeHours } from './durations.ts'
import { nameOf } from './place-choice.tsx'
import { messages } from './time.messages.ts'
import { sumOf, writeLongDay } from './week.ts'

interface DayListsProps {
  days: readonly string[]
  entries: readonly WeekEntryFragment[]
  member: string
  mayWrite: boolean
  onEdit: (entry: EntryFragment) => void
  onDelete: (entry: EntryFragment) => void
}

const writeClocks = ({ startedAt, endedAt }: EntryFragment) =>
  `${formatServiceTime(startedAt)}–${endedAt ? formatServiceTime(endedAt) : ''}`

/** The numbers of invoices by the ids of the entries on them. */
type Numbers = ReadonlyMap<string, { id: string; number?: string | null | undefined }>

/** The entries of each day on which there are some. */
export function DayLists(given: DayListsProps) {
  const may = useMay()
  const isBilled = given.entries.some(({ invoiceId }) => invoiceId)
  return isBilled && may('invoices') ? (
    <WithInvoices {...given}>{(numbers) => <Days {...given} numbers={numbers} />}</WithInvoices>
  ) : (
    <Days {...given} numbers={new Map()} />
  )
}

function WithInvoices({ days, member, children }: DayListsProps & { children: (numbers: Numbers) => ReactNode }) {
  const { data } = useAll(InvoicesOfTimeDocument, { userId: member, from: days[0] ?? '', to: days.at(-1) ?? '' }, [
    'invoice',
    'time_entry',
  ])
  const entries = data?.timeEntries?.timeEntries ?? []
  return children(new Map(entries.flatMap(({ id, invoice }) => (invoice ? [[id, invoice] as const] : []))))
}

function Days({ days, entries, numbers, ...given }: DayListsProps & { numbers: Numbers }) {
  const byDay = Map.groupBy(entries, ({ startedAt }) => toServiceDate(startedAt))
  const named = new Map(entries.map((entry) => [entry.id, `${writeClocks(entry)} (${nameOf(entry)})`]))
  return days.map((day) => {
    const own = byDay.get(day)
    return own && <DayList key={day} {...{ day, numbers, named }} {...given} entries={own} />
  })
}

type DayListProps = Pick<DayListsProps, 'entries' | 'mayWrite' | 'onEdit' | 'onDelete'> & {
  day: string
  numbers: Numbers
  /** The entries of the week as others are told that they overlap with them. */
  named: ReadonlyMap<string, string>
}

function DayList({ day, entries, numbers, named, mayWrite, onEdit, onDelete }: DayListProps) {
  const id = useId()
  const { drawn, isWhole, end } = usePortions(entries.length)
  return (
    <section className="card" aria-labelledby={id}>
      <header className="part over">
        <h2 id={id}>{writeLongDay(day)}</h2>
        <span className="figure">{writeHours(sumOf(entries))}</span>
      </header>
      <ul className="time-entries">
        {entries.slice(0, drawn).map((entry) => {
          const span = writeClocks(entry)
          const of = (action: string) => messages.entries.of(action, nameOf(entry), span)
          return (
            <li key={entry.id}>
              <span className="span quiet">{span}</span>
              <span className="what">
                {nameOf(entry)}
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
                {entry.invoiceId && <Billed invoice={numbers.get(entry.id)} />}
              </span>
              <span className="figure">{entry.durationSeconds == null ? '' : writeHours(entry.durationSeconds)}</span>
              <span className="acts">
                {mayWrite && !entry.invoiceId && entry.status === 'stopped' && (
                  <>
                    <Button
                      look={['plain', 'small']}
                      aria-label={of(messages.entries.edit)}
                      onClick={() => onEdit(entry)}
                    >
                      <Pencil size={16} aria-hidden />
                    </Button>
                    <Button
                      look={['plain', 'small']}
                      aria-label={of(messages.entries.delete)}
                      onClick={({ currentTarget }) => {
                        keepFocus(nextTo(currentTarget))
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

/** That an entry is locked, and by what. */
const Billed = ({ invoice }: { invoice: ReturnType<Numbers['get']> }) => (
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
