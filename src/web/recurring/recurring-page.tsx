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
import { type Choices, choicesOf, useChoices } from '../invoices/choices.ts'
import { InvoiceBadge } from '../invoices/columns.tsx'
import { newLine } from '../invoices/draft.ts'
import { HeldDraft } from '../invoices/held-draft.tsx'
import { CardUntilLoaded } from '../invoices/parts.tsx'
import { useMay } from '../session.ts'
import { useAsShown } from '../ui/as-shown.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Forbidden } from '../ui/states.tsx'
import { Sure } from '../ui/sure.tsx'
import { type News, newsOf, Told } from '../ui/told.tsx'
import { messages } from './recurring.messages.ts'
import { draftOf, RecurringForm, usual } from './recurring-form.tsx'
import { RecurringBadge, statusOf } from './status.tsx'
import '../invoices/invoices.css'

const fresh = getRouteApi('/invoices/recurring/new')

export function NewRecurringInvoice() {
  const { client = '' } = fresh.useSearch()
  const may = useMay()
  const answer = useChoices(client)
  return (
    <Page title={messages.create}>
      {may('createRecurringInvoice') ? (
        <div className="desk">
          <CardUntilLoaded answer={answer} pick={choicesOf}>
            {(choices) => <NewDraft choices={choices} />}
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

function NewDraft({ choices }: { choices: Choices }) {
  const [initial] = useState(() => ({
    clientId: choices.client?.id ?? '',
    issueDate: today(),
    ...{ dueDate: '', serviceFrom: '', serviceTo: '', introduction: '', closing: '' },
    lines: [newLine(choices.smallBusiness ? '0' : '19')],
    schedule: usual,
  }))
  return <RecurringForm initial={initial} choices={choices} />
}

const shown = getRouteApi('/invoices/recurring/$id')

/** What invoices are made of, when the next one is, and those that were made. */
export function RecurringInvoicePage() {
  const { id } = shown.useParams()
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
      <HeldDraft answer={answer} pick={({ recurringInvoice }) => recurringInvoice} isDraft={() => true}>
        {(found) => <Shown key={found.id} recurring={found} retry={answer.retry} />}
      </HeldDraft>
    </Page>
  )
}

interface ShownProps {
  recurring: RecurringDataFragment
  retry: () => void
}

function Shown({ recurring, retry }: ShownProps) {
  const may = useMay()
  const [news, setNews] = useState<News>()
  const beside = (
    <>
      <Plan {...{ recurring, retry }} onTold={setNews} />
      <Made recurring={recurring} />
    </>
  )
  return (
    <>
      <Told text={news?.text} look={news?.look} />
      <div className="desk">
        {may('updateRecurringInvoice') ? (
          <Edited {...{ recurring, retry }} beside={beside} />
        ) : (
          <>
            <Settled recurring={recurring} />
            <div className="form">{beside}</div>
          </>
        )}
      </div>
    </>
  )
}

function Edited({ recurring, retry, beside }: ShownProps & { beside: ReactNode }) {
  const initial = useMemo(() => draftOf(recurring), [recurring])
  return (
    <CardUntilLoaded answer={useChoices(recurring.client.id)} pick={choicesOf}>
      {(choices) => <RecurringForm {...{ recurring, initial, choices, beside }} onConflict={retry} />}
    </CardUntilLoaded>
  )
}

/** What is written, for who reads it only. */
function Settled({ recurring }: { recurring: RecurringDataFragment }) {
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

/** When the next one is made; whether any is, and what can be done about it. */
function Plan({ recurring, retry, onTold }: ShownProps & { onTold: (news: News) => void }) {
  const may = useMay()
  const [isAsking, ask] = useState(false)
  const [update, isUpdating] = useMutation(UpdateRecurringDocument)
  const [run] = useMutation(RunRecurringDocument)
  const asShown = useAsShown([], retry)
  const { id, nextOn, paused, mode, client } = recurring
  const status = statusOf(recurring)
  const setPaused = async (to: boolean) => {
    const outcome = await update({ id, input: { paused: to } })
    const next = outcome.data?.updateRecurringInvoice.nextOn
    onTold(newsOf(outcome, to ? messages.paused : messages.resumed(next ? formatDate(next) : messages.noNext)))
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
        <Sure
          title={messages.run.title}
          text={
            mode === 'send'
              ? messages.run.andSend(formatDate(nextOn), client.name)
              : messages.run.asDraft(formatDate(nextOn))
          }
          label={messages.run.label}
          isDangerous={false}
          send={() => asShown(recurring, (version) => run({ id, version }))}
          onClose={() => ask(false)}
          onDone={() => {
            onTold({ look: 'good', text: messages.run.done })
            ask(false)
            retry()
          }}
        />
      )}
    </section>
  )
}

/** The invoices that were made of it, the newest first. */
const Made = ({ recurring: { invoices } }: { recurring: RecurringDataFragment }) => (
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
