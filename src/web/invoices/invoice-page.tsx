import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  CreditInvoiceDocument,
  DuplicateInvoiceDocument,
  InvoiceDataDocument,
  type InvoiceDataFragment,
  ResendInvoiceDocument,
  ReversePaymentDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { messageWithFieldName } from '../graphql/fetch-graphql.ts'
import { addDays, type IsoDate, today } from '../i18n/dates.ts'
import { formatDate, formatDateRange, formatMoney, formatNumber, formatTimestampDate } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../ui/feedback.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { isUndelivered, UndeliveredBadge, UndeliveredNotice } from '../ui/undelivered.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import {
  CardUntilLoaded,
  LineItemsAndTotals,
  SavedDocumentPreview,
  toLocalUrl,
  useFreshSignedUrls,
} from './document-parts.tsx'
import { createLine, noDiscount, toDraft } from './draft.ts'
import { HeldDraftBoundary } from './held-draft.tsx'
import { InvoiceBadge } from './invoice-columns.tsx'
import { type InvoiceDefaults, toInvoiceDefaults, useInvoiceDefaults } from './invoice-defaults.ts'
import { DeleteDraftDialog, InvoiceForm } from './invoice-form.tsx'
import { messages } from './invoices.messages.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { ReminderList, ReversePaymentButton } from './reminders.tsx'
import { SendInvoiceDialog } from './send-invoice-dialog.tsx'
import { WarningNotices } from './warning-notices.tsx'
import './invoices.css'

const newRoute = getRouteApi('/invoices/new')

export function NewInvoicePage() {
  const { client = '' } = newRoute.useSearch()
  const may = useMay()
  const answer = useInvoiceDefaults(client)
  return (
    <Page title={messages.create}>
      {may('createInvoice') ? (
        <div className="desk">
          <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
            {(choices) => <NewInvoiceForm choices={choices} />}
          </CardUntilLoaded>
        </div>
      ) : (
        <div className="card">
          <ForbiddenState />
        </div>
      )}
    </Page>
  )
}

function NewInvoiceForm({ choices }: { choices: InvoiceDefaults }) {
  const [initial] = useState(() => {
    const { client } = choices
    const issueDate = today()
    return {
      clientId: client?.id ?? '',
      issueDate,
      dueDate: addDays(issueDate, client?.paymentTermsDays ?? choices.defaultPaymentTermsDays),
      ...{ serviceFrom: '', serviceTo: '', introduction: '', closing: '' },
      lines: [createLine(choices.smallBusiness ? '0' : '19')],
      cashDiscount: noDiscount,
    }
  })
  return <InvoiceForm initial={initial} choices={choices} />
}

const route = getRouteApi('/invoices/$id')

export function InvoicePage() {
  const { id } = route.useParams()
  const answer = useQuery(InvoiceDataDocument, { id }, ['invoice'])
  const { retry } = answer
  useFreshSignedUrls(retry)
  const invoice = answer.data?.invoice
  const title = invoice
    ? invoice.number
      ? `${messages.titles[invoice.kind]} ${invoice.number}`
      : messages.draftFor(messages.titles[invoice.kind], invoice.client.name)
    : t.invoices.title
  return (
    <Page
      title={title}
      about={
        invoice && (
          <>
            <InvoiceBadge status={invoice.status} />
            <UndeliveredBadge delivery={invoice.delivery} />
          </>
        )
      }
    >
      <HeldDraftBoundary
        answer={answer}
        pick={({ invoice: found }) => found}
        isDraft={({ status }) => status === 'draft'}
      >
        {(found) => <InvoiceContent key={found.id} invoice={found} retry={retry} />}
      </HeldDraftBoundary>
    </Page>
  )
}

