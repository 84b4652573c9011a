/** Clients may round the discount differently by this much. */
export const discountRoundingCents = 1

export const maxDiscountWithoutWarning = (leftCents: number) => (leftCents > 0 ? leftCents + discountRoundingCents : 0)
