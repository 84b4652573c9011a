import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
import type { components, paths } from './openapi.js'

export type { components, paths } from './openapi.js'

/** What REST answers and takes, by its name in OpenAPI: `Schemas['Invoice']`, `Schemas['CreateClientInput']`. */
export type Schemas = components['schemas']

/** What is wrong: `error` is a stable token for programs, `message` is for people. */
export type Refusal = Schemas['Error']

export type Kontor = Client<paths, 'application/json'>

export interface KontorOptions extends Pick<ClientOptions, 'fetch' | 'headers'> {
  /** Where the service is: `https://kontor.example`. */
  baseUrl: string
  /** An API token. Who holds it acts as its member: it belongs on a server, or in a browser's memory, and in no source. */
  token: string
  /** The language of messages: `de` or `en`. */
  language?: 'de' | 'en'
}

/** A client whose methods know each path, what it takes and what it answers. */
export function createKontor({ baseUrl, token, language, fetch, headers }: KontorOptions): Kontor {
  const kontor = createFetchClient<paths, 'application/json'>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    ...(fetch && { fetch }),
    ...(headers && { headers }),
  })
  kontor.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${token}`)
      if (language && !request.headers.has('accept-language')) request.headers.set('accept-language', language)
      return request
    },
  })
  return kontor
}

/** A refusal, thrown. */
export class KontorError extends Error {
  override readonly name = 'KontorError'
  /** The stable token: `validation_failed`, `precondition_failed`. */
  readonly error: Refusal['error'] | 'unknown'
  /** All of the refusal; null where something other than the service answered. */
  readonly refusal: Refusal | null
  readonly status: number
  /** To quote when you ask for help. */
  readonly requestId: string | null

  constructor(refusal: Refusal | null, { status, statusText, headers }: Response) {
    super(refusal?.message ?? `${status} ${statusText}`)
    this.refusal = refusal
    this.error = refusal?.error ?? 'unknown'
    this.status = status
    this.requestId = headers.get('x-request-id')
  }
}

/** The data of an answer, or a `KontorError`: `await orThrow(kontor.GET('/clients'))`. */
export async function orThrow<Answer extends { data?: unknown; error?: unknown; response: Response }>(
  answer: Promise<Answer>,
): Promise<Exclude<Answer['data'], undefined>> {
  const { data, error, response } = await answer
  if (!response.ok) throw new KontorError(isRefusal(error) ? error : null, response)
  return data as Exclude<Answer['data'], undefined>
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'error' in error && 'message' in error
