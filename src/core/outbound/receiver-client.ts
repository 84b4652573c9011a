import { lookup as systemLookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { errors as Errors } from 'undici'
import { createAddressPolicy } from './address-policy.ts'
import { createGuardedConnector } from './connector.ts'
import { ReceiverFailure, ResponseTooLarge } from './receiver-failure.ts'
import { findReceiverUrlError, type ReceiverPolicy } from './receiver-url.ts'

export { type FailureReason, ReceiverFailure } from './receiver-failure.ts'

export interface ReceiverClientOptions extends ReceiverPolicy {
  /** For the whole call. */
  timeoutMs?: number
  /** Resolver; the system's by default. */
  lookup?: LookupFunction
}

export interface ReceiverResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The first 4 KB, without NUL and lone surrogates. */
  body: string
  durationMs: number
}

/** Sends webhooks to untrusted URLs, which may not lead to internal addresses. */
export interface ReceiverClient {
  /** Resolves for any status; redirects are not followed. Throws ReceiverFailure if there is no response. */
  post(url: string, headers: Record<string, string>, body: string | Uint8Array): Promise<ReceiverResponse>
  /** Waits for pending calls, then closes the connections. */
  close(): Promise<void>
}

const maxReadBytes = 64 * 1024
const maxStoredBytes = 4 * 1024

/** Keeps connections alive and trusts the same authorities as Node (including NODE_EXTRA_CA_CERTS). */
export function createReceiverClient(options: ReceiverClientOptions): ReceiverClient {
  const { allowPrivateCidrs, timeoutMs = 5000, lookup = systemLookup as LookupFunction } = options
  const mayCall = createAddressPolicy(allowPrivateCidrs)
  /** Loaded with the first call. */
  const open = async () => {
    const { Agent, errors, request } = await import('undici')
    return { dispatcher: new Agent({ connect: createGuardedConnector(mayCall, lookup, timeoutMs) }), errors, request }
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    async post(url, headers, body) {
      const fault = findReceiverUrlError(url, mayCall)
      if (fault !== null) throw new ReceiverFailure(fault === 'address' ? 'refused_address' : 'url')
      opened ??= open()
      const { dispatcher, errors, request } = await opened
      const began = performance.now()
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), timeoutMs)
      try {
        const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal: late.signal })
        return {
          status: answer.statusCode,
          headers: answer.headers,
          body: await firstOf(answer.body),
          durationMs: Math.round(performance.now() - began),
        }
      } catch (error) {
        throw late.signal.aborted ? new ReceiverFailure('timeout', error) : toReceiverFailure(error, errors)
      } finally {
        clearTimeout(timer)
      }
    },
    async close() {
      await (await opened)?.dispatcher.close()
    },
  }
}

/** Reads up to 64 KB; leaving the loop closes the connection. */
async function firstOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (size < maxStoredBytes) kept.push(chunk.subarray(0, maxStoredBytes - size))
    size += chunk.length
    if (size > maxReadBytes) break
  }
  // In stream mode the decoder drops a truncated character.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\ufffd')
}

/** Translates an error of undici. */
export function toReceiverFailure(error: unknown, errors: typeof Errors): Error {
  if (error instanceof ReceiverFailure || error instanceof ResponseTooLarge) return error
  const unreadable = error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError
  return new ReceiverFailure(unreadable ? 'invalid_answer' : 'connection', error)
}
