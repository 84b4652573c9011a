import { useId, useState } from 'react'
import {
  AppointmentDetailsDocument,
  type AppointmentDetailsQuery,
  type AppointmentFragment,
  type CalendarMembersQuery,
  CreateAppointmentDocument,
  DeleteAppointmentDocument,
  UpdateAppointmentDocument,
  type UpdateCalendarEventInput,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { pickField } from '../graphql/fetch-graphql.ts'
import { dayMs, hourMs, parseLocalTime, toIsoDate, toIsoTime, toTimeRange } from '../i18n/local-time.ts'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { type SaveVersion, VersionedForm } from '../ui/versioned-form.tsx'
import { messages } from './calendar.messages.ts'
import { type EventOccurrence, toOccurrence } from './occurrences.ts'

export type Members = NonNullable<CalendarMembersQuery['members']>['members']

export const memberNames = (members: Members) => Object.fromEntries(members.map(({ id, name }) => [id, name]))

interface EventFormProps {
  /** Absent when creating. */
  occurrence?: EventOccurrence
  /** Initial start and end. */
  start: number
  end: number
  zone: string
  members: Members
  /** `id` is set for a new event. */
  onDone: (title: string, id?: string) => void
  onClose: () => void
}

const eventFieldLabels = () => ({
  ...{
    title: messages.event.title,
    startTime: messages.event.from,
    endTime: messages.event.to,
    allDay: messages.event.allDay,
  },
  ...{ location: messages.event.location, description: messages.event.description, busy: messages.event.free },
  ...{ recurrence: messages.event.repeat, userId: messages.event.calendar },
})

/** Creates or edits an event: one occurrence or the whole series. */
export function EventForm(given: EventFormProps) {
  const { occurrence, zone, onClose } = given
  const answer = useQuery(AppointmentDetailsDocument, { id: occurrence?.event.id ?? '' }, [])
  const details = answer.data?.calendarEvent
  return (
    <Dialog title={occurrence ? messages.event.edit : messages.event.new} isOpen onClose={onClose} isWide>
      {occurrence ? (
        <VersionedForm
          current={mergeOccurrence(occurrence.event, details)}
          refetch={answer.retry}
          fieldNames={eventFieldLabels()}
        >
          {(event, save) => {
            const now = toOccurrence(event, zone)
            return <EventFields {...given} occurrence={now} start={now.start} end={now.end} {...{ details, save }} />
          }}
        </VersionedForm>
      ) : (
        <EventFields {...given} />
      )}
    </Dialog>
  )
}

/** The latest version of an event. An occurrence keeps the times of its own. */
const mergeOccurrence = (
  event: AppointmentFragment,
  now: AppointmentFragment | null | undefined,
): AppointmentFragment => {
  if (!now || now.version <= event.version) return event
  const { occurrenceStart, startTime, endTime } = event
  return occurrenceStart ? { ...now, occurrenceStart, startTime, endTime } : now
}

interface EventFieldsProps extends EventFormProps {
  details?: AppointmentDetailsQuery['calendarEvent'] | undefined
  save?: SaveVersion
}

function EventFields({ occurrence, start, end, zone, members, details, save, onDone, onClose }: EventFieldsProps) {
  const { member } = useSession()
  const [create] = useMutation(CreateAppointmentDocument)
  const [update] = useMutation(UpdateAppointmentDocument)
  const addresses = useId()
  const event = occurrence?.event
  const isSeries = Boolean(event?.recurrence)
  const [scope, setScope] = useState<'one' | 'all'>(isSeries ? 'one' : 'all')
  const [allDay, setAllDay] = useState(event?.allDay ?? false)
  // All-day events end at midnight. The form shows the day before.
  const [times, setTimes] = useState({ start, end: event?.allDay ? end - dayMs : end })
  const isWhole = scope === 'all'
  const [rule = '', until = ''] = splitRecurrence(event?.recurrence)
  const [repeat, setRepeat] = useState(rule)
  const { repeats } = messages.event

  /** Moving the start moves the end. The server validates the order. */
  const begin = (day: string, time: string) => {
    if (!day || !time) return
    const at = parseLocalTime(day, time)
    setTimes(({ start: before, end: ending }) => ({ start: at, end: ending + at - before }))
  }
  const finish = (day: string, time: string) => {
    if (day && time) setTimes((before) => ({ ...before, end: parseLocalTime(day, time) }))
  }

  const send = async (filled: FormValues) => {
    const { title = '', location = '', description = '', attendeeEmails, userId = '', repeatUntil = '' } = filled
    const by = allDay ? (event?.timezone ?? zone) : zone
    const from = allDay ? parseLocalTime(toIsoDate(times.start)) : times.start
    const to = allDay ? parseLocalTime(toIsoDate(times.end)) + dayMs : times.end
    // The whole series moves by the same amount.
    const first =
      occurrence && isSeries && isWhole && details ? toOccurrence(details, zone).start - occurrence.start : 0
    const plain = {
      title: title.trim(),
      ...toTimeRange(from + first, to + first, by, isSeries && isWhole && details ? details : event),
      location: location.trim() || null,
      description: description.trim() || null,
    }
    const change = async (id: string, version: number | null, input: UpdateCalendarEventInput) => {
      return pickField(update({ id, version, input }), 'updateCalendarEvent')
    }
    if (event?.occurrenceStart && !isWhole)
      return change(event.id, null, { ...plain, occurrenceStart: event.occurrenceStart })
    const input = {
      ...plain,
      allDay,
      busy: !('free' in filled),
      recurrence: repeat
        ? [repeat, repeatUntil && `UNTIL=${repeatUntil.replaceAll('-', '')}T235959`].filter(Boolean).join(';')
        : null,
      ...(attendeeEmails !== undefined && { attendeeEmails: attendeeEmails.split(/[\s,;]+/).filter(Boolean) }),
      ...(userId && { userId }),
    }
    return event && save
      ? save((version) => change(event.id, version, input))
      : pickField(create({ input: { ...input, timezone: zone } }), 'createCalendarEvent')
  }

  return (
    <Form
      send={async (filled) => {
        const outcome = await send(filled)
        return outcome?.data ? { data: { title: (filled.title ?? '').trim(), id: outcome.data.id } } : outcome
      }}
      onDone={({ title, id }) => onDone(title, event ? undefined : id)}
    >
      {({ errors, isBusy }) => (
        <>
          <TextField
            label={messages.event.title}
            name="title"
            required
            autoFocus
            maxLength={200}
            defaultValue={event?.title}
            error={errors.title}
          />
          {isSeries && (
            <SelectField
              label={messages.event.scope}
              name="scope"
              value={scope}
              onChange={({ currentTarget }) => setScope(currentTarget.value === 'one' ? 'one' : 'all')}
              options={messages.event.scopes}
            />
          )}
          {isWhole && (
            <Checkbox
              label={messages.event.allDay}
              checked={allDay}
              onChange={({ currentTarget }) => setAllDay(currentTarget.checked)}
            />
          )}
          <div className="row">
            <div className="cal-moment">
              <TextField
                label={messages.event.from}
                name={allDay ? 'startTime' : 'startDay'}
                type="date"
                required
                value={toIsoDate(times.start)}
                onChange={({ currentTarget }) => begin(currentTarget.value, toIsoTime(times.start))}
                error={allDay ? errors.startTime : undefined}
              />
              {!allDay && (
                <TextField
                  label={messages.event.fromTime}
                  name="startTime"
                  type="time"
                  required
                  value={toIsoTime(times.start)}
                  onChange={({ currentTarget }) => begin(toIsoDate(times.start), currentTarget.value)}
                  error={errors.startTime}
                />
              )}
            </div>
            <div className="cal-moment">
              <TextField
                label={messages.event.to}
                name={allDay ? 'endTime' : 'endDay'}
                type="date"
                required
                value={toIsoDate(times.end)}
                onChange={({ currentTarget }) => finish(currentTarget.value, toIsoTime(times.end))}
                error={allDay ? errors.endTime : undefined}
              />
              {!allDay && (
                <TextField
                  label={messages.event.toTime}
                  name="endTime"
                  type="time"
                  required
                  value={toIsoTime(times.end)}
                  onChange={({ currentTarget }) => finish(toIsoDate(times.end), currentTarget.value)}
                  error={errors.endTime}
                />
              )}
            </div>
          </div>
          <TextField
            label={messages.event.location}
            name="location"
            defaultValue={event?.location ?? ''}
            error={errors.location}
          />
          {isWhole && (!event || details) && (
            <>
              <TextField
                label={messages.event.attendees}
                hint={messages.event.attendeesHint}
                name="attendeeEmails"
                type="email"
                multiple
                list={addresses}
                defaultValue={details?.attendees.map(({ email }) => email).join(', ')}
                error={errors.attendeeEmails}
              />
              <datalist id={addresses}>
                {members.map(
                  ({ id, name, email }) => id !== member.id && email && <option key={id} value={email} label={name} />,
                )}
              </datalist>
            </>
          )}
          {isWhole && (
            <div className="row">
              <SelectField
                label={messages.event.repeat}
                name="recurrence"
                value={repeat}
                onChange={({ currentTarget }) => setRepeat(currentTarget.value)}
                options={rule in repeats ? repeats : { ...repeats, [rule]: messages.event.ownRule(rule) }}
                error={errors.recurrence}
              />
              {repeat !== '' && (
                <TextField
                  label={messages.event.repeatUntil}
                  hint={messages.event.repeatUntilHint}
                  name="repeatUntil"
                  type="date"
                  defaultValue={until}
                />
              )}
              <SelectField
                label={messages.event.calendar}
                name="userId"
                defaultValue={event ? (event.userId ?? '') : member.id}
                options={{ ...(event && !event.userId && { '': '' }), ...memberNames(members) }}
                error={errors.userId}
              />
            </div>
          )}
          <TextAreaField
            label={messages.event.description}
            name="description"
            defaultValue={event?.description ?? ''}
            error={errors.description}
          />
          {isWhole && (
            <Checkbox
              key={String(allDay)}
              label={messages.event.free}
              name="free"
              defaultChecked={event && event.allDay === allDay ? !event.busy : allDay}
            />
          )}
          <div className="actions">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {t.save}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

/** Splits a rule into the part without UNTIL and its end date. */
function splitRecurrence(rule: string | null | undefined): string[] {
  const [, end = ''] = /UNTIL=(\d{8})/.exec(rule ?? '') ?? []
  const plain = (rule ?? '')
    .split(';')
    .filter((part) => !part.startsWith('UNTIL='))
    .join(';')
  return [plain, end.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')]
}

interface DeleteEventProps {
  occurrence: EventOccurrence
  onDone: () => void
  onClose: () => void
}

/** Confirms the deletion of an event: one occurrence or the whole series. */
export function DeleteEventDialog({ occurrence: { event }, onDone, onClose }: DeleteEventProps) {
  const [remove] = useMutation(DeleteAppointmentDocument)
  return (
    <ConfirmDialog
      title={messages.event.deleting.title(event.title)}
      text={messages.event.deleting.text}
      label={messages.event.delete}
      send={({ scope }) =>
        remove({ id: event.id, occurrenceStart: scope === 'one' ? (event.occurrenceStart ?? null) : null })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {() =>
        event.recurrence && (
          <SelectField label={messages.event.deleting.scope} name="scope" options={messages.event.scopes} />
        )
      }
    </ConfirmDialog>
  )
}

/** The default time for a new event: the next full hour today, 9:00 on other days. */
export const nextFullHour = (day: number, now: number) => {
  const isToday = now >= day && now < day + dayMs
  const start = isToday ? Math.min(Math.ceil(now / hourMs) * hourMs, day + 23 * hourMs) : day + 9 * hourMs
  return { start, end: start + hourMs }
}
