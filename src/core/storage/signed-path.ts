import { type Download, isObjectKey } from './objects.ts'

/** HMAC under a key for this purpose only. */
export type Sign = (text: string) => string

/** In constant time. */
export type Verify = (text: string, signature: string) => boolean

/** For URLs of files on disk. */
export interface FileLinks {
  /** Base URL of the service without trailing slash. */
  publicUrl: string
  sign: Sign
  now?: () => Date
}

/** Content of a signed path: the object under `key`, as an attachment with this name and type. */
export interface SignedFile {
  key: string
  filename: string
  contentType: string
  /** 410 for an expired but valid signature. */
  expired: boolean
}

const root = '/files/'

/** Returns `{publicUrl}/files/{key}?…&signature=…`. */
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

/** Verifies a request's path and query (`/files/…?…`); null for any difference from what was signed, including additional parameters. */
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

/** Normalized, so that other percent-encodings of the same parameters are accepted. */
const signedText = (path: string, query: URLSearchParams) => `${path}?${query}`
