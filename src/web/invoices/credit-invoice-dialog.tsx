import { CreditInvoiceDocument, type InvoiceDataFragment } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './invoices.messages.ts'

interface CreditInvoiceDialogProps {
  invoice: InvoiceDataFragment
  retry: () => void
  onClose: () => void
  onDone: (note: string) => void
}

/** Cancels an invoice by a credit note over its full amount. */
export function CreditInvoiceDialog({ invoice, retry, onClose, onDone }: CreditInvoiceDialogProps) {
  const { id, number } = invoice
  const [credit] = useMutation(CreditInvoiceDocument)
  const guardVersion = useVersionGuard(['invoice.updated', 'invoice.partially_paid', 'invoice.paid'], retry)
  return (
    <ConfirmDialog
      title={messages.credit.title(number ?? '')}
      text={messages.credit.text}
      label={messages.credit.submit}
      send={({ reason }) =>
        guardVersion(invoice, (version) => credit({ id, version, input: { reason: reason?.trim() || null } }))
      }
      onDone={({ creditInvoice }) => onDone(creditInvoice.number ?? '')}
      onClose={onClose}
    >
      {(errors) => <TextField label={messages.credit.reason} name="reason" maxLength={1000} error={errors.reason} />}
    </ConfirmDialog>
  )
}
