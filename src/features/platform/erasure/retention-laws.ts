import type { Bilingual } from '#core/text/language'

/** Laws are cited alike in both languages. */
export const citeLaw = (law: string): Bilingual => ({ de: law, en: law })

/** Laws that keep records despite a request to erase them, and for how long (Art. 17(3)(b) and (e) GDPR). */
export const retentionLaws = {
  /** Books and records, and the audit log that explains them. */
  books: { years: 10, text: citeLaw('§ 147 AO, § 257 HGB') },
  /** Accounting vouchers: invoices, payments, bank statements. Eight years since 2025 (BEG IV). */
  vouchers: { years: 8, text: citeLaw('§ 147 AO, § 257 HGB, § 14b UStG') },
  /** Business letters sent and received: quotes, contracts, reminders, mails. */
  letters: { years: 6, text: citeLaw('§ 147 AO, § 257 HGB') },
  /** Records of working time. */
  workingTime: { years: 2, text: citeLaw('§ 16 ArbZG') },
} as const

export type RetentionLaw = keyof typeof retentionLaws

/** The last day of a record: the period begins with the end of its calendar year (§ 147 Abs. 4 AO, § 257 Abs. 5 HGB). */
export const lastDayKept = (law: RetentionLaw, year: number) => `${year + retentionLaws[law].years}-12-31`

/** First day whose records are still kept on `today`. */
export const firstDayKept = (law: RetentionLaw, today: string) =>
  `${Number(today.slice(0, 4)) - retentionLaws[law].years}-01-01`
