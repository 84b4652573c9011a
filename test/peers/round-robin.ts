import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A round-robin reverse proxy for HTTP and WebSockets, like Caddy, nginx or a load balancer. */
export interface RoundRobin {
  base: string
  close(): Promise<void>
}

/** Milliseconds between two looks at whether a target is ready. */
const lookEvery = 200

/**
 * Keeps connections, polls each target's `/readyz` and skips targets that are not ready. Requests are never repeated; if no
 * connection can be opened, the next target is tried.
 */
export async function startRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
  const places = targets.map((target) => ({
    url: new URL(target),
    agent: new Agent({ keepAlive: true }),
    isReady: true,
  }))
  let turn = 0
  const next = () => {
    const ready = places.filter(({ isReady }) => isReady)
    return (ready.length ? ready : places)[turn++ % (ready.length || places.length)] as (typeof places)[number]
  }
  const looking = setInterval(async () => {
    for (const place of places)
      place.isReady = await fetch(new URL('/readyz', place.url), { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
  }, lookEvery)
  const sockets = new Set<Socket>()

  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null)
    if (!body) return
    for (let tries = 0; tries < targets.length; tries++)
      try {
        return passOn(await ask(next(), asked, body), answer)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNREFUSED') break
      }
    answer.writeHead(502).end()
  })
  server.on('upgrade', (asked, socket: Socket, head: Buffer) => {
    const { hostname, port } = next().url
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
      clearInterval(looking)
      for (const { agent } of places) agent.destroy()
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** What a target answers; throws where it is gone before it does. */
const ask = (
  { url: { hostname, port }, agent }: { url: URL; agent: Agent },
  { method, url, headers: { connection: _, ...headers } }: IncomingMessage,
  body: Buffer,
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, method, path: url, headers, agent }).on('response', resolve).on('error', reject).end(body)
  })

async function passOn(given: IncomingMessage, answer: ServerResponse) {
  const { connection: _, 'keep-alive': __, ...headers } = given.headers
  answer.writeHead(given.statusCode ?? 502, headers)
  given.on('error', () => answer.destroy()).pipe(answer)
}