function InvoiceContent({ invoice, retry }: { invoice: InvoiceDataFragment; retry: () => void }) {
  const { send } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [feedback, setFeedback] = useState<Feedback>()
  const isDraft = invoice.status === 'draft'
  const closeSending = () => navigate({ to: '/invoices/$id', params: { id: invoice.id }, search: {}, replace: true })
  const changed = (text: string) => {
    setFeedback({ variant: 'warn', text })
    retry()
  }
  // The service adds the advances to a final invoice, so its lines cannot be edited here.
  const isEdited = isDraft && may('updateInvoice') && invoice.kind !== 'final'
  return (
    <>
      <StatusMessage {...feedback} />
      <div className="desk">
        {isEdited ? (
          <InvoiceEditor {...{ invoice, retry }} />
        ) : (
          <>
            <IssuedInvoice {...{ invoice, retry }} showFeedback={setFeedback} />
            <SavedDocumentPreview document={invoice} />
          </>
        )}
      </div>
      {send && isDraft && may('sendInvoice') && (
        <SendInvoiceDialog
          invoice={invoice}
          onClose={closeSending}
          onChanged={changed}
          onSent={(text) => {
            setFeedback({ variant: 'good', text })
            closeSending()
          }}
        />
      )}
    </>
  )
}

interface InvoiceEditorProps {
  invoice: InvoiceDataFragment
  retry: () => void
}

function InvoiceEditor({ invoice, retry }: InvoiceEditorProps) {
  const answer = useInvoiceDefaults(invoice.client.id)
  return (
    <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
      {(choices) => <LoadedInvoiceEditor {...{ invoice, retry, choices }} />}
    </CardUntilLoaded>
  )
}

function LoadedInvoiceEditor({ invoice, retry, choices }: InvoiceEditorProps & { choices: InvoiceDefaults }) {
  const initial = useMemo(() => toDraft(invoice), [invoice])
  return <InvoiceForm {...{ invoice, initial, choices }} onConflict={retry} />
}

interface IssuedInvoiceProps {
  invoice: InvoiceDataFragment
  retry: () => void
  showFeedback: (feedback: Feedback) => void
}

