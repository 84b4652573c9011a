import type { FastifyInstance } from 'fastify'
import { invalidJson, payloadTooLarge } from '../errors.ts'

const mostJson = 1024 * 1024
/** How much of a body that is too large is still read away, so that the refusal can be read before the connection closes. */
const mostDrained = 64 * 1024 * 1024

/** Parses JSON bodies once for both facades; an empty one passes, one over 1 MiB is read to its end and refused. */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (_request: unknown, payload: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= mostJson) chunks.push(chunk)
      else if (size > mostDrained) break
    }
    if (size > mostJson) throw payloadTooLarge()
    const text = Buffer.concat(chunks).toString('utf8')
    if (text.trim() === '') return undefined
    try {
      return JSON.parse(text)
    } catch {
      throw invalidJson()
    }
  })
}
