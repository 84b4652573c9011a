import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { EventTypeDocument, HostsDocument } from '#schema/web/graphql'
import { useAllPages, useQuery } from '../../graphql/client.ts'
import { Page } from '../../ui/page.tsx'
import { ForbiddenState, QueryResult } from '../../ui/query-result.tsx'
import { VersionedForm } from '../../ui/versioned-form.tsx'
import { messages } from './booking.messages.ts'
import { useBookingPermissions } from './booking-permissions.ts'
import { BookingTypeForm } from './booking-type-form.tsx'
import '../calendar.css'

export function BookingTypePage() {
  const { typeId = 'new' } = useParams({ strict: false })
  const { mayWrite } = useBookingPermissions()
  if (!mayWrite)
    return (
      <Page title={messages.create}>
        <div className="card">
          <ForbiddenState />
        </div>
      </Page>
    )
  return typeId === 'new' ? <NewBookingType /> : <EditBookingType key={typeId} id={typeId} />
}

const BackLink = () => (
  <Link to="/settings/booking" className="back">
    <ArrowLeft size={16} aria-hidden />
    {messages.back}
  </Link>
)

function NewBookingType() {
  const answer = useAllPages(HostsDocument, {})
  return (
    <Page title={messages.create} about={<BackLink />}>
      <div className="card narrow">
        <QueryResult query={answer} pick={({ members }) => members}>
          {({ members }) => <BookingTypeForm members={members} />}
        </QueryResult>
      </div>
    </Page>
  )
}

function EditBookingType({ id }: { id: string }) {
  const answer = useQuery(EventTypeDocument, { id })
  const hosts = useAllPages(HostsDocument, {})
  const { mayWriteOf } = useBookingPermissions()
  const name = answer.data?.eventType?.name
  return (
    <Page title={name ?? messages.name} about={<BackLink />}>
      <div className="card narrow">
        <QueryResult query={answer} pick={({ eventType }) => eventType}>
          {(type) =>
            mayWriteOf(type) ? (
              <QueryResult query={hosts} pick={({ members }) => members}>
                {({ members }) => (
                  <VersionedForm current={type} refetch={answer.retry} fieldNames={bookingTypeFieldLabels()}>
                    {(initial, save) => <BookingTypeForm type={initial} save={save} members={members} />}
                  </VersionedForm>
                )}
              </QueryResult>
            ) : (
              <ForbiddenState />
            )
          }
        </QueryResult>
      </div>
    </Page>
  )
}

const bookingTypeFieldLabels = () => ({
  ...{ name: messages.name, slug: messages.slug, description: messages.description, color: messages.color },
  ...{ durationMinutes: messages.durationMinutes, slotIntervalMinutes: messages.interval, limitPerDay: messages.limit },
  maximumNewBookingsPerDay: messages.newBookings,
  ...{
    bufferBeforeMinutes: messages.before,
    bufferAfterMinutes: messages.after,
    minimumNoticeMinutes: messages.notice,
  },
  ...{
    maximumDaysAhead: messages.ahead,
    userId: messages.hostField,
    assignment: messages.assignment,
    memberIds: messages.team,
  },
  ...{
    location: messages.place,
    questions: messages.parts.questions,
    requiresEmailVerification: messages.verification,
  },
  ...{ createClient: messages.createClient },
  active: messages.activeField,
})
