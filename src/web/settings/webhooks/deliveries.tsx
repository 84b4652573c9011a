import { RefreshCw, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type DeliveryStatus,
  RedeliverWebhookDeliveryDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import type { Problem } from '../../graphql/fetch-graphql.ts'
import { formatCount, formatDateTime } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { DeliveryBadge } from './webhook-state.tsx'
import { messages } from './webhooks.messages.ts'

type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>['deliveries'][number]
type Attempt = Delivery['attempts'][number]

const filters = ['all', 'pending', 'succeeded', 'failed'] as const

const pollMs = 2000

/** The deliveries of a webhook. Pending ones are polled. */
export function Deliveries({ webhookId, onSettled }: { webhookId: string; onSettled: () => void }) {
  const { deliveries: texts } = messages
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const [lookingAt, setLookingAt] = useState<string>()
  const status: DeliveryStatus | null = filter === 'all' ? null : filter
  const answer = useQuery(WebhookDeliveriesDocument, { id: webhookId, page, status })
  const shown = answer.data?.webhookDeliveries?.deliveries ?? []
  const delivery = shown.find(({ id }) => id === lookingAt)
  usePendingPoll(shown, answer.retry, onSettled)
  return (
    <section className="group" aria-labelledby="deliveries">
      <div className="section-head">
        <h2 id="deliveries">{texts.title}</h2>
        <label>
          <span className="unseen">{texts.filter}</span>
          <select
            className="input"
            value={filter}
            onChange={({ currentTarget }) => {
              setFilter(currentTarget.value as typeof filter)
              setPage(1)
            }}
          >
            {filters.map((each) => (
              <option key={each} value={each}>
                {texts.filters[each]}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={answer.retry}>
          <RefreshCw size={16} aria-hidden />
          {texts.refresh}
        </Button>
      </div>
      <div className="card">
        <QueryResult query={answer} pick={({ webhookDeliveries }) => webhookDeliveries}>
          {({ total, deliveries }) =>
            deliveries.length === 0 ? (
              <EmptyState icon={Send} title={status ? texts.none : texts.empty.title}>
                {status ? undefined : texts.empty.text}
              </EmptyState>
            ) : (
              <>
                <Table
                  label={texts.title}
                  rows={deliveries}
                  columns={[
                    { label: texts.event, kind: 'main', show: ({ event }) => <code>{event}</code> },
                    { label: texts.at, kind: 'quiet', show: ({ createdAt }) => <Moment at={createdAt} /> },
                    { label: texts.status, show: ({ status: state }) => <DeliveryBadge status={state} /> },
                    { label: texts.answer, show: ({ attempts }) => formatResponse(attempts.at(-1)) },
                    { label: texts.attempts, kind: 'figure', show: ({ attempts }) => formatCount(attempts.length) },
                    {
                      label: t.actions,
                      kind: 'act',
                      show: ({ id, event, createdAt }) => (
                        <Button
                          variant="small"
                          aria-label={texts.showOf(event, formatDateTime(createdAt))}
                          onClick={() => setLookingAt(id)}
                        >
                          {texts.show}
                        </Button>
                      ),
                    },
                  ]}
                />
                <Pager page={page} total={total} onTurn={setPage} />
              </>
            )
          }
        </QueryResult>
      </div>
      {delivery && <DeliveryDialog delivery={delivery} onClose={() => setLookingAt(undefined)} />}
    </section>
  )
}

/** Polls while a delivery is pending and the page is visible. Calls back when all are settled. */
function usePendingPoll(deliveries: readonly Delivery[], ask: () => void, onSettled: () => void) {
  const isPending = deliveries.some(({ status }) => status === 'pending')
  const [wasPending, setWasPending] = useState(isPending)
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => document.hidden || ask(), pollMs)
    return () => clearInterval(timer)
  })
  useEffect(() => {
    if (wasPending && !isPending) onSettled()
    setWasPending(isPending)
  }, [isPending, wasPending, onSettled])
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>

function formatResponse(attempt: Attempt | undefined): string {
  if (!attempt) return messages.deliveries.notYet
  return attempt.status ? String(attempt.status) : messages.deliveries.noAnswer
}

function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { delivery: texts } = messages
  const { id, event, eventId, status, attempts, nextAttemptAt, createdAt } = delivery
  const [redeliver, isSending] = useMutation(RedeliverWebhookDeliveryDocument)
  const [problem, setProblem] = useState<Problem>()
  const [isAgain, setAgain] = useState(false)
  const again = async () => {
    const outcome = await redeliver({ id })
    setProblem(outcome.problem)
    setAgain(!outcome.problem)
  }
  return (
    <Dialog title={event} isOpen onClose={onClose} isWide>
      <div className="webhook-status">
        <DeliveryBadge status={status} />
        <span className="quiet">
          <Moment at={createdAt} />
          {nextAttemptAt && status === 'pending' && attempts.length > 0 && (
            <>. {texts.next(formatDateTime(nextAttemptAt))}</>
          )}
        </span>
      </div>
      <dl className="facts">
        <dt>{texts.id}</dt>
        <dd>
          <code>{eventId}</code>
        </dd>
      </dl>
      <div role="status" className={isAgain || problem ? undefined : 'unseen'}>
        {problem ? (
          <Notice variant="danger">{problem.message}</Notice>
        ) : (
          isAgain && <Notice variant="good">{texts.redelivered}</Notice>
        )}
      </div>
      {attempts.length === 0 && <p className="quiet">{texts.waiting}</p>}
      <div className="attempts">
        {attempts.map((attempt, index) => (
          <AttemptDetails
            key={attempt.at}
            attempt={attempt}
            number={index + 1}
            isOpen={index === attempts.length - 1}
          />
        ))}
      </div>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t.close}
        </Button>
        <Button disabled={status === 'pending'} isBusy={isSending} onClick={again}>
          {texts.redeliver}
        </Button>
      </div>
    </Dialog>
  )
}

function AttemptDetails({ attempt, number, isOpen }: { attempt: Attempt; number: number; isOpen: boolean }) {
  const { delivery: texts } = messages
  const { at, status, durationMs, error, requestHeaders, responseBody } = attempt
  return (
    <details open={isOpen}>
      <summary>
        <span>{texts.attempt(formatCount(number))}</span>
        <span className="quiet">
          <Moment at={at} /> · {texts.duration(formatCount(durationMs))}
        </span>
        <span className={`badge ${error ? 'danger' : 'good'}`}>{status ?? texts.noAnswer}</span>
      </summary>
      {error && <p>{error}</p>}
      <h3>{texts.headers}</h3>
      <dl className="facts">
        {Object.entries(requestHeaders)
          .sort()
          .map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
      </dl>
      {status && (
        <>
          <h3>{texts.body}</h3>
          {responseBody ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            <pre tabIndex={0}>{responseBody}</pre>
          ) : (
            <p className="quiet">{texts.noBody}</p>
          )}
        </>
      )}
    </details>
  )
}
