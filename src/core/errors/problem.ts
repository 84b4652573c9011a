import type { Bilingual } from '#core/text/language'

/** All error codes by status with their default messages (contract §5). REST, GraphQL, OpenAPI and the guide use this table. */
export const errors = {
  400: {
    invalid_json: { de: 'Der Inhalt ist kein gültiges JSON.', en: 'The body is not valid JSON.' },
    validation_failed: { de: 'Ein Pflichtfeld fehlt.', en: 'A required field is missing.' },
    bad_request: { de: 'Die Anfrage ist nicht lesbar.', en: 'The request cannot be read.' },
  },
  401: { unauthorized: { de: 'Das Token fehlt oder ist ungültig.', en: 'The token is missing or not valid.' } },
  403: {
    forbidden: { de: 'Dazu fehlt die Berechtigung.', en: 'The token lacks the permission for this.' },
    reauthentication_required: {
      de: 'Bitte bestätigen Sie zuerst, dass Sie es sind.',
      en: 'Please confirm your identity first.',
    },
    second_factor_required: {
      de: 'Ihre Organisation verlangt einen zweiten Faktor: Bitte richten Sie ihn zuerst ein.',
      en: 'Your organization requires a second factor: please set it up first.',
    },
    organization_ended: {
      de: 'Diese Organisation wurde beendet: Aufbewahrtes lässt sich nur noch lesen.',
      en: 'This organization has ended: what is kept can only be read.',
    },
  },
  404: { not_found: { de: 'Nicht gefunden.', en: 'Not found.' } },
  405: {
    method_not_allowed: {
      de: 'Diese Methode ist hier nicht erlaubt; Allow nennt die erlaubten.',
      en: 'This method is not allowed here; Allow names those that are.',
    },
  },
  408: { request_timeout: { de: 'Die Anfrage kam zu langsam.', en: 'The request came too slowly.' } },
  409: {
    conflict: {
      de: 'Das widerspricht dem aktuellen Stand der Daten.',
      en: 'This conflicts with the current state of the data.',
    },
    invalid_state: {
      de: 'Der Status des Datensatzes lässt das nicht zu.',
      en: 'The status of the resource does not allow this.',
    },
    request_in_progress: {
      de: 'Die erste Anfrage mit diesem Idempotency-Key läuft noch.',
      en: 'The first request with this Idempotency-Key is still running.',
    },
    email_taken: { de: 'Diese E-Mail-Adresse ist vergeben.', en: 'This email address is taken.' },
    slug_taken: { de: 'Diese Adresse ist vergeben.', en: 'This address is taken.' },
    client_in_use: { de: 'Auf diesen Kunden wird verwiesen.', en: 'Other resources refer to this client.' },
    invoice_locked: {
      de: 'Eine versendete Rechnung und abgerechnete Zeit lassen sich nicht mehr ändern.',
      en: 'An invoice that was sent, and time that was billed, cannot be changed.',
    },
    slot_unavailable: { de: 'Der Termin ist nicht mehr frei.', en: 'The time is no longer available.' },
  },
  410: { expired: { de: 'Dieser Link ist abgelaufen.', en: 'This link has expired.' } },
  412: {
    precondition_failed: {
      de: 'Der Datensatz wurde inzwischen geändert.',
      en: 'The resource has changed in the meantime.',
    },
  },
  413: { payload_too_large: { de: 'Der Inhalt ist zu groß.', en: 'The body is too large.' } },
  415: {
    unsupported_media_type: {
      de: 'Dieser Inhaltstyp wird nicht angenommen.',
      en: 'This content type is not accepted.',
    },
  },
  422: {
    validation_failed: { de: 'Ein Wert ist ungültig.', en: 'A value is not valid; `field` names it.' },
    idempotency_key_reused: {
      de: 'Dieser Idempotency-Key gehört zu einer anderen Anfrage.',
      en: 'This Idempotency-Key was used with another request.',
    },
    query_too_expensive: {
      de: 'Die Antwort wäre zu groß; kürzere Seiten oder weniger Felder machen sie kleiner.',
      en: 'The answer would be too large; shorter pages or fewer fields make it smaller.',
    },
  },
  429: {
    rate_limited: {
      de: 'Zu viele Anfragen; Retry-After nennt die Wartezeit.',
      en: 'Too many requests; Retry-After says when to try again.',
    },
  },
  431: { headers_too_large: { de: 'Die Kopfzeilen sind zu lang.', en: 'The headers are too large.' } },
  // Defined by the tus protocol.
  460: {
    checksum_mismatch: {
      de: 'Die Bytes haben eine andere Prüfsumme; nichts davon wurde behalten.',
      en: 'The bytes have another checksum; none of them were kept.',
    },
  },
  500: { internal_error: { de: 'Ein Fehler auf unserer Seite.', en: 'An error on our side.' } },
  503: {
    unavailable: {
      de: 'Der Dienst ist gerade nicht erreichbar; Retry-After nennt die Wartezeit.',
      en: 'The service is not available right now; Retry-After says when to try again.',
    },
    disk_full: {
      de: 'Auf dem Server ist der Speicherplatz knapp: Gespeichert wurde nichts, lesen geht weiterhin. Bitte informieren Sie den Betreiber.',
      en: 'The server is running out of disk space: nothing was stored, reading still works. Please tell whoever runs it.',
    },
    document_damaged: {
      de: 'Das archivierte Dokument ist beschädigt und wird nicht herausgegeben. Der Betreiber ist informiert.',
      en: 'The archived document is damaged and is not handed out. The operator has been informed.',
    },
  },
} as const satisfies Record<number, Record<string, Bilingual>>

