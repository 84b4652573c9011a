import type { FastifyRequest } from 'fastify'

/** Limit of a request that uploads a file. */
export const maxUploadSeconds = 3600

/** Aborts the request after that time. */
export async function withUploadTimeout<Result>({ raw }: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const clock = setTimeout(() => raw.destroy(), maxUploadSeconds * 1000).unref()
  try {
    return await work()
  } finally {
    clearTimeout(clock)
  }
}
