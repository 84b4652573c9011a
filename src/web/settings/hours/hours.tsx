import '../calendar.css'
import { Copy, Plus, X } from 'lucide-react'
import { useState } from 'react'
import {
  AvailabilityDocument,
  type DatedHoursInput,
  type HoursFragment,
  UpdateAvailabilityDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { pickField } from '../../graphql/fetch-graphql.ts'
import { addDays, dateInZone, type IsoDate } from '../../i18n/dates.ts'
import { formatCount, formatDate, weekdayNames } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { preserveFocus, sameControlInNextRow } from '../../ui/focus.ts'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ForbiddenState, QueryResult } from '../../ui/query-result.tsx'
import { type SaveVersion, VersionedForm } from '../../ui/versioned-form.tsx'
import { pages } from '../settings.messages.ts'
import { FreeSlotsPreview } from './free-slots-preview.tsx'
import { messages } from './hours.messages.ts'
import { createSpan, suggestNextSpan, type TimeSpan, TimeSpanFields, toApiEnd } from './time-span-fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** When the user can be booked. */
export function HoursPage() {
  const answer = useQuery(AvailabilityDocument, {})
  const { permissions } = useSession()
  if (!permissions.includes('updateAvailability'))
    return (
      <Page title={pages.hours.title}>
        <div className="card">
          <ForbiddenState />
        </div>
      </Page>
    )
  return (
    <Page title={pages.hours.title} about={pages.hours.about}>
      <div className="card">
        <QueryResult query={answer} pick={({ availability }) => availability}>
          {(availability) => (
            <VersionedForm current={availability} refetch={answer.retry} fieldNames={hoursFieldLabels()}>
              {(initial, save) => <HoursForm availability={initial} save={save} />}
            </VersionedForm>
          )}
        </QueryResult>
      </div>
      {answer.data?.availability && <FreeSlotsPreview timezone={answer.data.availability.timezone} />}
    </Page>
  )
}

/** Hours for a single date. Without time spans the day is closed. */
interface DateOverride {
  id: string
  date: string
  spans: TimeSpan[]
}

const toWeek = ({ weekly }: HoursFragment) =>
  Array.from({ length: 7 }, (_, index) =>
    weekly
      .filter(({ weekday }) => weekday === index + 1)
      .map(({ start, end }) => createSpan(start, end))
      .sort((one, other) => one.start.localeCompare(other.start)),
  )

const toDateOverrides = (overrides: HoursFragment['overrides']): DateOverride[] =>
  [...Map.groupBy(overrides, ({ date }) => date)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([date, hours]) => ({
      ...{ id: crypto.randomUUID(), date },
      spans: hours.flatMap(({ start, end }) => (start && end ? [createSpan(start, end)] : [])),
    }))

/** The index of each day's first entry in the flattened list. */
const cumulativeStarts = (counts: readonly number[]) => counts.map((_, index) => counts.slice(0, index).reduce(add, 0))
const add = (one: number, other: number) => one + other

const hoursFieldLabels = () => ({ timezone: messages.timezone, weekly: messages.week, overrides: messages.overrides })

