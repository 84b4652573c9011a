import type { Language } from './language.ts'

/** What a business in a register says of itself wherever it writes: § 35a GmbHG, § 37a HGB, § 80 AktG. */
export interface RegisteredCompany {
  registerCourt: string | null
  registerNumber: string | null
  managingDirectors: string | null
}

/** Register and directors, a line each; none where a business has none to name. */
export function formatRegistration(
  { registerCourt, registerNumber, managingDirectors }: RegisteredCompany,
  language: Language,
) {
  const entry = [registerCourt, registerNumber].filter(Boolean).join(', ')
  return [entry, managingDirectors && `${directorsLabel[language]}: ${managingDirectors}`].flatMap((line) => line || [])
}

/** Who leads it: Geschäftsführer, Vorstand, and whom else a law calls otherwise. */
export const directorsLabel: Readonly<Record<Language, string>> = { de: 'Geschäftsführung', en: 'Management' }
