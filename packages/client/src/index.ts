import createFetchClient, {
  type Client,
  type ClientOptions,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch'
import type {
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { components, paths } from './openapi.js'

export type { components, paths } from './openapi.js'

/** What REST answers and takes, by its name in OpenAPI: `Schemas['Invoice']`, `Schemas['CreateClientInput']`. */
export type Schemas = components['schemas']

/** What is wrong: `error` is a stable token for programs, `message` is for people. */
export type Refusal = Schemas['Error']

type Json = 'application/json'
type Operation = Record<string | number, unknown>

/** What was asked for, or why it was refused. What is no JSON is a `Blob`, unless `parseAs` says otherwise. */
type Answer<Asked extends Operation, Init> = Init extends { parseAs: string }
  ? FetchResponse<Asked, Init, Json>
  : FetchResponse<
      Asked,
      HasBytes<SuccessResponse<ResponseObjectMap<Asked>, Json>> extends true ? Init & { parseAs: 'blob' } : Init,
      Json
    >

/** Where there is no JSON, openapi-fetch leaves what is answered under the names of its types: `{ 'application/pdf': Blob }`. */
type HasBytes<Success> = [Success] extends [never]
  ? false
  : [keyof Success & `${string}/${string}`] extends [never]
    ? false
    : true

/** Left out where nothing of it must be given. */
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init]

type Method<Verb extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Verb>,
  Init extends MaybeOptionalInit<paths[Path], Verb>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<Answer<paths[Path][Verb] extends Operation ? paths[Path][Verb] : never, Init>>

/** A method for each verb, which knows its paths. */
export interface Kontor extends Pick<Client<paths, Json>, 'use' | 'eject'> {
  GET: Method<'get'>
  POST: Method<'post'>
  PUT: Method<'put'>
  PATCH: Method<'patch'>
  DELETE: Method<'delete'>
}

export interface KontorOptions extends Pick<ClientOptions, 'fetch' | 'headers'> {
  /** Where the service is: `https://kontor.example`, with `/api/v1` or without. */
  baseUrl: string
  /** An API token. Who holds it acts as its member: it belongs on a server, or in a browser's memory, and in no source. */
  token: string
  /** The language of messages: `de` or `en`. */
  language?: 'de' | 'en'
}

/** A client whose methods know each path, what it takes and what it answers. */
export function createKontor({ baseUrl, token, language, fetch, headers }: KontorOptions): Kontor {
  const kontor = createFetchClient<paths, 'application/json'>({
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`,
    bodySerializer,
    ...(fetch && { fetch }),
    ...(headers && { headers }),
  })
  kontor.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${token}`)
      if (language && !request.headers.has('accept-language')) request.headers.set('accept-language', language)
      return request
    },
    async onResponse({ response, options }) {
      const type = response.headers.get('content-type') ?? ''
      if (!response.ok || options.parseAs !== 'json' || !type || /[/+]json\b/.test(type)) return
      if (/^text\/html\b/.test(type)) throw new KontorError(null, response)
      const blob = await response.blob()
      const headers = new Headers(response.headers)
      // Without a length openapi-fetch parses the text of an answer by itself.
      headers.set('content-length', String(blob.size))
      return Object.assign(new Response(blob, { status: response.status, headers }), { json: async () => blob })
    },
  })
  return kontor as unknown as Kontor
}

/** An object with a file in it is multipart, as a form is; all else is JSON. */
function bodySerializer(body: unknown): unknown {
  if (body instanceof FormData || body instanceof Blob) return body
  const fields = Object.entries(body ?? {})
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields) if (value !== undefined) form.set(name, value)
  return form
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
    // The service says which request it was; another one than ours does not.
    const requestId = headers.get('x-request-id')
    super(refusal?.message ?? `${status} ${statusText}${requestId ? '' : ': no answer of Kontor; is baseUrl right?'}`)
    this.refusal = refusal
    this.error = refusal?.error ?? 'unknown'
    this.status = status
    this.requestId = requestId
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
