import type { TenantEntity } from '#core/database/entity'
import type { Bilingual, Language } from '#core/text/language'
import type { Context } from './context.ts'

/** Whether a document waits for its signature, or what became of it. `closed` was withdrawn, or is no longer offered. */
type SigningState = 'open' | 'signed' | 'rejected' | 'closed'

/**
 * A document as whoever has its signing link sees it.
 * @public Features that have something to sign name it.
 */
export interface SignerView {
  state: SigningState
  /** As the API calls it. */
  status: string
  number: string
  /** Its own title; null where it has none beside what it is called and its number. */
  title: string | null
  /** What is printed on it, in cents; null where it names no price. */
  totalCents: number | null
  /** VAT in the total. */
  taxCents: number | null
  /** Net and VAT by rate, as `TaxAmount` shows them; none where it names no price. */
  taxBreakdown: readonly object[]
  /** As `LineItem` shows them; none where it has none. */
  lineItems: readonly object[]
  /** Its text: Markdown, or paragraphs as they stand. */
  content: string | null
  contentIs: 'markdown' | 'text'
  /** The last day on which it may be signed. */
  validUntil: string | null
  /** For how long it is made, where it is made for a time. */
  term: { startsOn: string | null; endsOn: string | null; noticePeriodDays: number | null } | null
  language: Language
  sentAt: Date
  signedAt: Date | null
  signerName: string | null
  /** Of the archived document, which is signed; it lies under this hash. */
  pdfSha256: string
}

/**
 * Who signs, and when.
 * @public Features that have something to sign name it.
 */
export interface Signer {
  name: string
  at: Date
}

/** Documents that are signed by a link: an entry of a feature's manifest (`signable`), so that signing knows none of them. */
export interface Signable<Thing extends TenantEntity = TenantEntity> {
  /** `quote`: part of the public answer, and of the rows about links and signatures. */
  kind: string
  entity: new () => Thing
  /** What it is called: `Angebot`, `Quote`. */
  noun: Bilingual
  show(context: Context, thing: Thing): Promise<SignerView> | SignerView
  /** Marks it as signed and records the event; the row is locked, and open. */
  sign(context: Context, thing: Thing, signer: Signer): Promise<void> | void
  /** Marks it as rejected by who was asked to sign, and records the event; the row is locked, and open. */
  reject(context: Context, thing: Thing, reason: string | null): Promise<void> | void
}
