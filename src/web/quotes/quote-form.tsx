import { useNavigate } from '@tanstack/react-router'
import {
  CreateQuoteDocument,
  DeleteQuoteDocument,
  type QuoteDataFragment,
  QuotePictureDocument,
  UpdateQuoteDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { addDays, today } from '../i18n/dates.ts'
import { DocumentForm } from '../invoices/document-form.tsx'
import type { DocumentKind } from '../invoices/document-kind.ts'
import { type Draft, toDraftInput, toDraftLines } from '../invoices/draft.ts'
import type { InvoiceDefaults } from '../invoices/invoice-defaults.ts'
import { pickImage } from '../ui/preview.ts'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './quotes.messages.ts'

const defaultValidityDays = 30

export const defaultValidUntil = (issueDate: string) => addDays(issueDate || today(), defaultValidityDays)

export const toQuoteDraft = (quote: QuoteDataFragment): Draft => ({
  clientId: quote.client.id,
  issueDate: quote.issueDate ?? '',
  dueDate: quote.validUntil,
  ...{ serviceFrom: '', serviceTo: '' },
  introduction: quote.introduction ?? '',
  closing: quote.closing ?? '',
  lines: toDraftLines(quote.lineItems),
})

function toQuoteInput(draft: Draft) {
  const { clientId, issueDate, dueDate, introduction, closing, lineItems } = toDraftInput(draft)
  return { clientId, issueDate: issueDate || null, validUntil: dueDate, introduction, closing, lineItems }
}

interface QuoteFormProps {
  /** Absent when creating. */
  quote?: QuoteDataFragment
  initial: Draft
  choices: InvoiceDefaults
  /** Refetches the document after a conflict. */
  onConflict?: () => void
}

export function QuoteForm({ quote, ...given }: QuoteFormProps) {
  const navigate = useNavigate()
  const [create] = useMutation(CreateQuoteDocument)
  const [update] = useMutation(UpdateQuoteDocument)
  const [remove] = useMutation(DeleteQuoteDocument)
  const guardVersion = useVersionGuard(['quote.updated', 'quote.sent'], () => given.onConflict?.())
  const kind: DocumentKind<QuoteDataFragment> = {
    messages,
    ...{ startField: 'issueDate', endField: 'validUntil' },
    defaultEnd: defaultValidUntil,
    hasServicePeriod: false,
    isInvoice: false,
    canSend: true,
    savedSums: (sums) => sums,
    toDraft: toQuoteDraft,
    async save(draft, kept): Promise<Outcome<QuoteDataFragment>> {
      const input = toQuoteInput(draft)
      if (!kept) {
        return pickField(create({ input }), 'createQuote')
      }
      return pickField(update({ id: kept.id, version: kept.version, input }), 'updateQuote')
    },
    fetchPreview: async (draft, draftId) =>
      pickImage(
        await fetchGraphql(QuotePictureDocument, { input: toQuoteInput(draft), draftId: draftId ?? null }),
        ({ quotePicture }) => quotePicture,
      ),
    remove: (shown) => guardVersion(shown, (version) => remove({ id: shown.id, version })),
    deleteOperation: 'deleteQuote',
    show: (id, isSending, isNew) =>
      navigate({ to: '/quotes/$id', params: { id }, search: isSending ? { send: true } : {}, replace: isNew }),
    leave: () => navigate({ to: '/quotes' }),
  }
  return <DocumentForm kind={kind} {...(quote && { document: quote })} {...given} />
}
