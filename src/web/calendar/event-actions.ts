import type { EventOccurrence } from './occurrences.ts'

/** What may be done with what is shown, and what is done. */
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

/** What an event is told apart by. */
export const eventKind = (occurrence: EventOccurrence, { isOwn }: EventActions) => {
  const { bookingId, connectionId } = occurrence.event
  return bookingId ? 'booking' : connectionId ? 'synced' : isOwn(occurrence) ? 'own' : 'other'
}