/** An issued invoice with payments, reminders and corrections. */
function IssuedInvoice({ invoice, retry, showFeedback }: IssuedInvoiceProps) {
  const may = useMay()
  const navigate = useNavigate()
  const [pendingAction, setPendingAction] = useState<'pay' | 'credit' | 'resend' | 'delete'>()
  const [resend] = useMutation(ResendInvoiceDocument)
  const [duplicate, isDuplicating] = useMutation(DuplicateInvoiceDocument)
  const { id, kind, number, client, openCents, refundDueCents, status, cashDiscountCents } = invoice
  const isRefund = kind === 'credit_note'
  // Invoices are settled by payments and discounts, credit notes by payments only.
  const paidCents = isRefund ? invoice.paidCents : invoice.paidCents - cashDiscountCents
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
  const facts: [string, string | null][] = [
    [isRefund ? messages.facts.date : messages.issueDate, formatDate(invoice.issueDate)],
    [messages.dueDate, isRefund ? null : formatDate(invoice.dueDate)],
    [messages.facts.cashDiscount, formatCashDiscount(invoice)],
    [messages.facts.service, formatServicePeriod(invoice)],
    [messages.facts.sentAt, invoice.sentAt ? formatTimestampDate(invoice.sentAt) : null],
    [messages.facts.credited, invoice.creditedCents ? formatMoney(invoice.creditedCents) : null],
    [isRefund ? messages.facts.refunded : messages.facts.paid, paidCents ? formatMoney(paidCents) : null],
    [
      isRefund ? messages.facts.discountBack : messages.facts.discounted,
      cashDiscountCents ? formatMoney(cashDiscountCents) : null,
    ],
    [messages.facts.open, openCents > 0 ? formatMoney(openCents) : null],
    [messages.facts.charges, invoice.claimedChargesCents ? formatMoney(invoice.claimedChargesCents) : null],
    [messages.facts.refundDue, refundDueCents ? formatMoney(refundDueCents) : null],
  ]
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
        <dl className="part facts across">
          <div>
            <dt>{messages.client}</dt>
            <dd>
              <Link to="/clients/$id" params={{ id: client.id }}>
                {client.name}
              </Link>
            </dd>
          </div>
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          {invoice.creditedInvoice && (
            <div>
              <dt>{messages.facts.corrects}</dt>
              <dd>
                <Link to="/invoices/$id" params={{ id: invoice.creditedInvoice.id }}>
                  {invoice.creditedInvoice.number}
                </Link>
              </dd>
            </div>
          )}
          {invoice.creditNotes.length > 0 && (
            <div>
              <dt>{messages.credit.notes}</dt>
              <dd>
                {invoice.creditNotes.map((note) => (
                  <div key={note.id}>
                    <Link to="/invoices/$id" params={{ id: note.id }}>
                      {note.number}
                    </Link>{' '}
                    {formatMoney(note.totalCents)}
                  </div>
                ))}
              </dd>
            </div>
          )}
        </dl>
        <LineItemsAndTotals document={invoice} />
        {status === 'draft' && invoice.warnings.length > 0 && (
          <div className="part form">
            <WarningNotices warnings={invoice.warnings} />
          </div>
        )}
      </section>
      {status !== 'draft' && (
        <section className="card" aria-labelledby="payments">
          <header className="part over">
            <h2 id="payments">{money.title}</h2>
          </header>
          {invoice.payments.length === 0 ? (
            <p className="part quiet">{money.none}</p>
          ) : (
            <ul className="part items">
              {invoice.payments.map((payment) => (
                <li key={payment.id}>
                  <span>
                    {formatDate(payment.paidAt)} · {messages.payment.methods[payment.method]}
                  </span>
                  <span className="quiet">
                    {payment.reversedAt ? messages.payment.reversed : describePayment(payment)}
                  </span>
                  <span className="figure">{formatMoney(payment.amountCents)}</span>
                  <ReversePaymentButton {...{ invoice, payment, retry, showFeedback }} />
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
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
        <CreditDialog
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

const describePayment = ({
  reference,
  chargesCents,
  cashDiscountCents,
  creditCents,
}: InvoiceDataFragment['payments'][number]) =>
  [
    reference,
    chargesCents > 0 && messages.payment.charged(formatMoney(chargesCents)),
    cashDiscountCents > 0 && messages.payment.discounted(formatMoney(cashDiscountCents)),
    creditCents > 0 && messages.payment.overpaid(formatMoney(creditCents)),
  ]
    .filter(Boolean)
    .join(' · ')

const formatCashDiscount = ({ issueDate, cashDiscountPercent, cashDiscountDays }: InvoiceDataFragment) =>
  cashDiscountPercent && cashDiscountDays !== null
    ? messages.facts.granted(
        formatNumber(cashDiscountPercent),
        formatDate(addDays(issueDate, cashDiscountDays) as IsoDate),
      )
    : null

const formatServicePeriod = ({ serviceFrom, serviceTo }: InvoiceDataFragment) => {
  const from = serviceFrom ?? serviceTo
  return from && formatDateRange(from, serviceTo ?? from)
}

interface CreditDialogProps {
  invoice: InvoiceDataFragment
  retry: () => void
  onClose: () => void
  onDone: (note: string) => void
}

function CreditDialog({ invoice, retry, onClose, onDone }: CreditDialogProps) {
  const { id, number } = invoice
  const [credit] = useMutation(CreditInvoiceDocument)
  const guardVersion = useVersionGuard(['invoice.updated', 'invoice.partially_paid', 'invoice.paid'], retry)
  return (
    <Dialog title={messages.credit.title(number ?? '')} isOpen onClose={onClose} isQuestion>
      <p className="quiet">{messages.credit.text}</p>
      <Form
        send={({ reason }) =>
          guardVersion(invoice, (version) => credit({ id, version, input: { reason: reason?.trim() || null } }))
        }
        onDone={({ creditInvoice }) => onDone(creditInvoice.number ?? '')}
      >
        {({ errors, isBusy }) => (
          <>
            <TextField label={messages.credit.reason} name="reason" maxLength={1000} error={errors.reason} />
            <div className="actions">
              <Button onClick={onClose} autoFocus>
                {t.cancel}
              </Button>
              <Button type="submit" variant={['danger', 'primary']} isBusy={isBusy}>
                {messages.credit.submit}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
