import type { FastifyRequest } from 'fastify'

/** Longer no request with the bytes of a file lasts. */
export const maxUploadSeconds = 3600

/** Does the work of such a request, and cuts it off after that time. */
export async function withUploadTimeout<Result>({ raw }: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const clock = setTimeout(() => raw.destroy(), maxUploadSeconds * 1000).unref()
  try {
    return await work()
  } finally {
    clearTimeout(clock)
  }
}
