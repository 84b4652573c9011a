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
