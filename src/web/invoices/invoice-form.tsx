import { useNavigate } from '@tanstack/react-router'
import {
  CreateInvoiceDocument,
  DeleteInvoiceDocument,
  type InvoiceDataFragment,
  InvoicePictureDocument,
  UpdateInvoiceDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { addDays } from '../i18n/dates.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { pickImage } from '../ui/preview.ts'
import { useVersionGuard } from '../ui/version-guard.ts'
import { DocumentForm } from './document-form.tsx'
import type { DocumentKind } from './document-kind.ts'
import { type Draft, toDraft, toDraftInput } from './draft.ts'
import type { InvoiceDefaults } from './invoice-defaults.ts'
import { messages } from './invoices.messages.ts'

interface InvoiceFormProps {
  /** Absent when creating. */
  invoice?: InvoiceDataFragment
  initial: Draft
  choices: InvoiceDefaults
  /** Refetches the document after a conflict. */
  onConflict?: () => void
}

export function InvoiceForm({ invoice, ...given }: InvoiceFormProps) {
  const navigate = useNavigate()
  const [create] = useMutation(CreateInvoiceDocument)
  const [update] = useMutation(UpdateInvoiceDocument)
  const [remove] = useMutation(DeleteInvoiceDocument)
  const guardVersion = useVersionGuard(['invoice.updated', 'invoice.sent'], () => given.onConflict?.())
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
        return pickField(create({ input }), 'createInvoice')
      }
      return pickField(update({ id: kept.id, version: kept.version, input }), 'updateInvoice')
    },
    fetchPreview: async (draft, draftId) =>
      pickImage(
        await fetchGraphql(InvoicePictureDocument, { input: toDraftInput(draft), draftId: draftId ?? null }),
        ({ invoicePicture }) => invoicePicture,
      ),
    remove: (shown) => guardVersion(shown, (version) => remove({ id: shown.id, version })),
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
  const guardVersion = useVersionGuard(['invoice.updated', 'invoice.sent'], retry)
  return (
    <ConfirmDialog
      title={messages.deleteSure.title}
      text={messages.deleteSure.text}
      label={messages.deleteSure.submit}
      send={() => guardVersion(invoice, (version) => remove({ id: invoice.id, version }))}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
