import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ContractDataDocument, type ContractDataFragment } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatDate, formatDateTime } from '../i18n/format.ts'
import { choicesOf, useChoices } from '../invoices/choices.ts'
import { HeldDraft } from '../invoices/held-draft.tsx'
import { CardUntilLoaded, here, Sheet, useFreshAddresses } from '../invoices/parts.tsx'
import { useMay } from '../session.ts'
import { type Fact, linkFacts } from '../signing/link-facts.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Forbidden } from '../ui/states.tsx'
import { type News, Told } from '../ui/told.tsx'
import { isUndelivered, UndeliveredBadge, UndeliveredNotice } from '../ui/undelivered.tsx'
import { ContractBadge } from './columns.tsx'
import { ContractForm } from './contract-form.tsx'
import { messages } from './contracts.messages.ts'
import { Cancel, Revoke, SendContract, Withdraw } from './dialogs.tsx'
import '../invoices/invoices.css'

const fresh = getRouteApi('/contracts/new')

export function NewContract() {
  const { client = '', quote } = fresh.useSearch()
  const may = useMay()
  const answer = useChoices(client)
  return (
    <Page title={messages.create}>
      {may('createContract') ? (
        <div className="desk">
          <CardUntilLoaded answer={answer} pick={choicesOf}>
            {(choices) => <ContractForm client={choices.client} quoteId={quote} />}
          </CardUntilLoaded>
        </div>
      ) : (
        <div className="card">
          <Forbidden />
        </div>
      )}
    </Page>
  )
}

const shown = getRouteApi('/contracts/$id')

/** A contract: written while it is a draft, then signed, and ended by notice. */
export function ContractPage() {
  const { id } = shown.useParams()
  const answer = useQuery(ContractDataDocument, { id }, ['contract', 'client'])
  const { retry } = answer
  useFreshAddresses(retry)
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
      <HeldDraft answer={answer} pick={({ contract: found }) => found} isDraft={({ status }) => status === 'draft'}>
        {(found) => <Shown key={found.id} contract={found} retry={retry} />}
      </HeldDraft>
    </Page>
  )
}

function Shown({ contract, retry }: { contract: ContractDataFragment; retry: () => void }) {
  const { send } = shown.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [news, setNews] = useState<News>()
  const [loaded, setLoaded] = useState(0)
  const isDraft = contract.status === 'draft'
  const closeSending = () => navigate({ to: '/contracts/$id', params: { id: contract.id }, search: {}, replace: true })
  return (
    <>
      <Told text={news?.text} look={news?.look} />
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
              <Settled contract={contract} onTold={setNews} />
            </div>
            <Sheet document={contract} />
          </>
        )}
      </div>
      {send && isDraft && may('sendContract') && (
        <SendContract
          contract={contract}
          onRefused={retry}
          onChanged={(text) => setNews({ look: 'warn', text })}
          onClose={closeSending}
          onDone={(text) => {
            setNews({ look: 'good', text })
            closeSending()
          }}
        />
      )}
    </>
  )
}

type Doing = 'resend' | 'revoke' | 'withdraw' | 'cancel'

/** What is sent: it does not change; its client signs, and either side may end it. */
function Settled({ contract, onTold }: { contract: ContractDataFragment; onTold: (news: News) => void }) {
  const may = useMay()
  const [doing, setDoing] = useState<Doing>()
  const { status, signingLink, client, quote } = contract
  const isOpen = status === 'sent'
  const given = {
    contract,
    onClose: () => setDoing(undefined),
    onDone: (text: string) => {
      onTold({ look: 'good', text })
      setDoing(undefined)
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
        onResend={isOpen && may('resendContract') && (() => setDoing('resend'))}
      />
      <div className="actions">
        {isOpen && may('resendContract') && !isUndelivered(contract.delivery) && (
          <Button onClick={() => setDoing('resend')}>{messages.resend}</Button>
        )}
        <a className="button" href={here(contract.pdfUrl)} download>
          <Download size={16} aria-hidden />
          {messages.download}
        </a>
        {isOpen && signingLink && !signingLink.endedAt && may('revokeContractLink') && (
          <Button onClick={() => setDoing('revoke')}>{messages.revoke.label}</Button>
        )}
        {isOpen && may('withdrawContract') && (
          <Button look="danger" onClick={() => setDoing('withdraw')}>
            {messages.withdraw.label}
          </Button>
        )}
        {status === 'signed' && may('cancelContract') && (
          <Button look="danger" onClick={() => setDoing('cancel')}>
            {messages.cancel.label}
          </Button>
        )}
      </div>
      {contract.sentAt && <Signature contract={contract} sentAt={contract.sentAt} />}
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
          <Facts facts={facts} />
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
      {doing === 'resend' && <SendContract {...given} isAgain />}
      {doing === 'revoke' && <Revoke {...given} />}
      {doing === 'withdraw' && <Withdraw {...given} />}
      {doing === 'cancel' && <Cancel {...given} />}
    </>
  )
}

const Facts = ({ facts }: { facts: readonly Fact[] }) =>
  facts
    .filter(([, value]) => value)
    .map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))

/** How far the client is: sent, seen, signed or declined; and how it ended. */
function Signature({ contract, sentAt }: { contract: ContractDataFragment; sentAt: string }) {
  const { signing } = messages
  const { signingLink: link, status, signedAt, rejectedAt, cancelledAt, noticedOn, terminatesOn } = contract
  const facts: Fact[] = [
    ...linkFacts(signing, {
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
        <Facts facts={facts} />
      </dl>
    </section>
  )
}
