import type { Language } from '#core/text/language'

export type EvidenceStepName = 'sent' | 'opened' | 'signed' | 'converted'

export interface EvidenceStep {
  name: EvidenceStepName
  at: string
  /** What it was converted to. */
  note?: string
}

/** Data of the evidence page. */
export interface Evidence {
  language: Language
  /** With its number: `Angebot AN-2026-0001`. */
  title: string
  /** File name of the attached signed document. */
  file: string
  seller: string
  accentColor: string | null
  signer: string
  signedAt: string
  /** Either typed, or a PNG in Base64. */
  typed: string | null
  image: string | null
  address: string
  userAgent: string
  sentTo: readonly string[]
  documentSha256: string
  steps: readonly EvidenceStep[]
}
