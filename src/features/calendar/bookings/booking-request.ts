import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import type { EventType } from '../event-types/event-type.entity.ts'
import type { Answer } from './booking.entity.ts'

/** A validated booking with its hosts. */
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
  /** Language of mails to the guest. */
  language: Language
  /** Language of the guest's browser; a new client gets it. */
  requestedLanguage: Language | null
}
