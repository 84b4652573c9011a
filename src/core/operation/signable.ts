import type { TenantEntity } from '#core/database/entity'
import type { Bilingual, Language } from '#core/text/language'
import type { Context } from './context.ts'

/** `closed`: withdrawn, or no longer offered. */
type SigningState = 'open' | 'signed' | 'rejected' | 'closed'

/**
 * A document as its signing page shows it.
 * @public Used by features with signable documents.
 */
export interface SignerView {
  state: SigningState
  status: string
  number: string
  /** Null without a title of its own. */
  title: string | null
  /** Null without a price. */
  totalCents: number | null
  taxCents: number | null
  /** `TaxAmount` per rate. */
  taxBreakdown: readonly object[]
  /** `LineItem`s. */
  lineItems: readonly object[]
  /** Markdown or plain paragraphs. */
  content: string | null
  contentIs: 'markdown' | 'text'
  validUntil: string | null
  /** Undefined without a fixed term. */
  term: { startsOn: string | null; endsOn: string | null; noticePeriodDays: number | null } | null
  language: Language
  sentAt: Date
  signedAt: Date | null
  signerName: string | null
  /** Hash of the archived document that is signed. */
  pdfSha256: string
}

/** @public Used by features with signable documents. */
export interface Signer {
  name: string
  at: Date
}

/** Documents that can be signed by a link; declared in the feature's manifest. */
export interface Signable<Thing extends TenantEntity = TenantEntity> {
  /** Part of the public API and of stored links and signatures, e.g. `quote`. */
  kind: string
  entity: new () => Thing
  noun: Bilingual
  show(context: Context, thing: Thing): Promise<SignerView> | SignerView
  /** Marks the locked, open document as signed and records the event. */
  sign(context: Context, thing: Thing, signer: Signer): Promise<void> | void
  /** Marks the locked, open document as rejected and records the event. */
  reject(context: Context, thing: Thing, reason: string | null): Promise<void> | void
}
