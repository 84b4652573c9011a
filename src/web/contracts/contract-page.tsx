import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ContractDataDocument, type ContractDataFragment } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatDate, formatDateTime } from '../i18n/format.ts'
import { CardUntilLoaded, SavedDocumentPreview, toLocalUrl, useFreshSignedUrls } from '../invoices/document-parts.tsx'
import { HeldDraftBoundary } from '../invoices/held-draft.tsx'
import { toInvoiceDefaults, useInvoiceDefaults } from '../invoices/invoice-defaults.ts'
import { useMay } from '../session.ts'
import { type Fact, listLinkFacts } from '../signing/link-facts.ts'
import { Button } from '../ui/button.tsx'
import { type Feedback, StatusMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { isUndelivered, UndeliveredBadge, UndeliveredNotice } from '../ui/undelivered.tsx'
import { ContractBadge } from './contract-columns.tsx'
import { CancelContractDialog, RevokeLinkDialog, SendContractDialog, WithdrawDialog } from './contract-dialogs.tsx'
import { ContractForm } from './contract-form.tsx'
import { messages } from './contracts.messages.ts'
import '../invoices/invoices.css'

const newRoute = getRouteApi('/contracts/new')

export function NewContractPage() {
  const { client = '', quote } = newRoute.useSearch()
  const may = useMay()
  const answer = useInvoiceDefaults(client)
  return (
    <Page title={messages.create}>
      {may('createContract') ? (
        <div className="desk">
          <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
            {(choices) => <ContractForm client={choices.client} quoteId={quote} />}
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

const route = getRouteApi('/contracts/$id')

/** A contract: edited as a draft, then signed and cancelled. */
export function ContractPage() {
  const { id } = route.useParams()
  const answer = useQuery(ContractDataDocument, { id }, ['contract', 'client'])
  const { retry } = answer
  useFreshSignedUrls(retry)
  const contract = answer.data?.contract
  return (
    <Page
      title={contract?.title ?? messages.kind}
      about={
        contract && (
          <>
            {contract.number} <ContractBadge status={contract.status} />
            <UndeliveredBadge delivery={contract.delivery} />
          </>
        )
      }
    >
      <HeldDraftBoundary
        answer={answer}
        pick={({ contract: found }) => found}
        isDraft={({ status }) => status === 'draft'}
      >
        {(found) => <ContractDetails key={found.id} contract={found} retry={retry} />}
      </HeldDraftBoundary>
    </Page>
  )
}

function ContractDetails({ contract, retry }: { contract: ContractDataFragment; retry: () => void }) {
  const { send } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [feedback, setFeedback] = useState<Feedback>()
  const [loaded, setLoaded] = useState(0)
  const isDraft = contract.status === 'draft'
  const closeSending = () => navigate({ to: '/contracts/$id', params: { id: contract.id }, search: {}, replace: true })
  return (
    <>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      <div className="desk">
        {isDraft && may('updateContract') ? (
          <ContractForm
            key={loaded}
            contract={contract}
            client={contract.client}
            onConflict={retry}
            onReload={() => setLoaded(loaded + 1)}
          />
        ) : (
          <>
            <div className="form">
              <SentContract contract={contract} showFeedback={setFeedback} />
            </div>
            <SavedDocumentPreview document={contract} />
          </>
        )}
      </div>
      {send && isDraft && may('sendContract') && (
        <SendContractDialog
          contract={contract}
          onRefused={retry}
          onChanged={(text) => setFeedback({ variant: 'warn', text })}
          onClose={closeSending}
          onDone={(text) => {
            setFeedback({ variant: 'good', text })
            closeSending()
          }}
        />
      )}
    </>
  )
}

type OpenDialog = 'resend' | 'revoke' | 'withdraw' | 'cancel'

/** A sent contract. It no longer changes, but can be signed and cancelled. */
function SentContract({
  contract,
  showFeedback,
}: {
  contract: ContractDataFragment
  showFeedback: (feedback: Feedback) => void
}) {
  const may = useMay()
  const [pendingAction, setPendingAction] = useState<OpenDialog>()
  const { status, signingLink, client, quote } = contract
  const isOpen = status === 'sent'
  const given = {
    contract,
    onClose: () => setPendingAction(undefined),
    onDone: (text: string) => {
      showFeedback({ variant: 'good', text })
      setPendingAction(undefined)
    },
  }
  const facts: Fact[] = [
    [messages.startsOn, contract.startsOn && formatDate(contract.startsOn)],
    [messages.endsOn, contract.endsOn && formatDate(contract.endsOn)],
    [
      messages.noticePeriod,
      contract.noticePeriodDays === null ? null : messages.noticeDays(contract.noticePeriodDays ?? 0),
    ],
  ]
  return (
    <>
      <UndeliveredNotice
        delivery={contract.delivery}
        onResend={isOpen && may('resendContract') && (() => setPendingAction('resend'))}
      />
      <div className="actions">
        {isOpen && may('resendContract') && !isUndelivered(contract.delivery) && (
          <Button onClick={() => setPendingAction('resend')}>{messages.resend}</Button>
        )}
        <a className="button" href={toLocalUrl(contract.pdfUrl)} download>
          <Download size={16} aria-hidden />
          {messages.download}
        </a>
        {isOpen && signingLink && !signingLink.endedAt && may('revokeContractLink') && (
          <Button onClick={() => setPendingAction('revoke')}>{messages.revoke.label}</Button>
        )}
        {isOpen && may('withdrawContract') && (
          <Button variant="danger" onClick={() => setPendingAction('withdraw')}>
            {messages.withdraw.label}
          </Button>
        )}
        {status === 'signed' && may('cancelContract') && (
          <Button variant="danger" onClick={() => setPendingAction('cancel')}>
            {messages.cancel.label}
          </Button>
        )}
      </div>
      {contract.sentAt && <SignatureStatus contract={contract} sentAt={contract.sentAt} />}
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
          <FactRows facts={facts} />
          {quote && (
            <div>
              <dt>{messages.quote}</dt>
              <dd>
                <Link to="/quotes/$id" params={{ id: quote.id }}>
                  {quote.number}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      </section>
      {pendingAction === 'resend' && <SendContractDialog {...given} isAgain />}
      {pendingAction === 'revoke' && <RevokeLinkDialog {...given} />}
      {pendingAction === 'withdraw' && <WithdrawDialog {...given} />}
      {pendingAction === 'cancel' && <CancelContractDialog {...given} />}
    </>
  )
}

const FactRows = ({ facts }: { facts: readonly Fact[] }) =>
  facts
    .filter(([, value]) => value)
    .map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))

/** The state of the signature and of the contract's end. */
function SignatureStatus({ contract, sentAt }: { contract: ContractDataFragment; sentAt: string }) {
  const { signing } = messages
  const { signingLink: link, status, signedAt, rejectedAt, cancelledAt, noticedOn, terminatesOn } = contract
  const facts: Fact[] = [
    ...listLinkFacts(signing, {
      ...{ sentAt, link, isOpen: status === 'sent' },
      isAnswered: Boolean(signedAt || rejectedAt),
    }),
    [signing.signed, signedAt && signing.by(formatDateTime(signedAt), contract.signerName ?? '–')],
    [signing.rejected, rejectedAt && formatDateTime(rejectedAt)],
    [signing.reason, contract.rejectionReason],
    [signing.withdrawn, cancelledAt && !signedAt ? formatDateTime(cancelledAt) : null],
    [signing.noticed, noticedOn && formatDate(noticedOn)],
    [signing.terminates, terminatesOn && formatDate(terminatesOn)],
  ]
  return (
    <section className="card" aria-labelledby="signature">
      <header className="part over">
        <h2 id="signature">{signing.title}</h2>
      </header>
      <dl className="part facts">
        <FactRows facts={facts} />
      </dl>
    </section>
  )
}
