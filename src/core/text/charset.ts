/** A charset that is not in the Encoding Standard (WHATWG), such as `utf-7`. */
export class UnknownCharset extends Error {
  override readonly name = 'UnknownCharset'
}

/** Bytes that are invalid in their charset. */
export class UndecodableText extends Error {
  override readonly name = 'UndecodableText'
}

/**
 * Decodes bytes without their byte order mark; throws UnknownCharset or UndecodableText. `utf-16` follows the mark and is
 * little-endian without one.
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff && /^utf-?16$/i.test(charset.trim())
  // The Encoding Standard treats ASCII as Windows-1252.
  if (/^(us-)?ascii$|^ansi_x3\.4-1968$/i.test(charset.trim()) && bytes.some((byte) => byte > 0x7f))
    throw new UndecodableText()
  const decoder = decoderOf(isBigEndian ? 'utf-16be' : charset)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new UndecodableText()
  }
}

/** Hebrew in visual or implicit order, and private use: the declaration does not determine the text. */
const notDecoded = new Set(['iso-8859-8', 'iso-8859-8-i', 'x-user-defined'])

function decoderOf(charset: string): TextDecoder {
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    if (!notDecoded.has(decoder.encoding)) return decoder
  } catch {
    // Unknown, or missing in this build of Node.
  }
  throw new UnknownCharset()
}

/** UTF-8, otherwise Windows-1252. */
export function decodeUtf8OrWindows(bytes: Uint8Array): string {
  try {
    return decodeText(bytes)
  } catch {
    return decodeText(bytes, 'windows-1252')
  }
}

/** The charset parameter of a Content-Type. */
export const parseCharset = (contentType: string | null | undefined): string | undefined =>
  /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i
    .exec(contentType ?? '')
    ?.slice(1)
    .find(Boolean)
