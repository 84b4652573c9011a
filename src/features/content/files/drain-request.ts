import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How much is still read of what was refused, and for how long, in milliseconds. */
const drainLimits = { bytes: 256 * 1024 * 1024, time: 60_000 }

/** Has the rest of a body read away that a route of this scope has not read to its end. */
export function drainRequestBodies(scope: FastifyInstance) {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!request.raw.complete) drainRequest(request, reply)
    return payload
  })
}

/**
 * Answers at once and reads on: a connection that is closed under somebody who is still sending takes the answer with
 * it. Where the request asks for the end of the connection, Node would end it with the answer.
 */
function drainRequest({ raw }: FastifyRequest, reply: FastifyReply) {
  const closes = !reply.raw.shouldKeepAlive
  reply.raw.shouldKeepAlive = true
  const late = setTimeout(() => raw.destroy(), drainLimits.time).unref()
  let left = drainLimits.bytes
  raw.unpipe()
  raw
    .on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) raw.destroy()
    })
    .once('end', () => closes && raw.socket.end())
    .once('close', () => clearTimeout(late))
    .resume()
}
