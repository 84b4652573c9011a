/** So much of a cash discount goes without a warning, in cents: who pays rounds by themselves. */
export const mostWithin = (leftCents: number) => (leftCents > 0 ? leftCents + 1 : 0)
