import type { Answer, House } from '../../../harness/house.ts'
import { findContractViolation } from '../../../harness/openapi.ts'

/** The parts of a form: text, or bytes with the name of their file. */
export type Parts = Record<string, string | readonly [bytes: string | Uint8Array, name: string]>

export type Caller = Extract<keyof House, 'owner' | 'admin' | 'accountant' | 'auditor' | 'member' | 'viewer' | 'nobody'>

/** A form as a browser writes it. */
export async function written(parts: Parts | readonly [string, Parts[string]][]) {
  const form = new FormData()
  for (const [name, part] of Array.isArray(parts) ? parts : Object.entries(parts as Parts))
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new Blob([part[0] as never]), part[1])
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', payload: Buffer.from(await response.arrayBuffer()) }
}

/** Uploads a form in the process. */
export async function upload(
  at: House,
  as: Caller,
  parts: Parts | readonly [string, Parts[string]][],
  headers: Record<string, string> = {},
  path?: string,
): Promise<Answer> {
  const form = await written(parts)
  return sendBody(at, as, form.payload, { 'content-type': form.type, ...headers }, path)
}

/** Posts bytes as they are to the upload, or to another route that takes a form. */
export async function sendBody(
  at: House,
  as: Caller,
  payload: Buffer,
  headers: Record<string, string>,
  path = '/storage/files',
): Promise<Answer> {
  const { token } = at[as]
  const response = await at.app.server.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    payload,
  })
  const body = JSON.parse(response.body)
  const fault = findContractViolation('POST', path, response.statusCode, body)
  if (fault) throw new Error(`Not what OpenAPI promises: ${fault}`)
  return { status: response.statusCode, body, headers: response.headers, raw: response.rawPayload }
}

/** Keys of a storage, in their order. */
export async function listed(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all.sort()
}
