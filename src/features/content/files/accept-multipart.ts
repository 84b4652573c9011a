import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { drainRequestBodies } from './drain-request.ts'

/** Prepares the scope of a route that reads forms with files. */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
  drainRequestBodies(scope)
}
