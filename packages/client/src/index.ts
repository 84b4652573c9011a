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

/** Types of the REST API by their OpenAPI names: `Schemas['Invoice']`, `Schemas['CreateClientInput']`. */
export type Schemas = components['schemas']

/** An error response: `error` is a stable code for programs, `message` is for people. */
export type Refusal = Schemas['Error']

type Json = 'application/json'
type Operation = Record<string | number, unknown>

/** The result or the error. Responses other than JSON are a `Blob` unless `parseAs` is given. */
type Answer<Asked extends Operation, Init> = Init extends { parseAs: string }
  ? FetchResponse<Asked, Init, Json>
  : FetchResponse<
      Asked,
      HasBytes<SuccessResponse<ResponseObjectMap<Asked>, Json>> extends true ? Init & { parseAs: 'blob' } : Init,
      Json
    >

/** For responses other than JSON, openapi-fetch leaves the media types in the type: `{ 'application/pdf': Blob }`. */
type HasBytes<Success> = [Success] extends [never]
  ? false
  : [keyof Success & `${string}/${string}`] extends [never]
    ? false
    : true

/** Optional if no property is required. */
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init]

type Method<Verb extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Verb>,
  Init extends MaybeOptionalInit<paths[Path], Verb>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<Answer<paths[Path][Verb] extends Operation ? paths[Path][Verb] : never, Init>>

/** One method per HTTP verb, typed by path. */
export interface Kontor extends Pick<Client<paths, Json>, 'use' | 'eject'> {
  GET: Method<'get'>
  POST: Method<'post'>
  PUT: Method<'put'>
  PATCH: Method<'patch'>
  DELETE: Method<'delete'>
}

export interface KontorOptions extends Pick<ClientOptions, 'fetch' | 'headers'> {
  /** `https://kontor.example`, with or without `/api/v1`. */
  baseUrl: string
  /** An API token. Whoever has it acts as its member: keep it on a server or in memory, never in source code. */
  token: string
  /** Language of messages. */
  language?: 'de' | 'en'
}

/** Creates a client typed by the OpenAPI document. */
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
      // Without a length openapi-fetch would parse the body itself.
      headers.set('content-length', String(blob.size))
      return Object.assign(new Response(blob, { status: response.status, headers }), { json: async () => blob })
    },
  })
  return kontor as unknown as Kontor
}

/** Bodies that contain a Blob are sent as multipart, others as JSON. */
function bodySerializer(body: unknown): unknown {
  if (body instanceof FormData || body instanceof Blob) return body
  const fields = Object.entries(body ?? {})
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields) if (value !== undefined) form.set(name, value)
  return form
}

/** An error response, thrown. */
export class KontorError extends Error {
  override readonly name = 'KontorError'
  /** Stable code, such as `validation_failed` or `precondition_failed`. */
  readonly error: Refusal['error'] | 'unknown'
  /** The whole error response; null if something other than Kontor answered, such as a proxy. */
  readonly refusal: Refusal | null
  readonly status: number
  /** Quote it in support requests. */
  readonly requestId: string | null

  constructor(refusal: Refusal | null, { status, statusText, headers }: Response) {
    // Only Kontor sends this header.
    const requestId = headers.get('x-request-id')
    super(refusal?.message ?? `${status} ${statusText}${requestId ? '' : ': no answer of Kontor; is baseUrl right?'}`)
    this.refusal = refusal
    this.error = refusal?.error ?? 'unknown'
    this.status = status
    this.requestId = requestId
  }
}

/** Returns the data or throws a `KontorError`: `await orThrow(kontor.GET('/clients'))`. */
export async function orThrow<Answer extends { data?: unknown; error?: unknown; response: Response }>(
  answer: Promise<Answer>,
): Promise<Exclude<Answer['data'], undefined>> {
  const { data, error, response } = await answer
  if (!response.ok) throw new KontorError(isRefusal(error) ? error : null, response)
  return data as Exclude<Answer['data'], undefined>
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'error' in error && 'message' in error
