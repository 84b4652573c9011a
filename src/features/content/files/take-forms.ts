import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { drainUnread } from './drain-request.ts'

/** Prepares the scope of a route that reads forms with files. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
  drainUnread(scope)
}
