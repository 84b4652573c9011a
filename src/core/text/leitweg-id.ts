import type { Bilingual } from './language.ts'

/** Format 2.0.2 of KoSIT: 2 to 12 digits, up to 30 letters and digits, and two check digits by ISO 7064 MOD 97-10. */
export function isLeitwegId(text: string): boolean {
  const [, rough = '', fine = '', check] = /^(\d{2,12})(?:-([A-Z0-9]{1,30}))?-(\d{2})$/i.exec(text) ?? []
  return check !== undefined && checkDigits(rough + fine) === check
}

/** Adds the check digits to coarse and fine addressing. */
export const createLeitwegId = (rough: string, fine: string) => `${rough}-${fine}-${checkDigits(rough + fine)}`

function checkDigits(characters: string): string {
  const digits = Array.from(characters, (character) => Number.parseInt(character, 36)).join('')
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0')
}

/** Completes "<field> …". */
export const invalidLeitwegIdMessage: Bilingual = {
  de: 'ist keine Leitweg-ID: Form oder Prüfziffern stimmen nicht',
  en: 'is not a Leitweg-ID: its form or its check digits are wrong',
}
