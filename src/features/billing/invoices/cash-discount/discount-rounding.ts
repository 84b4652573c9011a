/** Who pays less a cash discount rounds by themselves, by so many cents. */
export const discountRoundingCents = 1

/** So much of a cash discount goes without a warning, in cents. */
export const maxDiscountWithoutWarning = (leftCents: number) => (leftCents > 0 ? leftCents + discountRoundingCents : 0)
