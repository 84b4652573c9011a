import { Lock, Plus } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { today } from '../i18n/dates.ts'
import { formatShortWeekday } from '../i18n/format.ts'
import { dateFormatter } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { formatDurationInput, formatHours, parseDuration } from './durations.ts'
import { messages } from './time.messages.ts'
import { formatLongDay, secondsInDay, sumSeconds, type TimesheetRow } from './week.ts'
import { type WorkItem, WorkItemField, workItemKey } from './work-item-field.tsx'

const formatDayOfMonth = (day: string) =>
  dateFormatter({ day: 'numeric', month: 'numeric', timeZone: 'UTC' }).format(new Date(day))

const maxRecent = 5

interface HoursGridProps {
  rows: readonly TimesheetRow[]
  days: readonly string[]
  mayWrite: boolean
  /** Sets the time of a cell. Resolves with an error message if it is refused. */
  onFill: (row: TimesheetRow, index: number, seconds: number) => Promise<string | undefined>
  onWrong: (text: string) => void
  onAdd: (...places: WorkItem[]) => void
  /** Recent work items without a row. */
  recent: readonly WorkItem[]
}

/** The hours of a week as an editable grid with arrow key navigation. */
export function HoursGrid({ rows, days, mayWrite, recent, onFill, onWrong, onAdd }: HoursGridProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const [next, setNext] = useState<string>()
  const cellAt = (row: number, index: number) =>
    sheet.current?.querySelector<HTMLElement>(`[data-cell="${rows[row]?.key} ${index}"]`)
  // Focuses the new row.
  useEffect(() => {
    if (next === undefined) return
    sheet.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus()
    setNext(undefined)
  }, [next])
  const total = (index: number) => rows.reduce((sum, { days: cells }) => sum + sumSeconds(cells[index] ?? []), 0)
  const all = days.reduce((sum, _, index) => sum + total(index), 0)
  const now = today()
  return (
    <section className="card hours" ref={sheet} aria-label={messages.week.table}>
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noRedundantRoles: laid out as cards it is no table any more to whoever listens, unless it says so
        <table role="table" aria-label={messages.week.table}>
          <thead>
            <tr>
              <th scope="col" className="work">
                {messages.week.work}
              </th>
              {days.map((day) => (
                <th key={day} scope="col" className={day === now ? 'today' : undefined}>
                  {formatShortWeekday(day)} <span className="quiet">{formatDayOfMonth(day)}</span>
                </th>
              ))}
              <th scope="col">{messages.week.total}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.key}>
                <th scope="row" className="work">
                  {row.name}
                </th>
                {days.map((day, index) => (
                  <td key={day} data-label={formatShortWeekday(day)}>
                    <HoursCell
                      name={`${row.key} ${index}`}
                      label={messages.week.cell(row.name, formatLongDay(day))}
                      seconds={sumSeconds(row.days[index] ?? [])}
                      maxSeconds={secondsInDay(day)}
                      fixed={readOnlyReason(row, index, day > now, mayWrite)}
                      onFill={(seconds) => onFill(row, index, seconds)}
                      onWrong={onWrong}
                      onMove={(down, right) => cellAt(at + down, index + right)?.focus()}
                    />
                  </td>
                ))}
                <td className="sum" data-label={messages.week.total}>
                  {formatHours(row.days.reduce((sum, entries) => sum + sumSeconds(entries), 0))}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className="work">
                {messages.week.total}
              </th>
              {days.map((day, index) => (
                <td key={day} className={total(index) > 0 ? 'sum' : 'sum none'} data-label={formatShortWeekday(day)}>
                  {formatHours(total(index))}
                </td>
              ))}
              <td className="sum all" data-label={messages.week.total}>
                {formatHours(all)}
              </td>
            </tr>
          </tfoot>
        </table>
      ) : (
        <p className="part quiet">{mayWrite ? messages.week.empty : messages.week.none}</p>
      )}
      {mayWrite && (
        <div className="part add">
          <WorkItemField
            label={messages.week.addRow}
            hint={messages.week.hint}
            chosen={null}
            onChoose={(place) => {
              onAdd(place)
              setNext(`${workItemKey(place)} ${Math.max(0, days.indexOf(now))}`)
            }}
          />
          {recent.length > 0 && (
            <Button variant={['plain', 'small']} onClick={() => onAdd(...recent.slice(0, maxRecent))}>
              <Plus size={16} aria-hidden />
              {messages.week.addRecent}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Why a cell is read-only. */
interface ReadOnlyCell {
  reason?: string
  isLocked?: boolean
}

function readOnlyReason(
  row: TimesheetRow,
  index: number,
  isFuture: boolean,
  mayWrite: boolean,
): ReadOnlyCell | undefined {
  const ended = (row.days[index] ?? []).filter(({ status }) => status === 'stopped')
  if (ended.length > 0 && ended.every(({ invoiceId }) => invoiceId))
    return { reason: messages.week.locked, isLocked: true }
  if (!mayWrite) return {}
  return isFuture ? { reason: messages.week.future } : undefined
}

interface HoursCellProps {
  name: string
  label: string
  seconds: number
  maxSeconds: number
  fixed: ReadOnlyCell | undefined
  onFill: (seconds: number) => Promise<string | undefined>
  onWrong: (text: string) => void
  onMove: (down: number, right: number) => void
}

const arrowOffsets: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ...{ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] },
}

function HoursCell({ name, label, seconds, maxSeconds, fixed, onFill, onWrong, onMove }: HoursCellProps) {
  const [typed, setTyped] = useState<string>()
  // A key that saves and moves on leaves the cell before it rerenders.
  const unsaved = useRef<string>(undefined)
  const type = (text: string | undefined) => {
    unsaved.current = text
    setTyped(text)
  }
  const [filled, setFilled] = useState<{ seconds: number; over: number }>()
  /** Refused input and the reason. It stays until the input changes. */
  const [refused, refuse] = useState<{ text: string; reason: string }>()
  const waiting = useRef<{ seconds: number; text: string }>(undefined)
  // Shows the new value until the grid has it.
  const now = filled && filled.over === seconds ? filled.seconds : seconds
  const text = typed ?? refused?.text ?? (now > 0 ? formatDurationInput(now) : '')

  const isUnderWay = filled?.over === seconds
  const fill = (to: number, as: string) => {
    setFilled({ seconds: to, over: seconds })
    if (isUnderWay) waiting.current = { seconds: to, text: as }
    else
      onFill(to).then((reason) => {
        if (reason === undefined) return
        refuse({ text: waiting.current?.text ?? as, reason })
        waiting.current = undefined
        setFilled(undefined)
      })
  }
  const goOn = useEffectEvent(() => {
    const to = waiting.current
    waiting.current = undefined
    if (to && to.seconds !== seconds) fill(to.seconds, to.text)
  })
  // Later input waits until the grid has the earlier one.
  useEffect(() => goOn(), [seconds])

  /** Refused input is sent again only on Enter, not on blur. */
  const save = (isMeant = false): boolean => {
    const given = unsaved.current ?? (isMeant ? refused?.text : undefined)
    if (given === undefined) return true
    const read = parseDuration(given)
    type(undefined)
    if (read === null || read > maxSeconds) {
      const reason = read === null ? messages.week.noDuration : messages.week.beyondDay(formatHours(maxSeconds))
      refuse({ text: given, reason })
      onWrong(reason)
      return false
    }
    refuse(undefined)
    // Blur does not drop seconds, which are not displayed.
    if (formatDurationInput(read) === formatDurationInput(now)) return true
    fill(read, given)
    return true
  }
  // Renders before selecting, so that the next key replaces the value and arrow keys move on.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const { selectionStart, selectionEnd, value } = field
    const arrow = arrowOffsets[event.key]
    if (event.key === 'Enter') {
      if (flushSync(() => save(true))) {
        field.select()
        onMove(1, 0)
      }
    } else if (event.key === 'Escape') {
      flushSync(() => {
        type(undefined)
        refuse(undefined)
      })
      field.select()
    } else if (arrow && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const [down, right] = arrow
      const isWhole = selectionStart === 0 && selectionEnd === value.length
      const isAtEdge = selectionStart === selectionEnd && selectionStart === (right < 0 ? 0 : value.length)
      if (right !== 0 && !isWhole && !isAtEdge) return
      if (save()) onMove(down, right)
    } else return
    event.preventDefault()
  }
  return (
    <span className="cell">
      <input
        type="text"
        className="input"
        data-cell={name}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={refused !== undefined || undefined}
        aria-description={fixed?.reason ?? refused?.reason}
        title={fixed?.reason ?? refused?.reason}
        readOnly={fixed !== undefined}
        value={text}
        onChange={({ currentTarget }) => {
          refuse(undefined)
          type(currentTarget.value)
        }}
        onFocus={({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select()}
        onBlur={() => save()}
        onKeyDown={onKeyDown}
      />
      {refused && (
        <span className="why" aria-hidden>
          {refused.reason}
        </span>
      )}
      {fixed?.isLocked && <Lock size={12} aria-hidden />}
    </span>
  )
}
