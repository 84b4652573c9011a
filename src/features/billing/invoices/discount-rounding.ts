/** Who pays less a cash discount rounds by themselves, by so many cents. */
export const roundingCents = 1

/** So much of a cash discount goes without a warning, in cents. */
export const mostWithin = (leftCents: number) => (leftCents > 0 ? leftCents + roundingCents : 0)