type Errors = typeof errors
type Status = keyof Errors
type CodeOf<S extends Status> = keyof Errors[S] & string
/** Error codes of the API. */
export type ErrorCode = { [S in Status]: CodeOf<S> }[Status]

/** Machine-readable values that accompany the message. */
type Details = Readonly<Record<string, number | string>>
/** A status with one of its codes, and optionally a more precise message, the field and details. */
type Refusal = {
  [S in Status]: [status: S, code: CodeOf<S>, text?: Bilingual, field?: string, details?: Details]
}[Status]

/**
 * An error that clients can understand; only its text leaves the service. `field` is a camelCase path (`lineItems.0.taxRate`)
 * that REST spells in snake_case; `{field}` in the text is replaced by it.
 */
export class Problem extends Error {
  readonly status: Status
  readonly code: ErrorCode
  readonly text: Bilingual
  readonly field: string | undefined
  /** In `extensions` for GraphQL, beside the message and in snake_case for REST. */
  readonly details: Details | undefined
  /** True if `field` is already spelled as the client sent it. */
  isAsSent = false
  /** Seconds until a retry makes sense, if known. */
  retryAfter: number | undefined
  /** All problems of the same input, starting with this one. */
  all: readonly Problem[] = [this]

  constructor(...[status, code, text, field, details]: Refusal) {
    const words = text ?? defaultMessage(status, code)
    super(words.en)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.text = words
    this.field = field
    this.details = details
  }
}

/** The default message of an error code. */
export const defaultMessage = (status: number, code: ErrorCode): Bilingual =>
  (errors as Readonly<Record<number, Record<string, Bilingual>>>)[status]?.[code] ?? errors[500].internal_error

/** Problems reported per input. */
export const maxReportedProblems = 50

/** Returns the first problem with all of them attached; undefined if there are none. */
export function combineProblems(problems: readonly Problem[]): Problem | undefined {
  const [first] = problems
  if (first) first.all = problems.slice(0, maxReportedProblems)
  return first
}

/** 400: a required field is absent or null. */
export const missingField = (field: string) =>
  new Problem(400, 'validation_failed', { de: '{field} fehlt.', en: '{field} is required.' }, field)

/** 400: one of two fields is required; `other` is spelled as in REST. */
export const missingEitherField = (field: string, other: string) =>
  new Problem(
    400,
    'validation_failed',
    { de: `{field} oder ${other} fehlt.`, en: `{field} or ${other} is required.` },
    field,
  )

/** 400: an optional field is null. */
export const nullNotAllowed = (field: string) =>
  new Problem(
    400,
    'validation_failed',
    { de: '{field} darf weggelassen werden, aber nicht null sein.', en: '{field} may be left out, but not be null.' },
    field,
  )

/** 422; `text` completes "<field> …" without a full stop. */
export const invalidField = (field: string, text: Bilingual) =>
  new Problem(422, 'validation_failed', { de: `{field} ${text.de}.`, en: `{field} ${text.en}.` }, field)

/** 422: the list is too long; its items are not checked. */
export const tooManyItems = (field: string, most: number) =>
  invalidField(field, { de: `darf höchstens ${most} Einträge haben`, en: `must have at most ${most} entries` })

/** 422: the text is too long; it is not checked any further. */
export const tooLong = (field: string, most: number) =>
  invalidField(field, { de: `darf höchstens ${most} Zeichen lang sein`, en: `must be at most ${most} characters long` })

