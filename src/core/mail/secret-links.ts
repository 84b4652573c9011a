/** 256 bits in base62 or base64url: what the secret of a link has at least. Ids are shorter. */
const secret = /([/#=])[\w-]{43,}/g

/** A text as it is kept: the secrets of our own links are blanked in it, and the rest of their addresses stays. */
export const blankSecretLinks = (text: string, publicUrl: string): string =>
  text.replaceAll(/https?:\/\/[^\s"'<>]+/g, (url) =>
    url.startsWith(publicUrl) ? url.replaceAll(secret, '$1•••') : url,
  )
