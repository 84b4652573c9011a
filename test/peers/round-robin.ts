import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** A reverse proxy that hands requests and WebSockets to its targets in turn, as nginx does with `proxy_next_upstream`. */
export interface RoundRobin {
  base: string
  close(): Promise<void>
}

/**
 * A target that is not there, closes the connection without an answer, or answers 503, is passed over; the request goes to the
 * next one, for ten seconds at most.
 */
export async function roundRobin(targets: readonly string[]): Promise<RoundRobin> {
  let turn = 0
  const next = () => new URL(targets[turn++ % targets.length] as string)
  const sockets = new Set<Socket>()

  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null)
    for (const end = Date.now() + 10_000; body && Date.now() < end; await pause(5))
      for (let tries = 0; tries < targets.length; tries++) {
        const given = await ask(next(), asked, body)
        if (given && given.statusCode !== 503) return passOn(given, answer)
        given?.resume()
      }
    answer.writeHead(502).end()
  })
  server.on('upgrade', (asked, socket: Socket, head: Buffer) => {
    const { hostname, port } = next()
    const upstream = connect(Number(port), hostname)
    for (const each of [socket, upstream]) {
      sockets.add(each.on('close', () => sockets.delete(each)))
      each.on('error', () => {}).on('close', () => [socket, upstream].forEach((other) => void other.destroy()))
    }
    const headers = asked.rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${asked.rawHeaders[at + 1]}`]))
    upstream.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket)
    socket.pipe(upstream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** What a target answers; null where it is gone before it does. */
const ask = ({ hostname, port }: URL, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<IncomingMessage | null>((resolve) => {
    request({ hostname, port, method, path: url, headers, agent: false })
      .on('response', resolve)
      .on('error', () => resolve(null))
      .end(body)
  })

async function passOn(given: IncomingMessage, answer: ServerResponse) {
  answer.writeHead(given.statusCode ?? 502, given.headers)
  given.on('error', () => answer.destroy()).pipe(answer)
}
