import { type Download, isObjectKey } from './objects.ts'

/** Signs text: an HMAC under a key that is kept for this alone. */
export type Sign = (text: string) => string

/** Whether a signature is one of the text, in constant time. */
export type Verify = (text: string, signature: string) => boolean

/** What addresses of files on disk are made with. */
export interface FileLinks {
  /** The base of the service, without a slash at its end. */
  publicUrl: string
  sign: Sign
  now?: () => Date
}

/** What a signed path allows: to hand out the bytes under `key`, as an attachment of this name and type. */
export interface SignedFile {
  key: string
  filename: string
  contentType: string
  /** It was right once: 410. */
  expired: boolean
}

const root = '/files/'

/** `{publicUrl}/files/{key}?…&signature=…`, for the route to come. */
export function createSignedUrl(
  key: string,
  download: Download,
  { publicUrl, sign, now = () => new Date() }: FileLinks,
) {
  const query = new URLSearchParams({
    content_type: download.contentType,
    expires: String(Math.floor(now().getTime() / 1000) + download.expiresInSeconds),
    filename: download.filename,
  })
  query.set('signature', sign(signedText(root + key, query)))
  return `${publicUrl}${root}${key}?${query}`
}

/**
 * Reads a path with its query as a request brings it (`/files/…?…`). Null where anything in it, a parameter more or
 * less included, is not as it was signed.
 */
export function verifySignedPath(pathAndQuery: string, verify: Verify, now = new Date()): SignedFile | null {
  const url = URL.parse(pathAndQuery, 'http://kontor.invalid')
  const [signature, ...more] = url?.searchParams.getAll('signature') ?? []
  if (!url || signature === undefined || more.length > 0) return null
  const query = new URLSearchParams(url.searchParams)
  query.delete('signature')
  if (!verify(signedText(url.pathname, query), signature)) return null
  const key = url.pathname.slice(root.length)
  if (!url.pathname.startsWith(root) || !isObjectKey(key)) return null
  return {
    key,
    filename: query.get('filename') ?? '',
    contentType: query.get('content_type') ?? '',
    expired: Number(query.get('expires')) * 1000 <= now.getTime(),
  }
}

/** Parameters in the spelling of URLSearchParams, so that another percent-encoding of the same does no harm. */
const signedText = (path: string, query: URLSearchParams) => `${path}?${query}`
