import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { DataRate } from './request-data-rate.ts'

/** A client that takes a large answer more slowly does not get it: 5 MB may take seven minutes. */
export const minResponseDataRate: DataRate = { bytes: 256 * 1024, milliseconds: 20_000 }

/** What the socket is given at once: a whole megabyte would not tell how much of it its client has taken. */
const pieceBytes = 64 * 1024

function* piecesOf(parts: readonly Buffer[]) {
  for (const part of parts)
    for (let from = 0; from < part.length; from += pieceBytes) yield part.subarray(from, from + pieceBytes)
}

/** The parts of an answer as a stream that its client must take at a pace: until then all of them are held. */
export function streamAtDataRate(reply: FastifyReply, parts: readonly Buffer[], pace = minResponseDataRate): Readable {
  reply.header(
    'content-length',
    parts.reduce((sum, part) => sum + part.length, 0),
  )
  enforceResponseDataRate(reply, pace)
  return Readable.from(piecesOf(parts))
}

/** Ends the connection of a client who takes fewer bytes. */
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
