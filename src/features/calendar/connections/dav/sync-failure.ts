import { type FailureReason, failureMessage, ReceiverFailure, ResponseTooLarge } from '#core/outbound/receiver-failure'
import type { Bilingual } from '#core/text/language'

const messages = {
  credentials: {
    de: 'Der Server lehnt Benutzername oder Passwort ab.',
    en: 'The server refuses the user name or the password.',
  },
  not_allowed: { de: 'Der Server erlaubt das nicht.', en: 'The server does not allow this.' },
  not_caldav: {
    de: 'Unter dieser Adresse antwortet kein CalDAV-Server.',
    en: 'No CalDAV server answers at this address.',
  },
  no_calendar: {
    de: 'Der Server zeigt keinen Kalender, in den geschrieben werden darf.',
    en: 'The server shows no calendar that may be written to.',
  },
  gone: { de: 'Den Kalender gibt es auf dem Server nicht mehr.', en: 'The calendar is no longer on the server.' },
  server_error: { de: 'Der Server meldet einen Fehler.', en: 'The server reports an error.' },
  too_large: {
    de: 'Der Kalender enthält mehr, als abgeglichen wird.',
    en: 'The calendar holds more than is synchronized.',
  },
  emptied: {
    de: 'Der Kalender ist auf dem Server auf einmal leer. Kontor hat nichts gelöscht; bitte die Verbindung löschen und neu anlegen, wenn das so sein soll.',
    en: 'The calendar on the server is suddenly empty. Kontor has deleted nothing; if that is intended, please delete the connection and create it again.',
  },
  role: {
    de: 'Ihre Rolle erlaubt den Abgleich nicht mehr.',
    en: 'Your role does not allow the synchronization any more.',
  },
  internal: { de: 'Der Abgleich ist bei Kontor gescheitert.', en: 'The synchronization failed at Kontor.' },
} satisfies Record<string, Bilingual>

type SyncFailureReason = keyof typeof messages
/** Why a synchronization failed. */
export type SyncFault = SyncFailureReason | FailureReason

/** Contains nothing that the server has sent. */
export const getSyncFaultMessage = (fault: SyncFault): Bilingual =>
  Object.hasOwn(messages, fault) ? messages[fault as SyncFailureReason] : failureMessage(fault as FailureReason)

export class SyncFailure extends Error {
  override readonly name = 'SyncFailure'
  readonly reason: SyncFailureReason

  constructor(reason: SyncFailureReason, cause?: unknown) {
    super(messages[reason].en, { cause })
    this.reason = reason
  }
}

/** Null if the error is not caused by the server or the network. */
export function toSyncFault(error: unknown): SyncFault | null {
  if (error instanceof SyncFailure || error instanceof ReceiverFailure) return error.reason
  return error instanceof ResponseTooLarge ? 'too_large' : null
}

/** Throws the SyncFailure of an error status. */
export function assertSuccessStatus(status: number) {
  if (status >= 200 && status < 300) return
  if (status === 401) throw new SyncFailure('credentials')
  if (status === 403 || status === 405) throw new SyncFailure('not_allowed')
  if (status === 404 || status === 410) throw new SyncFailure('gone')
  throw new SyncFailure('server_error')
}
