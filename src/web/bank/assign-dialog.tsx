import { useState } from 'react'
import { PayableInvoicesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatMoney } from '../i18n/format.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { messages } from './bank.messages.ts'
import { formatPayer, type Proposal, type ProposedInvoice, toProposedInvoice } from './payment-plan.ts'

interface AssignDialogProps {
  proposal: Proposal
  onAssign: (share: ProposedInvoice) => void
  onClose: () => void
}

/** Searches for the invoice a transaction pays, or the credit note it refunds, if the proposal is wrong. */
export function AssignDialog({ proposal, onAssign, onClose }: AssignDialogProps) {
  const isRefund = proposal.amountCents < 0
  const [sought, setSought] = useState('')
  const found = useQuery(PayableInvoicesDocument, { q: sought || null, kind: isRefund ? 'credit_note' : null }, [
    'invoice',
  ])
  const payable = found.data?.invoices?.invoices
    .map(({ id, kind, number, openCents, refundDueCents, client }) => {
      const dueCents = kind === 'credit_note' ? (isRefund ? refundDueCents : 0) : openCents
      return { invoiceId: id, number: number ?? '', clientName: client.name, dueCents }
    })
    .filter(({ dueCents }) => dueCents > 0)
    .map((invoice) => ({
      ...{ id: invoice.invoiceId, invoice },
      name: [invoice.number, invoice.clientName, formatMoney(invoice.dueCents)].join(' · '),
    }))
  return (
    <Dialog title={isRefund ? messages.assignRefund : messages.assign} isOpen onClose={onClose}>
      <p className="quiet">
        {[formatPayer(proposal), proposal.name && proposal.reference].filter(Boolean).join(' · ')}
      </p>
      <Combobox
        label={isRefund ? messages.creditNote : messages.invoice}
        hint={messages.seek}
        autoFocus
        chosen={null}
        found={payable}
        onSearch={setSought}
        onChoose={({ invoice }) => onAssign(toProposedInvoice(proposal, invoice))}
      />
    </Dialog>
  )
}
