import type { FastifyRequest } from 'fastify'
import { requestTimeout } from '#core/errors/problem'

/** So many bytes of a body must come in so many milliseconds. */
export interface DataRate {
  bytes: number
  milliseconds: number
}

/** Under a kilobyte a second nobody sends who means it: at this pace an upload of 100 MB may take a day. */
export const minRequestDataRate: DataRate = { bytes: 16 * 1024, milliseconds: 20_000 }

/** Breaks off a body that comes more slowly, for whoever reads it: 408. What waits to be read is not its sender's fault. */
export function enforceRequestDataRate({ raw }: FastifyRequest, { bytes, milliseconds }: DataRate) {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  let before = raw.socket.bytesRead
  const clock = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(clock)
    const arrived = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    if (arrived < bytes && raw.readableLength === 0) raw.emit('error', requestTimeout())
  }, milliseconds)
  // Without a listener an error would end the process; who reads has one of their own.
  raw.on('error', () => {})
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(clock))
}
