import { useNavigate } from '@tanstack/react-router'
import {
  CreateQuoteDocument,
  DeleteQuoteDocument,
  type QuoteDataFragment,
  QuotePictureDocument,
  UpdateQuoteDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fieldOf, type Outcome, send } from '../graphql/send.ts'
import { addDays, today } from '../i18n/dates.ts'
import type { Choices } from '../invoices/choices.ts'
import { DocumentForm } from '../invoices/document-form.tsx'
import type { Kind } from '../invoices/document-kind.ts'
import { type Draft, draftInput, linesOf } from '../invoices/draft.ts'
import { useAsShown } from '../ui/as-shown.ts'
import { pictureIn } from '../ui/drawing.ts'
import { messages } from './quotes.messages.ts'

/** So many days a quote is valid unless another day is written. */
const validFor = 30

export const validUntil = (issueDate: string) => addDays(issueDate || today(), validFor)

/** A quote as it stands in the form. */
export const draftOf = (quote: QuoteDataFragment): Draft => ({
  clientId: quote.client.id,
  issueDate: quote.issueDate ?? '',
  dueDate: quote.validUntil,
  ...{ serviceFrom: '', serviceTo: '' },
  introduction: quote.introduction ?? '',
  closing: quote.closing ?? '',
  lines: linesOf(quote.lineItems),
})

function quoteInput(draft: Draft) {
  const { clientId, issueDate, dueDate, introduction, closing, lineItems } = draftInput(draft)
  return { clientId, issueDate: issueDate || null, validUntil: dueDate, introduction, closing, lineItems }
}

interface QuoteFormProps {
  /** Absent where it is a new one. */
  quote?: QuoteDataFragment
  initial: Draft
  choices: Choices
  /** Asks how it is now, for somebody else has changed it. */
  onConflict?: () => void
}

export function QuoteForm({ quote, ...given }: QuoteFormProps) {
  const navigate = useNavigate()
  const [create] = useMutation(CreateQuoteDocument)
  const [update] = useMutation(UpdateQuoteDocument)
  const [remove] = useMutation(DeleteQuoteDocument)
  const asShown = useAsShown(['quote.updated', 'quote.sent'], () => given.onConflict?.())
  const kind: Kind<QuoteDataFragment> = {
    messages,
    ...{ from: 'issueDate', until: 'validUntil' },
    untilOf: validUntil,
    isPeriodAsked: false,
    isInvoice: false,
    isSent: true,
    sumsOf: (sums) => sums,
    draftOf,
    async keep(draft, kept): Promise<Outcome<QuoteDataFragment>> {
      const input = quoteInput(draft)
      if (!kept) {
        return fieldOf(create({ input }), 'createQuote')
      }
      return fieldOf(update({ id: kept.id, version: kept.version, input }), 'updateQuote')
    },
    draw: async (draft, draftId) =>
      pictureIn(
        await send(QuotePictureDocument, { input: quoteInput(draft), draftId: draftId ?? null }),
        ({ quotePicture }) => quotePicture,
      ),
    remove: (shown) => asShown(shown, (version) => remove({ id: shown.id, version })),
    mayDelete: 'deleteQuote',
    show: (id, isSending, isNew) =>
      navigate({ to: '/quotes/$id', params: { id }, search: isSending ? { send: true } : {}, replace: isNew }),
    leave: () => navigate({ to: '/quotes' }),
  }
  return <DocumentForm kind={kind} {...(quote && { document: quote })} {...given} />
}
