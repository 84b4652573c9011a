import type { Bilingual } from './text/language.ts'

/**
 * A refusal that the caller caused and can understand: the only kind of error whose words leave the service.
 * `code` and `status` are those of the contract's table; `field` is a camelCase path (`lineItems.0.taxRate`),
 * which the REST facade spells in snake_case. `{field}` in the text stands for it.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly text: Bilingual
  readonly field: string | undefined
  /** Figures for programs, beside the words: GraphQL shows them under `extensions`. */
  readonly figures: Readonly<Record<string, number>> | undefined
  /** All that is wrong with the same input, this first. */
  all: readonly Problem[] = [this]

  constructor(status: number, code: string, text: Bilingual, field?: string, figures?: Record<string, number>) {
    super(text.en)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.text = text
    this.field = field
    this.figures = figures
  }
}

/** So many things wrong with one input are told; whoever has more of them has enough to do. */
export const mostTold = 50

/** The first of several refusals of one input, which tells of them all. */
export function allOf(problems: readonly Problem[]): Problem | undefined {
  const [first] = problems
  if (first) first.all = problems.slice(0, mostTold)
  return first
}

/** 400: a required field is absent or null. */
export const missing = (field: string) =>
  new Problem(400, 'validation_failed', { de: '{field} fehlt.', en: '{field} is required.' }, field)

/** 400: a field that may be left out is null. */
export const neverNull = (field: string) =>
  new Problem(
    400,
    'validation_failed',
    { de: '{field} darf weggelassen werden, aber nicht null sein.', en: '{field} may be left out, but not be null.' },
    field,
  )

/** 422: a value that cannot be; `text` completes "<field> …" without a full stop. */
export const invalid = (field: string, text: Bilingual) =>
  new Problem(422, 'validation_failed', { de: `{field} ${text.de}.`, en: `{field} ${text.en}.` }, field)

/** 422: a list that is longer than any may be; its items are not looked at. */
export const tooManyItems = (field: string, most: number) =>
  invalid(field, { de: `darf höchstens ${most} Einträge haben`, en: `must have at most ${most} entries` })

/** 422: a text that is longer than any may be; nothing else of it is looked at. */
export const tooLong = (field: string, most: number) =>
  invalid(field, { de: `darf höchstens ${most} Zeichen lang sein`, en: `must be at most ${most} characters long` })

/** 422: an id that does not exist, or that belongs to another organization: the same words for both. */
export const unknownReference = (field: string) => invalid(field, { de: 'existiert nicht', en: 'does not exist' })

export const invalidJson = () =>
  new Problem(400, 'invalid_json', { de: 'Der Inhalt ist kein gültiges JSON.', en: 'The body is not valid JSON.' })

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

/** 422: what a GraphQL document may ask for, counted before it is run. */
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

/** 422: an answer that grows too large while it is made. */
export const answerTooLarge = (limit: number) =>
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

export const unauthorized = () =>
  new Problem(401, 'unauthorized', {
    de: 'Das Token fehlt oder gilt nicht.',
    en: 'The token is missing or not valid.',
  })

export const forbidden = () =>
  new Problem(403, 'forbidden', { de: 'Dazu fehlt die Berechtigung.', en: 'You may not do this.' })

export const notFound = () => new Problem(404, 'not_found', { de: 'Das gibt es nicht.', en: 'There is no such thing.' })

/** 410: an address past its time. */
export const expired = () =>
  new Problem(410, 'expired', { de: 'Dieser Link ist abgelaufen.', en: 'This link has expired.' })

export const methodNotAllowed = () =>
  new Problem(405, 'method_not_allowed', {
    de: 'Diese Methode gibt es hier nicht.',
    en: 'This method is not allowed here.',
  })

/** 409: a state that forbids the operation; `code` is one of the contract's. */
export const conflict = (code: string, text: Bilingual, field?: string) => new Problem(409, code, text, field)

export const invalidState = (text: Bilingual) => conflict('invalid_state', text)

export const preconditionFailed = () =>
  new Problem(412, 'precondition_failed', {
    de: 'Inzwischen hat sich der Datensatz geändert.',
    en: 'The resource has changed in the meantime.',
  })

export const requestTimeout = () =>
  new Problem(408, 'request_timeout', { de: 'Die Anfrage kam zu langsam.', en: 'The request came too slowly.' })

export const payloadTooLarge = () =>
  new Problem(413, 'payload_too_large', { de: 'Der Inhalt ist zu groß.', en: 'The body is too large.' })

export const unsupportedMediaType = () =>
  new Problem(415, 'unsupported_media_type', {
    de: 'Dieser Inhaltstyp wird nicht angenommen.',
    en: 'This content type is not accepted.',
  })

export const rateLimited = () =>
  new Problem(429, 'rate_limited', { de: 'Zu viele Anfragen.', en: 'Too many requests.' })

export const internalError = () =>
  new Problem(500, 'internal_error', { de: 'Ein Fehler auf unserer Seite.', en: 'An error on our side.' })

/** 503: what was archived is not what is there. */
export const documentDamaged = () =>
  new Problem(503, 'document_damaged', {
    de: 'Das archivierte Dokument ist beschädigt und wird nicht herausgegeben. Der Betreiber ist informiert.',
    en: 'The archived document is damaged and is not handed out. The operator has been told.',
  })

export const unavailable = () =>
  new Problem(503, 'unavailable', {
    de: 'Der Dienst ist gerade nicht erreichbar.',
    en: 'The service is not available right now.',
  })
