import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  ColleagueDocument,
  ColleaguesDocument,
  CreateTimeEntryDocument,
  DeleteTimeEntryDocument,
  type EntryFragment,
  LastWorkedOnDocument,
  UpdateTimeEntryDocument,
  WeekDocument,
  type WeekEntryFragment,
} from '#schema/web/graphql'
import { useAllPages, useMutation, useQuery } from '../graphql/client.ts'
import { type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { notifyChanged } from '../graphql/resource-events.ts'
import { addDays, startOfWeek, today } from '../i18n/dates.ts'
import { formatDateRange } from '../i18n/format.ts'
import { toServiceDate } from '../i18n/service-time.ts'
import { useMay, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../ui/feedback.tsx'
import { SelectField } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { QueryResult, RelatedList } from '../ui/query-result.tsx'
import { DayLists } from './day-lists.tsx'
import { formatHours } from './durations.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { HoursGrid } from './hours-grid.tsx'
import { messages } from './time.messages.ts'
import { TimeNavigation } from './time-navigation.tsx'
import {
  findFreeStart,
  fitIntoDay,
  formatLongDay,
  listWeekDays,
  sumSeconds,
  toTimesheetRows,
  weekNumber,
} from './week.ts'
import { formatWorkItem, toWorkItemInput, type WorkItem, workItemKey } from './work-item-field.tsx'
import './time.css'

const route = getRouteApi('/time')

const describeRecorded = (entry: WeekEntryFragment) =>
  messages.week.saved(
    formatWorkItem(entry),
    formatLongDay(toServiceDate(entry.startedAt)),
    formatHours(entry.durationSeconds ?? 0),
  )
const overlapHint = ({ overlaps }: WeekEntryFragment) =>
  overlaps.length > 0 ? ` ${messages.entries.overlaps([])}` : ''

/** The timesheet of a member: hours by work item and day, with the entries. */
export function Timesheet() {
  const { member: me } = useSession()
  const may = useMay()
  const { day, member = me.id } = route.useSearch()
  const monday = startOfWeek(day ?? today())
  const isOwn = member === me.id
  const mayWrite = may('createTimeEntry') && (isOwn || me.role === 'owner' || me.role === 'admin')
  const [isAdding, add] = useState(false)
  const [feedback, showFeedback] = useState<Feedback>()
  // The message belongs to another week or member.
  useEffect(() => showFeedback(undefined), [monday, member])
  return (
    <Page
      title={messages.title}
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => add(true)}>
            <Plus size={16} aria-hidden />
            {messages.entries.add}
          </Button>
        )
      }
    >
      <TimeNavigation />
      <MemberGuard member={member} isOwn={isOwn}>
        <WeekBar monday={monday} member={member} />
        <LoadedWeek key={`${monday} ${member}`} {...{ monday, member, mayWrite, isOwn, feedback, showFeedback }} />
      </MemberGuard>
      {isAdding && (
        <EntryDialog
          userId={isOwn ? undefined : member}
          onDone={(entry) => {
            add(false)
            showFeedback({ variant: 'good', text: describeRecorded(entry) + overlapHint(entry) })
          }}
          onClose={() => add(false)}
        />
      )}
    </Page>
  )
}

interface MemberGuardProps {
  member: string
  isOwn: boolean
  children: ReactNode
}

const MemberGuard = ({ member, isOwn, children }: MemberGuardProps) =>
  isOwn ? children : <ColleagueGuard id={member}>{children}</ColleagueGuard>

const ColleagueGuard = ({ id, children }: { id: string; children: ReactNode }) => (
  <RelatedList answer={useQuery(ColleagueDocument, { id })}>{children}</RelatedList>
)

function WeekBar({ monday, member }: { monday: string; member: string }) {
  const { member: me } = useSession()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data } = useAllPages(ColleaguesDocument, {})
  const members = data?.members?.members ?? []
  const thisWeek = startOfWeek(today())
  const to = (week: string) => ({ ...search, day: week })
  return (
    <div className="week-bar">
      <nav aria-label={messages.week.label}>
        <Link to="/time" search={to(addDays(monday, -7))} className="button" aria-label={messages.week.before}>
          <ChevronLeft size={16} aria-hidden />
        </Link>
        <Link to="/time" search={to(addDays(monday, 7))} className="button" aria-label={messages.week.after}>
          <ChevronRight size={16} aria-hidden />
        </Link>
        {monday !== thisWeek && (
          <Link to="/time" search={search.member ? { member: search.member } : {}} className="button">
            {messages.week.now}
          </Link>
        )}
      </nav>
      <h2>{messages.week.of(weekNumber(monday), formatDateRange(monday, addDays(monday, 6), 'long'))}</h2>
      {members.length > 1 && (
        <SelectField
          label={messages.week.member}
          options={Object.fromEntries(members.map(({ id, name }) => [id, name]))}
          value={member}
          onChange={({ currentTarget: { value } }) =>
            navigate({ to: '/time', search: { day: monday, ...(value !== me.id && { member: value }) }, replace: true })
          }
        />
      )}
    </div>
  )
}

