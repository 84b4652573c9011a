import type { Shown } from './shown.ts'

/** What may be done with what is shown, and what is done. */
export interface Deeds {
  mayMove: (shown: Shown) => boolean
  mayCreate: boolean
  open: (shown: Shown) => void
  move: (shown: Shown, start: number, end: number) => void
  create: (start: number, end: number) => void
  goTo: (day: number) => void
  nameOf: (userId: string | null | undefined) => string
  isOwn: (shown: Shown) => boolean
}

/** What an event is told apart by. */
export const kindOf = (shown: Shown, { isOwn }: Deeds) => {
  const { bookingId, connectionId } = shown.event
  return bookingId ? 'booking' : connectionId ? 'synced' : isOwn(shown) ? 'own' : 'other'
}
