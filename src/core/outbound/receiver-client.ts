import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { blockList } from '../../config.ts'
import { mayCall } from './addresses.ts'
import type { ReceiverOptions } from './receiver-url.ts'

/** Why a receiver could not be reached, in a word that may be shown. */
export type FailureReason = 'timeout' | 'refused_address' | 'name_not_found' | 'tls' | 'connection'

export class ReceiverFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause: unknown) {
    super(reason, { cause })
    this.name = 'ReceiverFailure'
    this.reason = reason
  }
}

export interface ReceiverAnswer {
  status: number
  /** The first 4 KB. */
  body: string
}

/** Calls webhook receivers: over HTTPS, at public addresses, within five seconds, and never further than told. */
export interface ReceiverClient {
  /** Throws ReceiverFailure where there is no answer; a redirect is an answer. */
  post(url: string, headers: Record<string, string>, body: string): Promise<ReceiverAnswer>
  close(): Promise<void>
}

const mostRead = 64 * 1024
const mostKept = 4 * 1024

class RefusedAddress extends Error {}

/** A client whose every connection is checked: the literal, each resolved address, and the socket's other end. */
export function createReceiverClient({
  allowPrivateCidrs,
  timeoutMs = 5_000,
  lookup = resolve as LookupFunction,
}: ReceiverOptions & { timeoutMs?: number; lookup?: LookupFunction }): ReceiverClient {
  const allowed = blockList(allowPrivateCidrs)

  const checkedLookup: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const all = (Array.isArray(found) ? found : [{ address: found, family: 4 }]).filter(({ address }) =>
        mayCall(address, allowed),
      )
      const [first] = all
      if (!first) return callback(new RefusedAddress(hostname), '', 0)
      // The address that was checked is the one that is connected: a second look-up could say something else.
      if (options.all) callback(null, all)
      else callback(null, first.address, first.family)
    })

  const connector = buildConnector({ lookup: checkedLookup, timeout: timeoutMs, autoSelectFamily: true } as never)
  const agent = new Agent({
    connect: (options, callback) => {
      connector(options, (error, socket) => {
        if (error) return callback(error, null)
        if (!mayCall(socket.remoteAddress ?? '', allowed)) {
          socket.destroy()
          return callback(new RefusedAddress(options.hostname), null)
        }
        callback(null, socket)
      })
    },
    keepAliveTimeout: 10_000,
    connections: 32,
    pipelining: 1,
  })

  return {
    async post(url, headers, body) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
        return { status: answer.statusCode, body: await readStart(answer.body) }
      } catch (error) {
        throw new ReceiverFailure(signal.aborted ? 'timeout' : reasonOf(error), error)
      }
    },
    close: () => agent.destroy(),
  }
}

/** The start of an answer; beyond 64 KB the connection is given up rather than read on. */
async function readStart(stream: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (size < mostKept) chunks.push(chunk)
    size += chunk.length
    if (size > mostRead) {
      stream.destroy()
      break
    }
  }
  return Buffer.concat(chunks).subarray(0, mostKept).toString('utf8').replaceAll('\u0000', '')
}

function reasonOf(error: unknown): FailureReason {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', name } = cause as Error & { code?: string }
    if (cause instanceof RefusedAddress) return 'refused_address'
    if (name === 'ConnectTimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
      return 'timeout'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_found'
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'tls'
  }
  return 'connection'
}