/** One week of one member. Keyed, so that another week does not show stale data. */
function LoadedWeek(given: Omit<WeekProps, 'entries'>) {
  const { monday, member } = given
  const answer = useAllPages(WeekDocument, { userId: member, from: monday, to: addDays(monday, 6) }, [
    'time_entry',
    'project',
    'task',
  ])
  return (
    <QueryResult query={answer} pick={(data) => data.timeEntries}>
      {({ timeEntries }) => <Week {...given} entries={timeEntries} />}
    </QueryResult>
  )
}

interface WeekProps {
  monday: string
  member: string
  entries: readonly WeekEntryFragment[]
  mayWrite: boolean
  isOwn: boolean
  feedback: Feedback | undefined
  showFeedback: (feedback: Feedback | undefined) => void
}

function Week({ monday, member, entries, mayWrite, isOwn, feedback, showFeedback }: WeekProps) {
  const [create] = useMutation(CreateTimeEntryDocument)
  const [update] = useMutation(UpdateTimeEntryDocument)
  const [remove] = useMutation(DeleteTimeEntryDocument)
  const [added, setAdded] = useState<readonly WorkItem[]>([])
  // End of the time that was filled in but is not loaded yet, by day.
  const taken = useRef(new Map<string, number>())
  const [edited, edit] = useState<EntryFragment>()
  const days = listWeekDays(monday)
  const rows = toTimesheetRows(entries, added, days)
  const last = useQuery(LastWorkedOnDocument, { userId: member }, ['time_entry']).data?.timeEntries?.timeEntries ?? []
  const known = new Set(rows.map(({ key }) => key))
  const recent = [...new Map(last.map((entry) => [workItemKey(entry), entry])).values()].filter(
    (entry) => !known.has(workItemKey(entry)),
  )
  const owner = isOwn ? {} : { userId: member }
  const refuse = (text: string) => {
    showFeedback({ text, variant: 'danger' })
    return text
  }
  const came = (outcome: Outcome<unknown>, text: string, undo?: () => void) => {
    showFeedback(feedbackFor(outcome, text, undo))
    if (!outcome.problem) notifyChanged('time_entry')
    return outcome.problem?.message
  }

  const discard = async (entry: EntryFragment) => {
    // Keeps the row, so that it can be filled in again.
    setAdded([...added, { project: entry.project, task: entry.task }])
    const outcome = await remove({ id: entry.id })
    const text = messages.entries.deleted(formatWorkItem(entry), formatHours(entry.durationSeconds ?? 0))
    return came(outcome, text, () => restore(entry))
  }
  const restore = async ({ startedAt, endedAt, description, billable, ...place }: EntryFragment) => {
    if (!endedAt) return
    const input = {
      ...toWorkItemInput(place),
      ...owner,
      startedAt,
      endedAt,
      description: description ?? null,
      billable,
    }
    came(await create({ input }), messages.entries.restored)
  }
  /** Sets the time of a cell. Resolves with an error message if it is refused. */
  const fill = async (row: (typeof rows)[number], index: number, seconds: number): Promise<string | undefined> => {
    const day = days[index] ?? monday
    const ended = (row.days[index] ?? []).filter(({ status }) => status === 'stopped')
    const open = ended.filter(({ invoiceId }) => !invoiceId)
    const last = open.at(-1)
    const text = messages.week.saved(row.name, formatLongDay(day), formatHours(seconds))
    const left = (last?.durationSeconds ?? 0) + seconds - sumSeconds(ended)
    if (ended.length > 0 && (!last || left < 0 || (left === 0 && ended.length > 1)))
      return refuse(messages.week.several)
    // Clears the previous message, as its undo action belongs to another cell.
    showFeedback(undefined)
    if (last && left === 0) return discard(last)
    const until = taken.current.get(day) ?? 0
    const free =
      toServiceDate(until) === day ? Math.max(findFreeStart(day, entries), until) : findFreeStart(day, entries)
    const span = last
      ? fitIntoDay(day, left, Date.parse(last.startedAt), Date.parse(last.endedAt ?? last.startedAt))
      : fitIntoDay(day, left, free)
    if (!span) return refuse(messages.week.tooLong)
    if (!last) taken.current.set(day, Date.parse(span.endedAt))
    const outcome = await (last
      ? pickField(update({ id: last.id, version: last.version, input: span }), 'updateTimeEntry')
      : pickField(create({ input: { ...toWorkItemInput(row.place), ...owner, ...span } }), 'createTimeEntry'))
    return came(outcome, outcome.data ? text + overlapHint(outcome.data) : text)
  }

  return (
    <>
      <StatusMessage {...feedback} />
      <HoursGrid
        {...{ rows, days, mayWrite, recent }}
        onFill={fill}
        onWrong={refuse}
        onAdd={(...places) => setAdded([...added, ...places])}
      />
      <DayLists {...{ days, entries, mayWrite, member }} onEdit={edit} onDelete={discard} />
      {edited && (
        <EntryDialog
          entry={edited}
          userId={isOwn ? undefined : member}
          onDone={(entry) => {
            edit(undefined)
            showFeedback({ variant: 'good', text: describeRecorded(entry) + overlapHint(entry) })
          }}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  )
}
