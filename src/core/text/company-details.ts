import type { Language } from './language.ts'

/** Register details that business letters must contain: § 35a GmbHG, § 37a HGB, § 80 AktG. */
export interface RegisteredCompany {
  registerCourt: string | null
  registerNumber: string | null
  managingDirectors: string | null
}

/** One line each for register and directors; empty if there are none. */
export function formatRegistration(
  { registerCourt, registerNumber, managingDirectors }: RegisteredCompany,
  language: Language,
) {
  const entry = [registerCourt, registerNumber].filter(Boolean).join(', ')
  return [entry, managingDirectors && `${directorsLabel[language]}: ${managingDirectors}`].flatMap((line) => line || [])
}

/** Covers Geschäftsführer, Vorstand and others. */
export const directorsLabel: Readonly<Record<Language, string>> = { de: 'Geschäftsführung', en: 'Management' }
