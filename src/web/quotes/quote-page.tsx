import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  ConvertQuoteDocument,
  DuplicateQuoteDocument,
  QuoteDataDocument,
  type QuoteDataFragment,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { formatDate, formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import {
  CardUntilLoaded,
  LineItemsAndTotals,
  SavedDocumentPreview,
  toLocalUrl,
  useFreshSignedUrls,
} from '../invoices/document-parts.tsx'
import { createLine } from '../invoices/draft.ts'
import { HeldDraftBoundary } from '../invoices/held-draft.tsx'
import { type InvoiceDefaults, toInvoiceDefaults, useInvoiceDefaults } from '../invoices/invoice-defaults.ts'
import { useMay } from '../session.ts'
import { type Fact, listLinkFacts } from '../signing/link-facts.ts'
import { Button } from '../ui/button.tsx'
import { type Feedback, StatusMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { isUndelivered, UndeliveredBadge, UndeliveredNotice } from '../ui/undelivered.tsx'
import { QuoteBadge } from './quote-columns.tsx'
import { MarkSignedDialog, RejectQuoteDialog, RevokeLinkDialog } from './quote-dialogs.tsx'
import { defaultValidUntil, QuoteForm, toQuoteDraft } from './quote-form.tsx'
import { messages } from './quotes.messages.ts'
import { SendQuoteDialog } from './send-quote-dialog.tsx'
import '../invoices/invoices.css'

const newRoute = getRouteApi('/quotes/new')

export function NewQuotePage() {
  const { client = '' } = newRoute.useSearch()
  const may = useMay()
  const answer = useInvoiceDefaults(client)
  return (
    <Page title={messages.create}>
      {may('createQuote') ? (
        <div className="desk">
          <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
            {(choices) => <NewQuoteForm choices={choices} />}
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

function NewQuoteForm({ choices }: { choices: InvoiceDefaults }) {
  const [initial] = useState(() => ({
    clientId: choices.client?.id ?? '',
    ...{ issueDate: '', serviceFrom: '', serviceTo: '', introduction: '', closing: '' },
    dueDate: defaultValidUntil(''),
    lines: [createLine(choices.smallBusiness ? '0' : '19')],
  }))
  return <QuoteForm initial={initial} choices={choices} />
}

const route = getRouteApi('/quotes/$id')

/** A quote: edited as a draft, then accepted or rejected. */
export function QuotePage() {
  const { id } = route.useParams()
  const answer = useQuery(QuoteDataDocument, { id }, ['quote'])
  const { retry } = answer
  useFreshSignedUrls(retry)
  const quote = answer.data?.quote
  const title = quote
    ? quote.number
      ? `${messages.kind} ${quote.number}`
      : messages.draftFor(quote.client.name)
    : messages.title
  return (
    <Page
      title={title}
      about={
        quote && (
          <>
            <QuoteBadge status={quote.status} />
            <UndeliveredBadge delivery={quote.delivery} />
          </>
        )
      }
    >
      <HeldDraftBoundary
        answer={answer}
        pick={({ quote: found }) => found}
        isDraft={({ status }) => status === 'draft'}
      >
        {(found) => <QuoteContent key={found.id} quote={found} retry={retry} />}
      </HeldDraftBoundary>
    </Page>
  )
}

interface QuoteContentProps {
  quote: QuoteDataFragment
  retry: () => void
}

function QuoteContent({ quote, retry }: QuoteContentProps) {
  const { send } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [feedback, setFeedback] = useState<Feedback>()
  const isDraft = quote.status === 'draft'
  const changed = (text: string) => {
    setFeedback({ variant: 'warn', text })
    retry()
  }
  const closeSending = () => navigate({ to: '/quotes/$id', params: { id: quote.id }, search: {}, replace: true })
  return (
    <>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      <div className="desk">
        {isDraft && may('updateQuote') ? (
          <QuoteEditor {...{ quote, retry }} />
        ) : (
          <>
            <SentQuote quote={quote} showFeedback={setFeedback} />
            <SavedDocumentPreview document={quote} />
          </>
        )}
      </div>
      {send && isDraft && may('sendQuote') && (
        <SendQuoteDialog
          quote={quote}
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

function QuoteEditor({ quote, retry }: QuoteContentProps) {
  const [initial] = useState(() => toQuoteDraft(quote))
  return (
    <CardUntilLoaded query={useInvoiceDefaults(quote.client.id)} pick={toInvoiceDefaults}>
      {(choices) => <QuoteForm {...{ quote, initial, choices }} onConflict={retry} />}
    </CardUntilLoaded>
  )
}

type OpenDialog = 'resend' | 'revoke' | 'sign' | 'reject'

/** A sent quote. It no longer changes, but can be accepted or rejected. */
function SentQuote({ quote, showFeedback }: { quote: QuoteDataFragment; showFeedback: (feedback: Feedback) => void }) {
  const may = useMay()
  const navigate = useNavigate()
  const [pendingAction, setPendingAction] = useState<OpenDialog>()
  const [convert, isConverting] = useMutation(ConvertQuoteDocument)
  const [duplicate, isDuplicating] = useMutation(DuplicateQuoteDocument)
  const { id, status, client, signingLink } = quote
  const isOpen = status === 'sent'
  const refused = (message: string) => showFeedback({ variant: 'danger', text: message })
  const toInvoice = async () => {
    const { data, problem } = await convert({ id })
    if (data) navigate({ to: '/invoices/$id', params: { id: data.convertQuoteToInvoice.id } })
    else refused(problem.message)
  }
  const copy = async () => {
    const { data, problem } = await duplicate({ id })
    if (data) navigate({ to: '/quotes/$id', params: { id: data.duplicateQuote.id } })
    else refused(problem.message)
  }
  const given = {
    quote,
    onClose: () => setPendingAction(undefined),
    onDone: (text: string) => {
      showFeedback({ variant: 'good', text })
      setPendingAction(undefined)
    },
  }
  return (
    <div className="form">
      <UndeliveredNotice
        delivery={quote.delivery}
        onResend={isOpen && may('resendQuote') && (() => setPendingAction('resend'))}
      />
      <div className="actions">
        {status === 'signed' && may('convertQuoteToInvoice') && (
          <Button variant="primary" isBusy={isConverting} onClick={toInvoice}>
            {messages.convert}
          </Button>
        )}
        {isOpen && may('markQuoteSigned') && (
          <Button variant="primary" onClick={() => setPendingAction('sign')}>
            {messages.sign.create}
          </Button>
        )}
        {isOpen && may('resendQuote') && !isUndelivered(quote.delivery) && (
          <Button onClick={() => setPendingAction('resend')}>{messages.resend}</Button>
        )}
        <a className="button" href={toLocalUrl(quote.pdfUrl)} download>
          <Download size={16} aria-hidden />
          {messages.download}
        </a>
        {may('createProject') && (status === 'signed' || status === 'converted') && (
          <Link to="/projects/new" search={{ client: client.id, name: suggestProjectName(quote) }} className="button">
            {t.commands.newProject}
          </Link>
        )}
        {may('createContract') && (status === 'signed' || status === 'converted') && (
          <Link to="/contracts/new" search={{ client: client.id, quote: id }} className="button">
            {t.commands.newContract}
          </Link>
        )}
        {may('duplicateQuote') && status !== 'draft' && (
          <Button isBusy={isDuplicating} onClick={copy}>
            {messages.duplicate}
          </Button>
        )}
        {isOpen && signingLink && !signingLink.endedAt && may('revokeQuoteLink') && (
          <Button onClick={() => setPendingAction('revoke')}>{messages.revoke.create}</Button>
        )}
        {isOpen && may('rejectQuote') && (
          <Button variant="danger" onClick={() => setPendingAction('reject')}>
            {messages.reject.create}
          </Button>
        )}
      </div>
      {quote.sentAt && <AcceptanceStatus quote={quote} sentAt={quote.sentAt} />}
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
          {quote.issueDate && (
            <div>
              <dt>{messages.issueDate}</dt>
              <dd>{formatDate(quote.issueDate)}</dd>
            </div>
          )}
          <div>
            <dt>{messages.until}</dt>
            <dd>{formatDate(quote.validUntil)}</dd>
          </div>
        </dl>
        <LineItemsAndTotals document={quote} />
      </section>
      {pendingAction === 'resend' && (
        <SendQuoteDialog quote={quote} isAgain onClose={given.onClose} onSent={given.onDone} />
      )}
      {pendingAction === 'revoke' && <RevokeLinkDialog {...given} />}
      {pendingAction === 'sign' && <MarkSignedDialog {...given} />}
      {pendingAction === 'reject' && <RejectQuoteDialog {...given} />}
    </div>
  )
}

/** The first line of the first item, as the name of a project. */
const suggestProjectName = ({ lineItems: [first] }: QuoteDataFragment) =>
  first?.description.split('\n')[0]?.slice(0, 200) ?? ''

/** The state of the acceptance. */
function AcceptanceStatus({ quote, sentAt }: { quote: QuoteDataFragment; sentAt: string }) {
  const { acceptance } = messages
  const { signingLink: link, status, signedAt, signerName, rejectedAt, invoice } = quote
  const facts: Fact[] = [
    ...listLinkFacts(acceptance, {
      ...{ sentAt, link, isOpen: status === 'sent' },
      isAnswered: Boolean(signedAt || rejectedAt),
    }),
    [acceptance.signed, signedAt && acceptance.by(formatDateTime(signedAt), signerName ?? '–')],
    [acceptance.note, quote.acceptanceNote],
    [acceptance.rejected, rejectedAt && formatDateTime(rejectedAt)],
    [acceptance.reason, quote.rejectionReason],
  ]
  return (
    <section className="card" aria-labelledby="acceptance">
      <header className="part over">
        <h2 id="acceptance">{acceptance.title}</h2>
      </header>
      <dl className="part facts">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {invoice && (
          <div>
            <dt>{acceptance.invoice}</dt>
            <dd>
              <Link to="/invoices/$id" params={{ id: invoice.id }}>
                {invoice.number ?? acceptance.invoiceDraft}
              </Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
