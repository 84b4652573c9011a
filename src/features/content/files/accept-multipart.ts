import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { drainRequestBodies } from './drain-request.ts'

/** Registers multipart parsing in a route's scope. */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
  drainRequestBodies(scope)
}
