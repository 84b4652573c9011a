import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import type { EventType } from '../event-types/event-type.entity.ts'
import type { Answer } from './booking.entity.ts'

/** What is booked, by whom and with which hosts. */
export interface BookingRequest {
  id: string
  type: Row<EventType>
  hostIds: readonly string[]
  start: Date
  end: Date
  name: string
  email: string
  mailbox: string
  phone: string | null
  agenda: string | null
  answers: Answer[]
  timezone: string
  /** Of the guest, for mail. */
  language: Language
  /** What the guest's browser asks for; it becomes that of a client who is made of them. */
  requestedLanguage: Language | null
}
