import type { FastifyRequest } from 'fastify'

/** Where the REST facade lives. */
export const basePath = '/api/v1'

/** An address as it is meant: without its query, decoded, in small letters, each slash once. */
export const canonicalPath = (url: string): string =>
  decodePath(url)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')

/** The path of an address without its query; as it stands if it cannot be decoded. */
export function decodePath(url: string): string {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The address that a request has led to, however it was written: that of its route, with what stands in its place for each parameter. */
export function formatMatchedPath({ routeOptions: { url = '' }, params }: FastifyRequest): string {
  const given = params as Readonly<Record<string, string>>
  return url.replace(/:(\w+)/g, (_, name: string) => given[name] ?? '').toLowerCase()
}

/** An address that the router can read: where its percent signs encode nothing, they stand for themselves. */
export function escapeMalformedPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
