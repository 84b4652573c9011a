import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { trustedAuthority, untrustedAuthority } from './authority.ts'

/** How a receiver answers. */
type Answer =
  | { status: number; headers?: Record<string, string>; body?: string | Uint8Array }
  /** The body byte by byte, with a pause between two. */
  | { status: number; body: string; dripMs: number }
  /** A body that does not end before the caller leaves. */
  | { status: number; endless: true }
  /** Nothing, over an open connection. */
  | 'hang'
  /** The connection is reset. */
  | 'reset'
  /** Bytes that are not HTTP. */
  | 'garbage'

/** A request as it came in. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The very bytes, as signatures need them. */
  body: Buffer
  at: Date
  /** The number of the connection, from 1: the same for requests that shared it. */
  connection: number
  /** The caller's own port, by which its process is known. */
  from: number
  /** How it ended for the receiver: with its whole answer, or with a connection that broke before. */
  ended: Promise<'answered' | 'dropped'>
}

/** An HTTPS webhook receiver on loopback. */
export interface TlsReceiver extends Pick<Arrivals<ReceivedRequest>, 'all' | 'next'> {
  /** `https://localhost:<port>/hook` */
  url: string
  port: number
  /** For NODE_EXTRA_CA_CERTS of other processes. */
  caFile: string
  /** Sets how it answers from now on: always so, or for each request and its number from 1. 204 unless said. */
  answer(how: Answer | ((request: ReceivedRequest, number: number) => Answer)): void
  /** Breaks all connections. */
  drop(): void
  close(): Promise<void>
}

/** Starts a receiver; this process trusts its certificate (for localhost, 127.0.0.1, *.receiver.example) unless told not to. */
export async function startTlsReceiver({ trusted = true, host = '127.0.0.1' } = {}): Promise<TlsReceiver> {
  const { caFile, key, cert } = trusted ? trustedAuthority() : untrustedAuthority()
  const requests = createArrivals<ReceivedRequest>('request')
  const connections = new WeakMap<object, number>()
  let connected = 0
  let how: Answer | ((request: ReceivedRequest, number: number) => Answer) = { status: 204 }

  const server = createServer({ key, cert }, async (request, response) => {
    const received = await receive(request, response, connections.get(request.socket) ?? 0).catch(() => null)
    if (!received) return
    requests.push(received)
    reply(request, response, typeof how === 'function' ? how(received, requests.all.length) : how)
  })
  server.on('secureConnection', (socket) => connections.set(socket, ++connected))
  await once(server.listen(0, host), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}/hook`,
    port,
    caFile,
    all: requests.all,
    next: requests.next,
    answer(next) {
      how = next
    },
    drop: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  connection: number,
): Promise<ReceivedRequest> {
  const ended = once(response, 'close').then(() => (response.writableFinished ? 'answered' : 'dropped'))
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: await buffer(request),
    at: new Date(),
    connection,
    from: request.socket.remotePort ?? 0,
    ended,
  }
}

function reply({ socket }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return
  if (answer === 'reset') socket.destroy()
  else if (answer === 'garbage') socket.end('220 this is another protocol\r\n\r\n')
  else if ('endless' in answer) pour(response.writeHead(answer.status))
  else if ('dripMs' in answer) drip(response.writeHead(answer.status), answer.body, answer.dripMs)
  else response.writeHead(answer.status, answer.headers).end(answer.body)
}

const page = Buffer.alloc(16 * 1024, 'x')

function pour(response: ServerResponse): void {
  if (response.destroyed) return
  if (response.write(page)) setImmediate(pour, response)
  else response.once('drain', () => pour(response))
}

function drip(response: ServerResponse, body: string, pauseMs: number): void {
  const letters = [...body]
  const tap = setInterval(() => {
    const letter = letters.shift()
    if (letter !== undefined && !response.destroyed) response.write(letter)
    else response.end(() => clearInterval(tap))
    if (response.destroyed) clearInterval(tap)
  }, pauseMs)
}
