import { useNavigate } from '@tanstack/react-router'
import {
  CreateInvoiceDocument,
  DeleteInvoiceDocument,
  type InvoiceDataFragment,
  InvoicePictureDocument,
  UpdateInvoiceDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fieldOf, type Outcome, send } from '../graphql/send.ts'
import { addDays } from '../i18n/dates.ts'
import { useAsShown } from '../ui/as-shown.ts'
import { pictureIn } from '../ui/drawing.ts'
import { Sure } from '../ui/sure.tsx'
import { DocumentForm } from './document-form.tsx'
import type { DocumentKind } from './document-kind.ts'
import { type Draft, toDraft, toDraftInput } from './draft.ts'
import type { InvoiceDefaults } from './invoice-defaults.ts'
import { messages } from './invoices.messages.ts'

interface InvoiceFormProps {
  /** Absent where it is a new one. */
  invoice?: InvoiceDataFragment
  initial: Draft
  choices: InvoiceDefaults
  /** Asks how it is now, for somebody else has changed it. */
  onConflict?: () => void
}

export function InvoiceForm({ invoice, ...given }: InvoiceFormProps) {
  const navigate = useNavigate()
  const [create] = useMutation(CreateInvoiceDocument)
  const [update] = useMutation(UpdateInvoiceDocument)
  const [remove] = useMutation(DeleteInvoiceDocument)
  const asShown = useAsShown(['invoice.updated', 'invoice.sent'], () => given.onConflict?.())
  const kind: DocumentKind<InvoiceDataFragment> = {
    messages: { ...messages, until: messages.dueDate },
    ...{ startField: 'issueDate', endField: 'dueDate' },
    defaultEnd: addDays,
    hasServicePeriod: true,
    isInvoice: true,
    canSend: true,
    savedSums: (sums) => sums,
    toDraft,
    async save(draft, kept): Promise<Outcome<InvoiceDataFragment>> {
      const input = toDraftInput(draft)
      if (!kept) {
        return fieldOf(create({ input }), 'createInvoice')
      }
      return fieldOf(update({ id: kept.id, version: kept.version, input }), 'updateInvoice')
    },
    fetchPreview: async (draft, draftId) =>
      pictureIn(
        await send(InvoicePictureDocument, { input: toDraftInput(draft), draftId: draftId ?? null }),
        ({ invoicePicture }) => invoicePicture,
      ),
    remove: (shown) => asShown(shown, (version) => remove({ id: shown.id, version })),
    deleteOperation: 'deleteInvoice',
    show: (id, isSending, isNew) =>
      navigate({ to: '/invoices/$id', params: { id }, search: isSending ? { send: true } : {}, replace: isNew }),
    leave: () => navigate({ to: '/invoices' }),
  }
  return <DocumentForm<InvoiceDataFragment> kind={kind} {...(invoice && { document: invoice })} {...given} />
}

interface DeleteDraftDialogProps {
  invoice: InvoiceDataFragment
  retry: () => void
  onClose: () => void
  onDone: () => void
}

export function DeleteDraftDialog({ invoice, retry, onClose, onDone }: DeleteDraftDialogProps) {
  const [remove] = useMutation(DeleteInvoiceDocument)
  const asShown = useAsShown(['invoice.updated', 'invoice.sent'], retry)
  return (
    <Sure
      title={messages.deleteSure.title}
      text={messages.deleteSure.text}
      label={messages.deleteSure.submit}
      send={() => asShown(invoice, (version) => remove({ id: invoice.id, version }))}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
