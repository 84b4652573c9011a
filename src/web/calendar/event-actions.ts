import type { EventOccurrence } from './occurrences.ts'

/** Permissions and actions for events, shared by all views. */
export interface EventActions {
  mayMove: (occurrence: EventOccurrence) => boolean
  mayCreate: boolean
  open: (occurrence: EventOccurrence) => void
  move: (occurrence: EventOccurrence, start: number, end: number) => void
  create: (start: number, end: number) => void
  goTo: (day: number) => void
  nameOf: (userId: string | null | undefined) => string
  isOwn: (occurrence: EventOccurrence) => boolean
}

/** The kind of event, which determines its color. */
export const eventKind = (occurrence: EventOccurrence, { isOwn }: EventActions) => {
  const { bookingId, connectionId } = occurrence.event
  return bookingId ? 'booking' : connectionId ? 'synced' : isOwn(occurrence) ? 'own' : 'other'
}
