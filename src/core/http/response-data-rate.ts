import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { DataRate } from './request-data-rate.ts'

/** Clients that read a large response more slowly are disconnected: 5 MB may take seven minutes. */
export const minResponseDataRate: DataRate = { bytes: 256 * 1024, milliseconds: 20_000 }

/** Bytes written at once. With larger chunks, slow reading could not be measured. */
const pieceBytes = 64 * 1024

function* piecesOf(parts: readonly Buffer[]) {
  for (const part of parts)
    for (let from = 0; from < part.length; from += pieceBytes) yield part.subarray(from, from + pieceBytes)
}

/** Streams the parts of a response, which stay in memory until the client has read them. */
export function streamAtDataRate(reply: FastifyReply, parts: readonly Buffer[], pace = minResponseDataRate): Readable {
  reply.header(
    'content-length',
    parts.reduce((sum, part) => sum + part.length, 0),
  )
  enforceResponseDataRate(reply, pace)
  return Readable.from(piecesOf(parts))
}

/** Closes the connection if the client reads too slowly. */
export function enforceResponseDataRate({ raw, request }: FastifyReply, { bytes, milliseconds } = minResponseDataRate) {
  const { socket } = request.raw
  let before = socket.bytesWritten
  const clock = setInterval(() => {
    const taken = socket.bytesWritten - before
    before = socket.bytesWritten
    if (taken < bytes) socket.destroy()
  }, milliseconds)
  raw.once('close', () => clearInterval(clock))
  if (raw.closed) clearInterval(clock)
}
