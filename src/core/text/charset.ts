/** A charset that the Encoding Standard (WHATWG) does not know, such as `utf-7` or `utf-32`. */
export class UnknownCharset extends Error {
  override readonly name = 'UnknownCharset'
}

/** Bytes that are no text in their charset. */
export class UndecodableText extends Error {
  override readonly name = 'UndecodableText'
}

/**
 * Bytes as text in a charset of the Encoding Standard, without their byte order mark; UnknownCharset and UndecodableText.
 * Plain `utf-16` goes by the mark, and is little endian without one.
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff && /^utf-?16$/i.test(charset.trim())
  // The Encoding Standard reads Windows-1252 in its place.
  if (/^(us-)?ascii$|^ansi_x3\.4-1968$/i.test(charset.trim()) && bytes.some((byte) => byte > 0x7f))
    throw new UndecodableText()
  const decoder = decoderOf(isBigEndian ? 'utf-16be' : charset)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new UndecodableText()
  }
}

/** Hebrew in the order in which it is seen, or in one that is only implied, and bytes of private use: what is declared says no text. */
const notDecoded = new Set(['iso-8859-8', 'iso-8859-8-i', 'x-user-defined'])

function decoderOf(charset: string): TextDecoder {
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    if (!notDecoded.has(decoder.encoding)) return decoder
  } catch {
    // Not known, or without a decoder in this build of Node.
  }
  throw new UnknownCharset()
}

/** Bytes in UTF-8, or else as Windows of Western Europe writes them. */
export function decodeUtf8OrWindows(bytes: Uint8Array): string {
  try {
    return decodeText(bytes)
  } catch {
    return decodeText(bytes, 'windows-1252')
  }
}

/** The charset that a content type declares. */
export const parseCharset = (contentType: string | null | undefined): string | undefined =>
  /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i
    .exec(contentType ?? '')
    ?.slice(1)
    .find(Boolean)
