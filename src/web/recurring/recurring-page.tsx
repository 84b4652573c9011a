import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import {
  RecurringDataDocument,
  type RecurringDataFragment,
  RunRecurringDocument,
  UpdateRecurringDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { today } from '../i18n/dates.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { CardUntilLoaded } from '../invoices/document-parts.tsx'
import { createLine } from '../invoices/draft.ts'
import { HeldDraftBoundary } from '../invoices/held-draft.tsx'
import { InvoiceBadge } from '../invoices/invoice-columns.tsx'
import { type InvoiceDefaults, toInvoiceDefaults, useInvoiceDefaults } from '../invoices/invoice-defaults.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './recurring.messages.ts'
import { defaultSchedule, RecurringForm, toRecurringDraft } from './recurring-form.tsx'
import { RecurringBadge, recurringStatus } from './recurring-status.tsx'
import '../invoices/invoices.css'

const newRoute = getRouteApi('/invoices/recurring/new')

export function NewRecurringInvoicePage() {
  const { client = '' } = newRoute.useSearch()
  const may = useMay()
  const answer = useInvoiceDefaults(client)
  return (
    <Page title={messages.create}>
      {may('createRecurringInvoice') ? (
        <div className="desk">
          <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
            {(choices) => <NewRecurringForm choices={choices} />}
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

function NewRecurringForm({ choices }: { choices: InvoiceDefaults }) {
  const [initial] = useState(() => ({
    clientId: choices.client?.id ?? '',
    issueDate: today(),
    ...{ dueDate: '', serviceFrom: '', serviceTo: '', introduction: '', closing: '' },
    lines: [createLine(choices.smallBusiness ? '0' : '19')],
    schedule: defaultSchedule,
  }))
  return <RecurringForm initial={initial} choices={choices} />
}

const route = getRouteApi('/invoices/recurring/$id')

/** A recurring invoice with its next run and the invoices created from it. */
export function RecurringInvoicePage() {
  const { id } = route.useParams()
  const answer = useQuery(RecurringDataDocument, { id }, ['invoice'])
  const recurring = answer.data?.recurringInvoice
  return (
    <Page
      title={recurring ? messages.for(recurring.client.name) : messages.title}
      about={
        recurring && (
          <>
            {messages.every(recurring.every, recurring.interval)} <RecurringBadge recurring={recurring} />
          </>
        )
      }
    >
      <HeldDraftBoundary answer={answer} pick={({ recurringInvoice }) => recurringInvoice} isDraft={() => true}>
        {(found) => <RecurringContent key={found.id} recurring={found} retry={answer.retry} />}
      </HeldDraftBoundary>
    </Page>
  )
}

interface RecurringContentProps {
  recurring: RecurringDataFragment
  retry: () => void
}

function RecurringContent({ recurring, retry }: RecurringContentProps) {
  const may = useMay()
  const [feedback, setFeedback] = useState<Feedback>()
  const beside = (
    <>
      <NextRunCard {...{ recurring, retry }} showFeedback={setFeedback} />
      <CreatedInvoices recurring={recurring} />
    </>
  )
  return (
    <>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      <div className="desk">
        {may('updateRecurringInvoice') ? (
          <RecurringEditor {...{ recurring, retry }} beside={beside} />
        ) : (
          <>
            <ReadOnlyRecurring recurring={recurring} />
            <div className="form">{beside}</div>
          </>
        )}
      </div>
    </>
  )
}

function RecurringEditor({ recurring, retry, beside }: RecurringContentProps & { beside: ReactNode }) {
  const initial = useMemo(() => toRecurringDraft(recurring), [recurring])
  return (
    <CardUntilLoaded query={useInvoiceDefaults(recurring.client.id)} pick={toInvoiceDefaults}>
      {(choices) => <RecurringForm {...{ recurring, initial, choices, beside }} onConflict={retry} />}
    </CardUntilLoaded>
  )
}

function ReadOnlyRecurring({ recurring }: { recurring: RecurringDataFragment }) {
  return (
    <section className="card">
      <dl className="part facts across">
        <div>
          <dt>{messages.client}</dt>
          <dd>
            <Link to="/clients/$id" params={{ id: recurring.client.id }}>
              {recurring.client.name}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{messages.form.issueDate}</dt>
          <dd>{formatDate(recurring.startsOn)}</dd>
        </div>
        <div>
          <dt>{messages.form.mode}</dt>
          <dd>{messages.form.modes[recurring.mode]}</dd>
        </div>
      </dl>
      <ul className="part items" aria-label={messages.lines}>
        {recurring.lineItems.map((line, index) => (
          <li key={index}>
            <span className="text">{line.description}</span>
            <span className="figure">{formatMoney(line.netCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The next run, with actions to pause, resume and run now. */
function NextRunCard({
  recurring,
  retry,
  showFeedback,
}: RecurringContentProps & { showFeedback: (feedback: Feedback) => void }) {
  const may = useMay()
  const [isAsking, ask] = useState(false)
  const [update, isUpdating] = useMutation(UpdateRecurringDocument)
  const [run] = useMutation(RunRecurringDocument)
  const guardVersion = useVersionGuard([], retry)
  const { id, nextOn, paused, mode, client } = recurring
  const status = recurringStatus(recurring)
  const setPaused = async (to: boolean) => {
    const outcome = await update({ id, input: { paused: to } })
    const next = outcome.data?.updateRecurringInvoice.nextOn
    showFeedback(
      feedbackFor(outcome, to ? messages.paused : messages.resumed(next ? formatDate(next) : messages.noNext)),
    )
  }
  return (
    <section className="card" aria-labelledby="next">
      <header className="part over">
        <h2 id="next">{messages.next}</h2>
        <span>
          {status === 'active' && nextOn ? (
            <time dateTime={nextOn}>{formatDate(nextOn)}</time>
          ) : (
            messages.statuses[status]
          )}
        </span>
      </header>
      {nextOn && may('updateRecurringInvoice') && (
        <div className="part actions">
          <Button isBusy={isUpdating} onClick={() => setPaused(!paused)}>
            {paused ? messages.resume : messages.pause}
          </Button>
          {may('runRecurringInvoice') && <Button onClick={() => ask(true)}>{messages.run.label}</Button>}
        </div>
      )}
      {isAsking && nextOn && (
        <ConfirmDialog
          title={messages.run.title}
          text={
            mode === 'send'
              ? messages.run.andSend(formatDate(nextOn), client.name)
              : messages.run.asDraft(formatDate(nextOn))
          }
          label={messages.run.label}
          isDangerous={false}
          send={() => guardVersion(recurring, (version) => run({ id, version }))}
          onClose={() => ask(false)}
          onDone={() => {
            showFeedback({ variant: 'good', text: messages.run.done })
            ask(false)
            retry()
          }}
        />
      )}
    </section>
  )
}

/** Invoices created from it, newest first. */
const CreatedInvoices = ({ recurring: { invoices } }: { recurring: RecurringDataFragment }) => (
  <section className="card" aria-labelledby="made">
    <header className="part over">
      <h2 id="made">{messages.made}</h2>
    </header>
    {invoices.length === 0 ? (
      <p className="part quiet">{messages.noneMade}</p>
    ) : (
      <ul className="part items">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <span>
              <Link to="/invoices/$id" params={{ id: invoice.id }}>
                {invoice.number ?? messages.draft}
              </Link>{' '}
              · {formatDate(invoice.issueDate)}
            </span>
            <InvoiceBadge status={invoice.status} />
            <span className="figure">{formatMoney(invoice.totalCents)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
