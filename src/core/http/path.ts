/** Where the REST facade lives. */
export const basePath = '/api/v1'

/** An address as it is meant: without its query, decoded, in small letters, each slash once. */
export function canonicalPath(url: string): string {
  const [path = ''] = url.split('?')
  return decoded(path)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
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
