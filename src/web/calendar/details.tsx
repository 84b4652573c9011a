import { Video } from 'lucide-react'
import { useState } from 'react'
import { canonicalZone } from '#core/time/zone-names'
import {
  AppointmentDetailsDocument,
  BookingDetailsDocument,
  type BookingDetailsQuery,
  CancelBookingOfCalendarDocument,
  MoveBookingOfCalendarDocument,
  ResendBookingDocument,
} from '#schema/web/graphql'
import { messages as erasure } from '../erasure/erasure.messages.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import {
  formatLocalTimeRange,
  formatLongLocalDate,
  parseLocalTime,
  toInstant,
  toIsoDate,
  toIsoTime,
  toLocalTime,
} from '../i18n/local-time.ts'
import { t } from '../i18n/locale.ts'
import { useMay, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { ResendDialog, UndeliveredNotice } from '../ui/undelivered.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './calendar.messages.ts'
import { formatDateAndTime } from './day-items.tsx'
import type { EventOccurrence } from './occurrences.ts'

const GuestErasure = lazyDialog(() => import('../erasure/erasure-dialog.tsx').then((it) => it.GuestErasure))

const Fact = ({ name, value }: { name: string; value: string | null | undefined }) =>
  value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null

const MeetingLink = ({ url }: { url: string }) => (
  <a className="button" href={url} target="_blank" rel="noreferrer">
    <Video size={16} aria-hidden />
    {messages.event.meeting}
  </a>
)

interface EventDetailsProps {
  occurrence: EventOccurrence
  who: string
  mayChange: boolean
  onChange: () => void
  onDelete: () => void
  onClose: () => void
}

export function EventDetails({ occurrence, who, mayChange, onChange, onDelete, onClose }: EventDetailsProps) {
  const { event } = occurrence
  const { attendees = [] } = useQuery(AppointmentDetailsDocument, { id: event.id }, []).data?.calendarEvent ?? {}
  const rule = event.recurrence?.replace(/;?UNTIL=[^;]+/, '')
  return (
    <Dialog title={event.title} isOpen onClose={onClose}>
      <dl className="cal-facts">
        <Fact name={messages.event.when} value={formatDateAndTime(occurrence)} />
        <Fact name={messages.event.who} value={who} />
        <Fact name={messages.event.location} value={event.location} />
        {rule && <Fact name={messages.event.repeat} value={messages.event.repeats[rule] ?? messages.event.series} />}
        <Fact name={messages.event.description} value={event.description} />
        {attendees.length > 0 && (
          <div>
            <dt>{messages.event.attendees}</dt>
            {attendees.map(({ email, name, answer }) => (
              <dd key={email}>
                {name ?? email} <span className="badge">{messages.event.answers[answer]}</span>
              </dd>
            ))}
          </div>
        )}
      </dl>
      {event.connectionId && <p className="quiet">{messages.event.synced}</p>}
      <div className="actions">
        {event.meetUrl && <MeetingLink url={event.meetUrl} />}
        {mayChange && (
          <>
            <Button variant="danger" onClick={onDelete}>
              {messages.event.delete}
            </Button>
            <Button variant="primary" onClick={onChange}>
              {messages.event.change}
            </Button>
          </>
        )}
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}

interface BookingDetailsProps {
  id: string
  zone: string
  /** The dragged-to time. Opens the move dialog at once, as the guest is notified. */
  moveTo: number | undefined
  onDone: (text: string) => void
  onClose: () => void
}

/** A booking with its guest, answers and actions. */
export const BookingDetails = ({ id, zone, moveTo, onDone, onClose }: BookingDetailsProps) => {
  const answer = useQuery(BookingDetailsDocument, { id }, ['booking'])
  const booking = answer.data?.booking
  const [pendingAction, setPendingAction] = useState<'move' | 'cancel' | 'resend' | 'data' | undefined>(
    moveTo === undefined ? undefined : 'move',
  )
  if (booking && pendingAction === 'move')
    return (
      <MoveBookingDialog
        {...{ booking, zone, moveTo, onDone }}
        retry={answer.retry}
        onClose={moveTo === undefined ? () => setPendingAction(undefined) : onClose}
      />
    )
  if (booking && pendingAction === 'resend')
    return <ResendBookingDialog booking={booking} onDone={onDone} onClose={() => setPendingAction(undefined)} />
  if (booking && pendingAction === 'cancel')
    return (
      <CancelBookingDialog
        booking={booking}
        retry={answer.retry}
        onDone={onDone}
        onClose={() => setPendingAction(undefined)}
      />
    )
  if (booking && pendingAction === 'data')
    return <GuestErasure id={id} name={booking.name} onErased={onDone} onClose={() => setPendingAction(undefined)} />
  return (
    <Dialog title={booking?.title ?? messages.booking.title} isOpen onClose={onClose}>
      <QueryResult query={answer} pick={(data) => data.booking}>
        {(found) => (
          <BookingFacts
            {...{ zone, onClose }}
            booking={found}
            onMove={() => setPendingAction('move')}
            onCancel={() => setPendingAction('cancel')}
            onResend={() => setPendingAction('resend')}
            onShowData={() => setPendingAction('data')}
          />
        )}
      </QueryResult>
    </Dialog>
  )
}

type BookingDetail = NonNullable<BookingDetailsQuery['booking']>

interface BookingFactsProps {
  booking: BookingDetail
  zone: string
  onMove: () => void
  onCancel: () => void
  onResend: () => void
  onShowData: () => void
  onClose: () => void
}

function BookingFacts({ booking, zone, onMove, onCancel, onResend, onShowData, onClose }: BookingFactsProps) {
  const may = useMay()
  const { member } = useSession()
  const isOwn = booking.hostIds.includes(member.id) || member.role === 'owner' || member.role === 'admin'
  const isOpen = booking.status === 'confirmed' && Date.parse(booking.end) > Date.now()
  const start = toLocalTime(booking.start, zone)
  const when = `${formatLongLocalDate(start)}, ${formatLocalTimeRange(start, toLocalTime(booking.end, zone))}`
  return (
    <>
      <UndeliveredNotice
        delivery={booking.delivery}
        onResend={isOwn && Date.parse(booking.end) > Date.now() && may('resendBooking') && onResend}
      />
      {booking.status === 'cancelled' && <p className="badge danger">{messages.booking.cancelled}</p>}
      <dl className="cal-facts">
        <Fact name={messages.event.when} value={when} />
        <div>
          <dt>{messages.booking.guest}</dt>
          <dd>{booking.name}</dd>
          <dd>
            <a href={`mailto:${booking.email}`}>{booking.email}</a>
          </dd>
        </div>
        <Fact name={messages.booking.phone} value={booking.phone} />
        <Fact
          name={messages.booking.location}
          value={messages.booking.locations[booking.location] ?? booking.location}
        />
        <Fact name={messages.booking.agenda} value={booking.agenda} />
        {booking.answers.map(({ key, label, answer }) => (
          <Fact key={key} name={label} value={answer} />
        ))}
        {canonicalZone(booking.timezone) !== canonicalZone(zone) && (
          <Fact name={messages.booking.guestZone} value={canonicalZone(booking.timezone)} />
        )}
      </dl>
      <div className="actions">
        {booking.meetUrl && <MeetingLink url={booking.meetUrl} />}
        {booking.email && may('eraseGuest') && <Button onClick={onShowData}>{erasure.show}</Button>}
        {isOpen && isOwn && may('cancelBooking') && (
          <Button variant="danger" onClick={onCancel}>
            {messages.booking.cancel}
          </Button>
        )}
        {isOpen && isOwn && may('rescheduleBooking') && <Button onClick={onMove}>{messages.booking.move}</Button>}
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </>
  )
}

function ResendBookingDialog({ booking, ...given }: Pick<BookingDialogProps, 'booking' | 'onDone' | 'onClose'>) {
  const [resend] = useMutation(ResendBookingDocument)
  return <ResendDialog to={booking.email} send={() => resend({ id: booking.id })} {...given} />
}

const bookingChangeEvents = ['booking.rescheduled', 'booking.cancelled'] as const

interface BookingDialogProps {
  booking: BookingDetail
  retry: () => void
  onDone: (text: string) => void
  onClose: () => void
}

function MoveBookingDialog({
  booking,
  zone,
  moveTo,
  retry,
  onDone,
  onClose,
}: BookingDialogProps & { zone: string; moveTo: number | undefined }) {
  const [move] = useMutation(MoveBookingOfCalendarDocument)
  const guardVersion = useVersionGuard(bookingChangeEvents, retry)
  const start = moveTo ?? toLocalTime(booking.start, zone)
  return (
    <Dialog title={messages.booking.moveTitle(booking.name)} isOpen onClose={onClose}>
      <p className="quiet">{messages.booking.moveText}</p>
      <Form
        send={({ day = '', start: time }) =>
          guardVersion(booking, (version) =>
            move({ id: booking.id, version, input: { start: toInstant(parseLocalTime(day, time), zone) } }),
          )
        }
        onDone={() => onDone(messages.booking.moved(booking.name))}
      >
        {({ errors, isBusy }) => (
          <>
            <div className="row">
              <TextField
                label={messages.booking.day}
                name="day"
                type="date"
                required
                autoFocus
                defaultValue={toIsoDate(start)}
              />
              <TextField
                label={messages.booking.time}
                name="start"
                type="time"
                required
                defaultValue={toIsoTime(start)}
                error={errors.start}
              />
            </div>
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.booking.move}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function CancelBookingDialog({ booking, retry, onDone, onClose }: BookingDialogProps) {
  const [cancel] = useMutation(CancelBookingOfCalendarDocument)
  const guardVersion = useVersionGuard(bookingChangeEvents, retry)
  return (
    <ConfirmDialog
      title={messages.booking.cancelTitle(booking.name)}
      text={messages.booking.cancelText}
      label={messages.booking.cancel}
      send={({ reason = '' }) =>
        guardVersion(booking, (version) =>
          cancel({ id: booking.id, version, input: { reason: reason.trim() || null } }),
        )
      }
      onDone={() => onDone(messages.booking.wasCancelled(booking.name))}
      onClose={onClose}
    >
      {(errors) => <TextAreaField label={messages.booking.reason} name="reason" error={errors.reason} />}
    </ConfirmDialog>
  )
}
