/** At least 256 bits in base62 or base64url; ids are shorter. */
const secret = /([/#=])[\w-]{43,}/g

/** Blanks the secrets of our own links; the rest of the addresses stays. */
export const blankSecretLinks = (text: string, publicUrl: string): string =>
  text.replaceAll(/https?:\/\/[^\s"'<>]+/g, (url) =>
    url.startsWith(publicUrl) ? url.replaceAll(secret, '$1•••') : url,
  )