/** 422: an unknown id. Ids of other organizations get the same message. */
export const unknownReference = (field: string) => invalidField(field, { de: 'existiert nicht', en: 'does not exist' })

/** 422: the referenced person's data was erased. */
export const erasedReference = (field: string) =>
  invalidField(field, { de: 'ist gesperrt, denn die Daten wurden gelöscht', en: 'is locked, for the data was erased' })

/** 422: an unknown query parameter, which might be a misspelt one. */
export const unknownParameter = (name: string) =>
  Object.assign(invalidField(name, { de: 'ist hier kein Parameter', en: 'is not a parameter of this operation' }), {
    isAsSent: true,
  })

export const invalidJson = () => new Problem(400, 'invalid_json')

export const jsonTooDeep = (most: number) =>
  new Problem(400, 'invalid_json', {
    de: `Das JSON ist tiefer als ${most} Ebenen verschachtelt.`,
    en: `The JSON is nested deeper than ${most} levels.`,
  })

export const notAnObject = () =>
  new Problem(422, 'validation_failed', {
    de: 'Der Inhalt muss ein JSON-Objekt sein.',
    en: 'The body must be a JSON object.',
  })

/** 422: the GraphQL query exceeds the cost limit. */
export const queryTooExpensive = (cost: number, limit: number) =>
  new Problem(
    422,
    'query_too_expensive',
    {
      de: `Die Abfrage kostet ${cost}, erlaubt sind ${limit}: kürzere Seiten, weniger Felder oder weniger Ebenen kosten weniger.`,
      en: `The query costs ${cost}, and ${limit} is the limit: shorter pages, fewer fields or fewer levels cost less.`,
    },
    undefined,
    { cost, limit },
  )

/** 422: the response exceeds the size limit. */
export const responseTooLarge = (limit: number) =>
  new Problem(
    422,
    'query_too_expensive',
    {
      de: `Die Antwort wäre größer als ${limit} Bytes: kürzere Seiten oder weniger Felder machen sie kleiner.`,
      en: `The answer would have more than ${limit} bytes: shorter pages or fewer fields make it smaller.`,
    },
    undefined,
    { limit },
  )

export const readLimitExceeded = (limit: number) =>
  new Problem(
    422,
    'query_too_expensive',
    {
      de: `Die Anfrage liest mehr als ${limit} Bytes: kürzere Seiten machen es weniger.`,
      en: `The request reads more than ${limit} bytes: shorter pages make it less.`,
    },
    undefined,
    { limit },
  )

export const unauthorized = () => new Problem(401, 'unauthorized')

export const forbidden = () => new Problem(403, 'forbidden')

export const notFound = () => new Problem(404, 'not_found')

/** 410: the link is past its expiry. */
export const linkExpired = () => new Problem(410, 'expired')

export const methodNotAllowed = () => new Problem(405, 'method_not_allowed')

/** 409; `code` is one of the codes of 409. */
export const conflict = (code: keyof Errors[409], text?: Bilingual, field?: string) =>
  new Problem(409, code, text, field)

export const invalidState = (text: Bilingual) => conflict('invalid_state', text)

export const preconditionFailed = () => new Problem(412, 'precondition_failed')

/** 460: the checksum does not match the received bytes. */
export const checksumMismatch = () => new Problem(460, 'checksum_mismatch')

export const requestTimeout = () => new Problem(408, 'request_timeout')

export const payloadTooLarge = () => new Problem(413, 'payload_too_large')

export const unsupportedMediaType = () => new Problem(415, 'unsupported_media_type')

/** 429; `retryAfter` is in seconds, for limits that are not per minute. */
export const rateLimited = (retryAfter?: number, text?: Bilingual) =>
  Object.assign(new Problem(429, 'rate_limited', text), { retryAfter })

export const internalError = () => new Problem(500, 'internal_error')

/** 503: an archived document does not match its hash. */
export const documentDamaged = () => new Problem(503, 'document_damaged')

/** Seconds. */
const diskRetryAfter = 60

/** 503: no disk space is left, or the rest is reserved. */
export function diskFull(cause?: unknown): Problem {
  const problem = Object.assign(new Problem(503, 'disk_full'), { retryAfter: diskRetryAfter })
  problem.cause = cause
  return problem
}

export function unavailable(cause?: unknown): Problem {
  const problem = new Problem(503, 'unavailable')
  problem.cause = cause
  return problem
}
