import type { FastifyRequest } from 'fastify'

/** Where the REST facade lives. */
export const basePath = '/api/v1'

/** An address as it is meant: without its query, decoded, in small letters, each slash once. */
export function canonicalPath(url: string): string {
  const [path = ''] = url.split('?')
  return decoded(path)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
}

/** The address that a request has led to, however it was written: that of its route, with what stands in its place for each parameter. */
export function matchedPath({ routeOptions: { url = '' }, params }: FastifyRequest): string {
  const given = params as Readonly<Record<string, string>>
  return url.replace(/:(\w+)/g, (_, name: string) => given[name] ?? '').toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** An address that the router can read: where its percent signs encode nothing, they stand for themselves. */
export function readablePath(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
