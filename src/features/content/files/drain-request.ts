import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How much of a rejected body is still read, and for how many milliseconds. */
const drainLimits = { bytes: 256 * 1024 * 1024, time: 60_000 }

/** Reads the rest of a body that a route has not consumed. */
export function drainRequestBodies(scope: FastifyInstance) {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!request.raw.complete) drainRequest(request, reply)
    return payload
  })
}

/**
 * Responds at once and keeps reading: closing the connection while the client is still sending would lose the response. Node
 * would also close it if the request has `Connection: close`.
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
