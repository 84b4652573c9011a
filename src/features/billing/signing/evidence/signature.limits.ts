/** Limits of a drawn signature; a side is in pixels. */
export const signatureImageLimits = { bytes: 128 * 1024, pixels: 2_000_000, side: 4_000 }

export const pngDataUrlPrefix = 'data:image/png;base64,'

/** Length of the largest drawing as a data URL. */
export const maxSignatureLength = pngDataUrlPrefix.length + Math.ceil(signatureImageLimits.bytes / 3) * 4

/** Also the limit of a typed signature. */
export const maxSignerNameLength = 120
