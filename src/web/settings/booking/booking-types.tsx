import '../calendar.css'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, ExternalLink, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  BookingAddressDocument,
  type BookingAddressQuery,
  ChangeBookingAddressDocument,
  DeleteEventTypeDocument,
  EventTypesDocument,
  type EventTypesQuery,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { formatCount } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton, CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusMessage } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './booking.messages.ts'
import { useBookingPermissions } from './booking-permissions.ts'
import { bookingUrl, stripScheme } from './booking-url.ts'

type EventType = NonNullable<EventTypesQuery['eventTypes']>['eventTypes'][number]

/** All booking types with their public URLs. */
export function BookingTypesPage() {
  const [page, setPage] = useState(1)
  const [removed, setRemoved] = useState<EventType>()
  const [feedback, setFeedback] = useState('')
  const answer = useQuery(EventTypesDocument, { page })
  const { mayWrite, mayWriteOf } = useBookingPermissions()
  const create = mayWrite && (
    <Link to="/settings/booking/$typeId" params={{ typeId: 'new' }} className="button primary">
      <Plus size={16} aria-hidden />
      {messages.create}
    </Link>
  )
  return (
    <Page title={pages.booking.title} about={pages.booking.about} action={create}>
      <StatusMessage text={feedback} />
      {mayWrite && <PublicPageAddress onChanged={() => setFeedback(messages.address.changed)} />}
      <div className="card">
        <QueryResult query={answer} pick={({ eventTypes }) => eventTypes}>
          {({ total, eventTypes }) =>
            eventTypes.length === 0 ? (
              <EmptyState icon={CalendarCheck} title={messages.empty.title}>
                {mayWrite ? messages.empty.text : messages.empty.reader}
              </EmptyState>
            ) : (
              <>
                <Table
                  label={pages.booking.title}
                  rows={eventTypes}
                  columns={[
                    {
                      label: messages.name,
                      kind: 'main',
                      show: (type) => <BookingTypeName type={type} isOwn={mayWriteOf(type)} />,
                    },
                    {
                      label: messages.duration,
                      show: ({ durationMinutes }) => messages.minutes(formatCount(durationMinutes)),
                    },
                    {
                      label: messages.host,
                      show: ({ user, assignment }) =>
                        assignment === 'host' ? user.name : `${user.name} · ${messages.assignments[assignment]}`,
                    },
                    {
                      label: messages.status,
                      show: ({ active }) => (
                        <span className={active ? 'badge good' : 'badge'}>
                          {active ? messages.active : messages.inactive}
                        </span>
                      ),
                    },
                    {
                      label: t.actions,
                      kind: 'act',
                      show: (type) => (
                        <BookingTypeActions type={type} onRemove={mayWriteOf(type) ? setRemoved : undefined} />
                      ),
                    },
                  ]}
                />
                <Pager page={page} total={total} onTurn={setPage} />
              </>
            )
          }
        </QueryResult>
      </div>
      {removed && (
        <DeleteBookingTypeDialog
          type={removed}
          onClose={() => setRemoved(undefined)}
          onDone={() => {
            setFeedback(messages.removed(removed.name))
            setRemoved(undefined)
          }}
        />
      )}
    </Page>
  )
}

const BookingTypeName = ({ type, isOwn }: { type: EventType; isOwn: boolean }) => (
  <span className="named">
    <ColorDot color={type.color} />
    {isOwn ? (
      <Link to="/settings/booking/$typeId" params={{ typeId: type.id }} aria-label={messages.editNamed(type.name)}>
        {type.name}
      </Link>
    ) : (
      type.name
    )}
  </span>
)

/** The calendar color of a booking type. */
const ColorDot = ({ color }: { color: string | null }) => (
  <svg className="swatch" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <circle cx="5" cy="5" r="5" fill={color ?? 'currentColor'} />
  </svg>
)

function BookingTypeActions({
  type,
  onRemove,
}: {
  type: EventType
  onRemove: ((type: EventType) => void) | undefined
}) {
  const address = bookingUrl(type.user.slug, type.slug)
  return (
    <span className="row-actions">
      {type.active && (
        <>
          <CopyButton text={address} label={messages.addressOf(type.name)} variant={['plain', 'small']} />
          <a
            className="button plain small"
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={messages.openNamed(type.name)}
          >
            <ExternalLink size={16} aria-hidden />
          </a>
        </>
      )}
      {onRemove && (
        <Button
          variant={['plain', 'danger', 'small']}
          aria-label={messages.removeNamed(type.name)}
          onClick={() => onRemove(type)}
        >
          {messages.remove}
        </Button>
      )}
    </span>
  )
}

/** The URL of the page that lists all booking types of the user. */
function PublicPageAddress({ onChanged }: { onChanged: () => void }) {
  const [isChanging, setChanging] = useState(false)
  const answer = useQuery(BookingAddressDocument, {})
  return (
    <section className="card" aria-labelledby="own-address">
      <div className="part group">
        <div>
          <h2 id="own-address">{messages.address.title}</h2>
          <p className="quiet">{messages.address.text}</p>
        </div>
        <QueryResult query={answer} pick={({ me }) => me}>
          {(me) => (
            <div className="own-address">
              <CopyField label={messages.address.label} text={bookingUrl(me.slug)} />
              <a className="button" href={bookingUrl(me.slug)} target="_blank" rel="noreferrer">
                <ExternalLink size={16} aria-hidden />
                {messages.address.open}
              </a>
              <Button onClick={() => setChanging(true)}>{messages.address.change}</Button>
              {isChanging && (
                <ChangeAddressDialog
                  me={me}
                  onClose={() => setChanging(false)}
                  onDone={() => {
                    setChanging(false)
                    onChanged()
                  }}
                />
              )}
            </div>
          )}
        </QueryResult>
      </div>
    </section>
  )
}

interface DialogProps {
  onClose: () => void
  onDone: () => void
}

function ChangeAddressDialog({ me, onClose, onDone }: DialogProps & { me: NonNullable<BookingAddressQuery['me']> }) {
  const [change] = useMutation(ChangeBookingAddressDocument)
  const send = ({ slug = '' }: FormValues) => change({ id: me.id, slug: slug.trim() })
  return (
    <Dialog title={messages.address.changeTitle} isOpen onClose={onClose}>
      <Form send={send} onDone={onDone}>
        {({ errors, isBusy }) => (
          <>
            <Notice variant="warn">{messages.address.warning}</Notice>
            <TextField
              label={messages.address.slug}
              name="slug"
              hint={messages.slugHint(stripScheme(bookingUrl('')))}
              defaultValue={me.slug}
              required
              maxLength={60}
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              error={errors.slug}
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function DeleteBookingTypeDialog({ type, onClose, onDone }: DialogProps & { type: EventType }) {
  const [remove] = useMutation(DeleteEventTypeDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(type.name)}
      text={messages.sure.text}
      label={messages.remove}
      send={() => remove({ id: type.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
