/** The largest drawing of a signature that is taken, on every way alike; a side is in pixels. */
export const signatureImageLimits = { bytes: 128 * 1024, pixels: 2_000_000, side: 4_000 }

/** What comes before the base64 of a drawing. */
export const pngDataUrlPrefix = 'data:image/png;base64,'

/** Characters of the largest drawing. */
export const maxSignatureLength = pngDataUrlPrefix.length + Math.ceil(signatureImageLimits.bytes / 3) * 4

/** Characters of the name of who signs, and of a signature that is typed. */
export const maxSignerNameLength = 120
