import type { AwayDataFragment } from '#schema/web/graphql'
import { toIsoDate } from '../i18n/local-time.ts'
import { AbsenceForm } from './absence-form.tsx'
import { messages } from './calendar.messages.ts'
import { BookingDetails, EventDetails } from './details.tsx'
import { DeleteEventDialog, EventForm, type Members, nextFullHour } from './event-form.tsx'
import type { EventOccurrence } from './occurrences.ts'

export type OpenDialog =
  | { what: 'event'; occurrence?: EventOccurrence; start?: number; end?: number; drawnFrom?: Element | null }
  | { what: 'details'; occurrence: EventOccurrence }
  | { what: 'delete'; occurrence: EventOccurrence }
  | { what: 'booking'; id: string; moveTo?: number }
  | { what: 'absence'; absence?: AwayDataFragment }

interface CalendarDialogProps {
  pendingAction: OpenDialog
  setPendingAction: (pendingAction: OpenDialog) => void
  zone: string
  members: Members
  date: number
  /** Whether the date was chosen, not the default. */
  hasDate: boolean
  now: number
  nameOf: (userId: string | null | undefined) => string
  mayChange: (occurrence: EventOccurrence) => boolean
  onDone: (text: string) => void
  onClose: () => void
  /** An event was created by drawing it in the grid, from this focused element. */
  onDrawn: (drawn: { id: string; from: Element | null }) => void
}

export function CalendarDialog({
  pendingAction,
  setPendingAction,
  zone,
  members,
  date,
  hasDate,
  now,
  nameOf,
  mayChange,
  onDone,
  onClose,
  onDrawn,
}: CalendarDialogProps) {
  if (pendingAction.what === 'event')
    return (
      <EventForm
        {...nextFullHour(date, now)}
        {...(pendingAction.occurrence && {
          occurrence: pendingAction.occurrence,
          start: pendingAction.occurrence.start,
          end: pendingAction.occurrence.end,
        })}
        {...(pendingAction.start !== undefined &&
          pendingAction.end !== undefined && { start: pendingAction.start, end: pendingAction.end })}
        {...{ zone, members }}
        onDone={(title, id) => {
          onDone(pendingAction.occurrence ? messages.event.changed(title) : messages.event.created(title))
          if (id && pendingAction.drawnFrom !== undefined) onDrawn({ id, from: pendingAction.drawnFrom })
        }}
        onClose={onClose}
      />
    )
  if (pendingAction.what === 'details')
    return (
      <EventDetails
        occurrence={pendingAction.occurrence}
        who={nameOf(pendingAction.occurrence.event.userId)}
        mayChange={mayChange(pendingAction.occurrence)}
        onChange={() => setPendingAction({ what: 'event', occurrence: pendingAction.occurrence })}
        onDelete={() => setPendingAction({ what: 'delete', occurrence: pendingAction.occurrence })}
        onClose={onClose}
      />
    )
  if (pendingAction.what === 'delete')
    return (
      <DeleteEventDialog
        occurrence={pendingAction.occurrence}
        onDone={() => onDone(messages.event.deleted(pendingAction.occurrence.event.title))}
        onClose={onClose}
      />
    )
  if (pendingAction.what === 'booking')
    return (
      <BookingDetails
        id={pendingAction.id}
        zone={zone}
        moveTo={pendingAction.moveTo}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <AbsenceForm
      absence={pendingAction.absence}
      day={toIsoDate(hasDate ? date : now)}
      members={members}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
