import { useNavigate } from '@tanstack/react-router'
import { Download, Send } from 'lucide-react'
import { useState } from 'react'
import { DuplicateInvoiceDocument, ResendInvoiceDocument, ReversePaymentDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { messageWithFieldName } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { feedbackFor } from '../ui/feedback.tsx'
import { isUndelivered, UndeliveredNotice } from '../ui/undelivered.tsx'
import { CreditInvoiceDialog } from './credit-invoice-dialog.tsx'
import { LineItemsAndTotals, toLocalUrl } from './document-parts.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { DeleteDraftDialog } from './invoice-form.tsx'
import { messages } from './invoices.messages.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { PaymentList } from './payment-list.tsx'
import { type InvoiceSectionProps, ReminderList } from './reminders.tsx'
import { WarningNotices } from './warning-notices.tsx'

/** An issued invoice with payments, reminders and corrections. */
export function IssuedInvoice({ invoice, retry, showFeedback }: InvoiceSectionProps) {
  const may = useMay()
  const navigate = useNavigate()
  const [pendingAction, setPendingAction] = useState<'pay' | 'credit' | 'resend' | 'delete'>()
  const [resend] = useMutation(ResendInvoiceDocument)
  const [duplicate, isDuplicating] = useMutation(DuplicateInvoiceDocument)
  const { id, kind, number, client, openCents, refundDueCents, status } = invoice
  const isRefund = kind === 'credit_note'
  const money = isRefund ? messages.refund : messages.payment
  const isPayable = status !== 'draft' && (isRefund ? refundDueCents > 0 : openCents > 0)
  // Payments on a settled invoice become credit of the client.
  const isSettled = status !== 'draft' && !isRefund && openCents === 0
  const isCreditable = status !== 'draft' && kind !== 'credit_note' && status !== 'cancelled'
  const email = client.invoiceEmail ?? client.email
  const end = () => setPendingAction(undefined)
  const [reverse] = useMutation(ReversePaymentDocument)
  const undoPayment = async (paymentId: string) => {
    const outcome = await reverse({ id: paymentId, reason: null, returnedAt: null })
    showFeedback(feedbackFor(outcome, t.undone))
    retry()
  }
  const copy = async () => {
    const { data, problem } = await duplicate({ id })
    if (data) navigate({ to: '/invoices/$id', params: { id: data.duplicateInvoice.id } })
    else showFeedback({ variant: 'danger', text: problem.message })
  }
  return (
    <div className="form">
      <UndeliveredNotice
        delivery={invoice.delivery}
        onResend={Boolean(email) && may('resendInvoice') && (() => setPendingAction('resend'))}
      />
      <div className="actions">
        {status === 'draft' && may('sendInvoice') && (
          <Button
            variant="primary"
            onClick={() => navigate({ to: '/invoices/$id', params: { id }, search: { send: true } })}
          >
            <Send size={16} aria-hidden />
            {messages.send}
          </Button>
        )}
        {isPayable && may('recordPayment') && (
          <Button variant="primary" onClick={() => setPendingAction('pay')}>
            {money.create}
          </Button>
        )}
        {isSettled && may('recordPayment') && (
          <Button onClick={() => setPendingAction('pay')}>{messages.payment.another}</Button>
        )}
        <a className="button" href={toLocalUrl(invoice.pdfUrl)} target="_blank" rel="noreferrer">
          <Download size={16} aria-hidden />
          {messages.pdf}
        </a>
        {invoice.xmlUrl && (
          <a className="button" href={toLocalUrl(invoice.xmlUrl)} target="_blank" rel="noreferrer">
            <Download size={16} aria-hidden />
            {messages.xml}
          </a>
        )}
        {status !== 'draft' && kind === 'invoice' && may('duplicateInvoice') && (
          <Button isBusy={isDuplicating} onClick={copy}>
            {messages.duplicate}
          </Button>
        )}
        {status !== 'draft' && email && may('resendInvoice') && !isUndelivered(invoice.delivery) && (
          <Button onClick={() => setPendingAction('resend')}>{messages.resend.create}</Button>
        )}
        {status === 'draft' && may('deleteInvoice') && (
          <Button variant={['plain', 'danger']} onClick={() => setPendingAction('delete')}>
            {messages.delete}
          </Button>
        )}
        {isCreditable && may('creditInvoice') && (
          <Button variant="danger" onClick={() => setPendingAction('credit')}>
            {messages.credit.create}
          </Button>
        )}
      </div>
      <section className="card">
        <InvoiceFacts invoice={invoice} />
        <LineItemsAndTotals document={invoice} />
        {status === 'draft' && invoice.warnings.length > 0 && (
          <div className="part form">
            <WarningNotices warnings={invoice.warnings} />
          </div>
        )}
      </section>
      {status !== 'draft' && <PaymentList {...{ invoice, retry, showFeedback }} />}
      {status !== 'draft' && kind !== 'credit_note' && <ReminderList {...{ invoice, retry, showFeedback }} />}
      {pendingAction === 'delete' && (
        <DeleteDraftDialog {...{ invoice, retry }} onClose={end} onDone={() => navigate({ to: '/invoices' })} />
      )}
      {pendingAction === 'resend' && (
        <ConfirmDialog
          title={messages.resend.title(number ?? '')}
          text={messages.resend.text(email ?? '')}
          label={messages.resend.create}
          isDangerous={false}
          send={() => resend({ id, input: email ? { to: [email] } : null })}
          onClose={end}
          onDone={() => {
            showFeedback({ variant: 'good', text: messages.sent(number ?? '', email ?? '') })
            retry()
            end()
          }}
        />
      )}
      {pendingAction === 'pay' && (
        <PaymentDialog
          invoice={invoice}
          onClose={end}
          onDone={({ id: paymentId, text, warnings }) => {
            const undo = may('reversePayment') ? () => undoPayment(paymentId) : undefined
            const unusual = warnings.map(({ field, message }) => messageWithFieldName(message, field))
            showFeedback({ variant: unusual.length > 0 ? 'warn' : 'good', text: [text, ...unusual].join(' '), undo })
            retry()
            end()
          }}
        />
      )}
      {pendingAction === 'credit' && (
        <CreditInvoiceDialog
          {...{ invoice, retry }}
          onClose={end}
          onDone={(note) => {
            showFeedback({ variant: 'good', text: messages.locked(note) })
            retry()
            end()
          }}
        />
      )}
    </div>
  )
}
