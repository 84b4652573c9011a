import type { FastifyRequest } from 'fastify'

export const basePath = '/api/v1'

/** Normalizes a URL for comparison: without query, decoded, lower case, without duplicate slashes. */
export const canonicalPath = (url: string): string =>
  decodePath(url)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')

/** The decoded path; unchanged if it is malformed. */
export function decodePath(url: string): string {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The route with its parameters filled in, independent of how the URL was written. */
export function formatMatchedPath({ routeOptions: { url = '' }, params }: FastifyRequest): string {
  const given = params as Readonly<Record<string, string>>
  return url.replace(/:(\w+)/g, (_, name: string) => given[name] ?? '').toLowerCase()
}

/** Escapes percent signs of a malformed URL so that the router can read it. */
export function escapeMalformedPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
