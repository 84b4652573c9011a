import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { traceSpan } from '#core/runtime/tracing'
import { createAddressPolicy } from './address-policy.ts'
import { createGuardedConnector } from './connector.ts'
import { toReceiverFailure } from './receiver-client.ts'
import { ReceiverFailure, ResponseTooLarge } from './receiver-failure.ts'
import { findReceiverUrlError, type ReceiverPolicy } from './receiver-url.ts'

export interface GuardedFetchOptions extends ReceiverPolicy {
  /** For the whole call, including redirects. */
  timeoutMs: number
  /** Maximum size of a response. */
  maxBytes: number
  /** Resolver; the system's by default. */
  lookup?: LookupFunction
}

/** `fetch` for untrusted URLs, which may not lead to internal addresses. */
export interface GuardedFetch {
  /**
   * Resolves for any status. Redirects of GET and HEAD are followed, each hop checked, and without credentials to another
   * origin (Fetch Standard); `url` is the final address. Throws ReceiverFailure if there is no response or `signal` aborts.
   */
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** Aborts pending calls. */
  close(): Promise<void>
}

const maxRedirects = 5
const readers = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'])
/** Headers that are not sent to another origin. */
const credentials = ['authorization', 'cookie', 'proxy-authorization']
const redirects = new Set([301, 302, 303, 307, 308])
/** Statuses without a body. */
const bodiless = new Set([204, 205, 304])

export function createGuardedFetch({
  allowPrivateCidrs,
  timeoutMs,
  maxBytes,
  lookup = systemLookup as LookupFunction,
}: GuardedFetchOptions): GuardedFetch {
  const mayCall = createAddressPolicy(allowPrivateCidrs)
  /** Loaded with the first call. */
  const open = async () => {
    const { Agent, errors, request } = await import('undici')
    return { dispatcher: new Agent({ connect: createGuardedConnector(mayCall, lookup, timeoutMs) }), errors, request }
  }
  let opened: ReturnType<typeof open> | undefined

  return {
    async fetch(first, { method = 'GET', headers, body, signal } = {}) {
      opened ??= open()
      const { dispatcher, errors, request } = await opened
      const late = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
      const sent = new Headers(headers)
      try {
        let url = first
        for (let hop = 0; ; hop++) {
          const fault = findReceiverUrlError(url, mayCall)
          if (fault !== null) throw new ReceiverFailure(fault === 'address' ? 'refused_address' : 'url')
          const answer = await traceSpan(
            () => ({ name: method, kind: 'client', attributes: { 'http.request.method': method } }),
            async (span) => {
              const given = await request(url, {
                dispatcher,
                method: method as 'GET',
                headers: Object.fromEntries(sent),
                body: (body ?? null) as string | null,
                signal: late,
              })
              span?.set({ 'http.response.status_code': given.statusCode })
              return given
            },
          )
          const { location } = answer.headers
          if (redirects.has(answer.statusCode) && readers.has(method) && typeof location === 'string') {
            await answer.body.dump()
            if (hop === maxRedirects) throw new ReceiverFailure('invalid_answer')
            const next = URL.parse(location, url)
            if (next?.origin !== new URL(url).origin) for (const name of credentials) sent.delete(name)
            url = next?.href ?? ''
            continue
          }
          const bytes = await bytesOf(answer.body, maxBytes)
          const response = new Response(bodiless.has(answer.statusCode) ? null : bytes, {
            status: answer.statusCode,
            headers: Object.entries(answer.headers).flatMap(([name, value]) =>
              [value ?? []].flat().map((each): [string, string] => [name, each]),
            ),
          })
          return Object.defineProperty(response, 'url', { value: url })
        }
      } catch (error) {
        throw late.aborted ? new ReceiverFailure('timeout', error) : toReceiverFailure(error, errors)
      }
    },
    async close() {
      await (await opened)?.dispatcher.destroy()
    },
  }
}

async function bytesOf(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > most) throw new ResponseTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
