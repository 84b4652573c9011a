import { execFileSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A delivery as the receiver got it; `raw` is what was signed. */
export interface Received {
  headers: IncomingHttpHeaders
  raw: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies as a receiver would, without their types
  body: any
  at: number
}

/** What the receiver does with a delivery. */
export type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'reset'

export interface Receiver {
  url: string
  got: Received[]
  /** The certificate to trust. */
  certificate: string
  next(fits: (delivery: Received) => boolean, ms?: number): Promise<Received>
  /** Decides on each delivery; 200 unless set. */
  reply(decide: (delivery: Received, count: number) => Reply): void
  close(): void
}

/** A real HTTPS receiver with a certificate of its own. */
export async function receiver(): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-receiver-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  )
  const tls = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })

  const got: Received[] = []
  const arrivals = new EventEmitter()
  let decide: (delivery: Received, count: number) => Reply = () => ({ status: 200 })
  const server = createServer(tls, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const delivery = { headers: request.headers, raw, body: JSON.parse(raw.toString()), at: Date.now() }
    got.push(delivery)
    const reply = decide(delivery, got.length)
    if (reply === 'reset') request.socket.destroy()
    else if (reply !== 'hang') response.writeHead(reply.status, reply.headers).end(reply.body)
    arrivals.emit('delivery')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    got,
    certificate: tls.cert.toString(),
    async next(fits, ms = 15_000) {
      const signal = AbortSignal.timeout(ms)
      for (;;) {
        const found = got.find(fits)
        if (found) return found
        await once(arrivals, 'delivery', { signal })
      }
    },
    reply(next) {
      decide = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
