import type { Language } from '#core/text/language'

export type EvidenceStepName = 'sent' | 'opened' | 'signed' | 'converted'

/** One thing that happened to a document. */
export interface EvidenceStep {
  name: EvidenceStepName
  at: string
  /** What it became. */
  note?: string
}

/** All that the evidence page says; plain data. */
export interface Evidence {
  language: Language
  /** As it is called, with its number: `Angebot AN-2026-0001`. */
  title: string
  /** The name of the file that is signed, as it is attached. */
  file: string
  seller: string
  accentColor: string | null
  signer: string
  signedAt: string
  /** What was typed, or a PNG in base64. */
  typed: string | null
  image: string | null
  address: string
  userAgent: string
  sentTo: readonly string[]
  documentSha256: string
  steps: readonly EvidenceStep[]
}
