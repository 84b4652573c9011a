/** The largest logo that is worth having in every document. */
export const mostOfPicture = { bytes: 2 * 1024 * 1024, pixels: 4_000_000 }
