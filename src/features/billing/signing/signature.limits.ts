/** The largest drawing of a signature that is taken. */
export const mostOfSignature = { bytes: 512 * 1024, pixels: 2_000_000 }