function HoursForm({ availability, save }: { availability: HoursFragment; save: SaveVersion }) {
  const [update] = useMutation(UpdateAvailabilityDocument)
  const today = dateInZone(Date.now(), availability.timezone)
  const [past] = useState(() => availability.overrides.filter(({ date }) => date < today))
  const [timezone, setTimezone] = useState(availability.timezone)
  const [week, setWeek] = useState(() => toWeek(availability))
  const [dated, setDated] = useState(() => toDateOverrides(availability.overrides.filter(({ date }) => date >= today)))
  const [copied, setCopied] = useState<number>()
  const [feedback, setFeedback] = useState('')
  const names = weekdayNames()

  const setDay = (day: number, spans: TimeSpan[]) => setWeek(week.map((each, index) => (index === day ? spans : each)))
  const setDate = (id: string, changed: Partial<DateOverride>) =>
    setDated(dated.map((each) => (each.id === id ? { ...each, ...changed } : each)))
  const weekStarts = cumulativeStarts(week.map((spans) => spans.length))
  const datedStarts = cumulativeStarts(dated.map(({ spans }) => Math.max(spans.length, 1)))

  const send = async () => {
    setFeedback('')
    const input = {
      timezone,
      weekly: week.flatMap((spans, index) =>
        spans.map(({ start, end }) => ({ weekday: index + 1, start, end: toApiEnd(end) })),
      ),
      overrides: [
        ...past.map(({ date, start, end, closed }): DatedHoursInput => ({ date, start, end, closed })),
        ...dated.flatMap(({ date, spans }): DatedHoursInput[] =>
          spans.length === 0
            ? [{ date, closed: true }]
            : spans.map(({ start, end }) => ({ date, start, end: toApiEnd(end) })),
        ),
      ],
    }
    const outcome = await save((version) => pickField(update({ version, input }), 'updateAvailability'))
    if (outcome?.data) setFeedback(t.saved)
    return outcome
  }

  return (
    <div className="part">
      <Form send={send}>
        {({ errors, pathErrors, isBusy }) => (
          <>
            <div className="row">
              <TimeZoneField
                label={messages.timezone}
                hint={messages.timezoneHint}
                zone={timezone}
                onChoose={setTimezone}
                error={errors.timezone}
              />
            </div>
            <section className="group" aria-labelledby="part-week">
              <h2 id="part-week">{messages.week}</h2>
              <ul className="days">
                {week.map((spans, day) => {
                  const name = names[day] ?? ''
                  return (
                    <li key={name}>
                      <strong>{name}</strong>
                      {spans.length === 0 ? (
                        <span className="closed">{messages.closed}</span>
                      ) : (
                        <TimeSpanFields
                          day={name}
                          spans={spans}
                          onChange={(changed) => setDay(day, changed)}
                          pathOf={(index) => `weekly.${(weekStarts[day] ?? 0) + index}`}
                          pathErrors={pathErrors}
                        />
                      )}
                      <span className="row-actions">
                        <Button
                          variant="plain"
                          aria-label={messages.add(name)}
                          onClick={() => setDay(day, [...spans, suggestNextSpan(spans)])}
                        >
                          <Plus size={16} aria-hidden />
                        </Button>
                        <Button variant="plain" aria-label={messages.copy(name)} onClick={() => setCopied(day)}>
                          <Copy size={16} aria-hidden />
                        </Button>
                      </span>
                    </li>
                  )
                })}
              </ul>
              <p className="quiet hint">{messages.midnight}</p>
            </section>
            <section className="group" aria-labelledby="part-dated">
              <div>
                <h2 id="part-dated">{messages.overrides}</h2>
                <p className="quiet">
                  {messages.overridesText} {past.length > 0 && messages.past(formatCount(past.length))}
                </p>
              </div>
              {dated.length > 0 && (
                <ul className="days dated">
                  {dated.map(({ id, date, spans }, index) => {
                    const number = String(index + 1)
                    const name = date ? formatDate(date as IsoDate) : messages.override(number)
                    const start = past.length + (datedStarts[index] ?? 0)
                    const flaw = pathErrors[`overrides.${start}.date`] ?? pathErrors[`overrides.${start}.closed`]
                    return (
                      <li key={id}>
                        <div className="field">
                          <input
                            className="input"
                            type="date"
                            name={`overrides.${start}.date`}
                            aria-label={messages.date(number)}
                            aria-invalid={flaw ? true : undefined}
                            aria-describedby={flaw ? `${id}-flaw` : undefined}
                            min={today}
                            value={date}
                            required
                            onChange={({ currentTarget }) => setDate(id, { date: currentTarget.value })}
                          />
                          {flaw && (
                            <span className="field-error" id={`${id}-flaw`}>
                              {flaw}
                            </span>
                          )}
                        </div>
                        {spans.length === 0 ? (
                          <span className="closed">{messages.closed}</span>
                        ) : (
                          <TimeSpanFields
                            day={name}
                            spans={spans}
                            onChange={(changed) => setDate(id, { spans: changed })}
                            pathOf={(at) => `overrides.${start + at}`}
                            pathErrors={pathErrors}
                          />
                        )}
                        <span className="row-actions">
                          <Button
                            variant="plain"
                            aria-label={messages.add(name)}
                            onClick={() => setDate(id, { spans: [...spans, suggestNextSpan(spans)] })}
                          >
                            <Plus size={16} aria-hidden />
                          </Button>
                          <Button
                            variant="plain"
                            aria-label={messages.removeOverride(name)}
                            onClick={({ currentTarget }) => {
                              preserveFocus(sameControlInNextRow(currentTarget))
                              setDated(dated.filter((each) => each.id !== id))
                            }}
                          >
                            <X size={16} aria-hidden />
                          </Button>
                        </span>
                      </li>
                    )
                  })}
                </ul>
              )}
              <div>
                <Button
                  onClick={() => {
                    const [last = today] = [today, ...dated.map(({ date }) => date)].sort().reverse()
                    setDated([...dated, { id: crypto.randomUUID(), date: addDays(last, 1), spans: [] }])
                  }}
                >
                  <Plus size={16} aria-hidden />
                  {messages.addOverride}
                </Button>
              </div>
            </section>
            <div role="status" className={feedback ? undefined : 'unseen'}>
              {feedback && <Notice variant={feedback === t.saved ? 'good' : 'info'}>{feedback}</Notice>}
            </div>
            <div className="actions">
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t.save}
              </Button>
            </div>
          </>
        )}
      </Form>
      {copied !== undefined && (
        <CopyDayDialog
          day={copied}
          names={names}
          onClose={() => setCopied(undefined)}
          onDone={(days) => {
            const source = week[copied] ?? []
            setWeek(
              week.map((each, day) => (days.includes(day) ? source.map((s) => createSpan(s.start, s.end)) : each)),
            )
            setFeedback(messages.copied(names[copied] ?? ''))
            setCopied(undefined)
          }}
        />
      )}
    </div>
  )
}

interface CopyDayDialogProps {
  day: number
  names: readonly string[]
  onClose: () => void
  onDone: (days: number[]) => void
}

function CopyDayDialog({ day, names, onClose, onDone }: CopyDayDialogProps) {
  const send = async (_: unknown, data: FormData) => {
    onDone(data.getAll('days').map(Number))
    return undefined
  }
  const isWorkday = (each: number) => each < 5
  return (
    <Dialog title={messages.copyTitle(names[day] ?? '')} isOpen onClose={onClose}>
      <Form send={send}>
        {() => (
          <>
            <fieldset className="field">
              <legend>{messages.copyTo}</legend>
              {names.map(
                (name, each) =>
                  each !== day && (
                    <Checkbox
                      key={name}
                      name="days"
                      value={each}
                      label={name}
                      defaultChecked={isWorkday(day) && isWorkday(each)}
                    />
                  ),
              )}
            </fieldset>
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary">
                {messages.copyDo}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
