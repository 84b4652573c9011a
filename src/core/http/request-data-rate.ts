import type { FastifyRequest } from 'fastify'
import { requestTimeout } from '#core/errors/problem'

/** A minimum of `bytes` per `milliseconds`. */
export interface DataRate {
  bytes: number
  milliseconds: number
}

/** Slow enough for any real client: 100 MB may take a day. */
export const minRequestDataRate: DataRate = { bytes: 16 * 1024, milliseconds: 20_000 }

/** Aborts a body that arrives too slowly with 408. Time during which the reader does not read is not counted. */
export function enforceRequestDataRate({ raw }: FastifyRequest, { bytes, milliseconds }: DataRate) {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  let before = raw.socket.bytesRead
  const clock = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(clock)
    const arrived = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    if (arrived < bytes && raw.readableLength === 0) raw.emit('error', requestTimeout())
  }, milliseconds)
  // Without a listener an error would end the process.
  raw.on('error', () => {})
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(clock))
}
