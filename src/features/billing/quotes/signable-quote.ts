import type { Signable, SignerView } from '#core/operation/signable'
import type { Language } from '#core/text/language'
import { Quote, QuoteStatus } from './quote.entity.ts'

const states: Readonly<Record<QuoteStatus, SignerView['state']>> = {
  draft: 'closed',
  sent: 'open',
  signed: 'signed',
  rejected: 'rejected',
  expired: 'closed',
  converted: 'signed',
}

/** How the signing page shows a quote, signs and rejects it. */
export const signableQuote: Signable<Quote> = {
  kind: 'quote',
  entity: Quote,
  noun: { de: 'Angebot', en: 'Quote' },
  show(context, quote) {
    const {
      status,
      number,
      totalCents,
      taxCents,
      taxBreakdown,
      lineItems,
      introduction,
      closing,
      validUntil,
      sentAt,
      signedAt,
    } = quote
    const language = (quote.language ?? 'de') as Language
    return {
      state: quote.isOverdue(context.clock.today()) ? 'closed' : states[status as QuoteStatus],
      status,
      number: number ?? '',
      title: null,
      totalCents,
      taxCents,
      taxBreakdown,
      lineItems,
      content: [introduction, closing].filter(Boolean).join('\n\n') || null,
      contentIs: 'text',
      validUntil,
      term: null,
      language,
      sentAt: sentAt ?? quote.createdAt,
      signedAt,
      signerName: quote.signerName,
      pdfSha256: quote.pdfSha256 ?? '',
    }
  },
  sign(context, quote, { name, at }) {
    quote.sign(name, at, context.clock.today())
    context.record('quote.signed', quote)
  },
  reject(context, quote, reason) {
    quote.reject(reason, context.clock.now(), context.clock.today())
    context.record('quote.rejected', quote)
  },
}
