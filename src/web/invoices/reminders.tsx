import { Bell } from 'lucide-react'
import { useState } from 'react'
import {
  type InvoiceDataFragment,
  NextReminderDocument,
  type NextReminderQuery,
  RemindInvoiceDocument,
  ResendReminderDocument,
} from '#schema/web/graphql'
import { type QueryState, useMutation, useQuery } from '../graphql/client.ts'
import { formatDate, formatMoney, formatTimestampDate } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Feedback } from '../ui/feedback.tsx'
import { Checkbox, TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { isUndelivered, ResendDialog, UndeliveredBadge } from '../ui/undelivered.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { toLocalUrl } from './document-parts.tsx'
import { messages } from './reminders.messages.ts'

export interface InvoiceSectionProps {
  invoice: InvoiceDataFragment
  retry: () => void
  showFeedback: (feedback: Feedback) => void
}

type Reminder = InvoiceDataFragment['reminders'][number]

const formatLevel = (level: number) => messages.levels[level] ?? ''

/** The reminders of an invoice, with a button for the next one. */
export function ReminderList({ invoice, retry, showFeedback }: InvoiceSectionProps) {
  const may = useMay()
  const [isAsking, ask] = useState(false)
  const [resending, resend] = useState<Reminder>()
  const [sendAgain] = useMutation(ResendReminderDocument)
  const { status, client, reminders } = invoice
  const email = client.invoiceEmail ?? client.email
  const isDue = status === 'overdue' && may('remindInvoice') && email
  const [last] = reminders
  const canResend = isUndelivered(last?.delivery) && invoice.openCents > 0 && may('resendReminder') && email
  if (reminders.length === 0 && !isDue) return null
  return (
    <section className="card" aria-labelledby="reminders">
      <header className="part over">
        <h2 id="reminders">{messages.title}</h2>
        {isDue && (
          <Button variant="small" onClick={() => ask(true)}>
            <Bell size={14} aria-hidden />
            {messages.create}
          </Button>
        )}
      </header>
      {reminders.length === 0 ? (
        <p className="part quiet">{messages.none}</p>
      ) : (
        <ul className="part items">
          {reminders.map((reminder) => (
            <li key={reminder.id}>
              <a href={toLocalUrl(reminder.pdfUrl)} target="_blank" rel="noreferrer">
                {formatLevel(reminder.level)}, {formatTimestampDate(reminder.sentAt)}
              </a>
              <UndeliveredBadge delivery={reminder.delivery} />{' '}
              {reminder.id === last?.id && canResend && (
                <Button variant="small" onClick={() => resend(reminder)}>
                  {t.delivery.resend}
                </Button>
              )}
              <span className="quiet">
                {messages.about(formatDate(reminder.dueDate), formatMoney(reminder.totalCents))}
                {reminder.defaultSince && `, ${messages.defaultSince(formatDate(reminder.defaultSince))}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {resending && email && (
        <ResendDialog
          to={email}
          send={() => sendAgain({ id: resending.id, input: { to: [email] } })}
          onDone={(text) => {
            showFeedback({ variant: 'good', text })
            resend(undefined)
            retry()
          }}
          onClose={() => resend(undefined)}
        />
      )}
      {isAsking && (
        <SendReminderDialog
          invoice={invoice}
          onChanged={retry}
          onClose={() => ask(false)}
          onSent={(level) => {
            showFeedback({ variant: 'good', text: messages.sent(formatLevel(level), email ?? '') })
            ask(false)
            retry()
          }}
        />
      )}
    </section>
  )
}

interface SendReminderDialogProps {
  invoice: InvoiceDataFragment
  onChanged: () => void
  onClose: () => void
  onSent: (level: number) => void
}

/** Confirms the next reminder. Nothing is sent if someone else has sent it meanwhile. */
function SendReminderDialog({ invoice: { id, number, client }, onChanged, onClose, onSent }: SendReminderDialogProps) {
  const [remind] = useMutation(RemindInvoiceDocument)
  const answer = useQuery(NextReminderDocument, { id }, ['invoice', 'reminder'])
  const shown = answer.data?.reminderPreview
  const email = client.invoiceEmail ?? client.email
  const guardVersion = useVersionGuard(['invoice.updated', 'invoice.partially_paid', 'invoice.paid'], () => {
    answer.retry()
    onChanged()
  })
  return (
    <Dialog title={messages.sure.title(number ?? '')} isOpen isQuestion onClose={onClose}>
      <p className="quiet">{messages.sure.text(email ?? '')}</p>
      <ReminderSums answer={answer} />
      <Form
        send={async ({ message, despiteFailedDelivery }) =>
          shown
            ? guardVersion({ id, version: shown.version }, (version) =>
                remind({
                  ...{ id, version },
                  input: {
                    message: message?.trim() || null,
                    despiteFailedDelivery: despiteFailedDelivery !== undefined,
                    ...(email && { to: [email] }),
                  },
                }),
              )
            : undefined
        }
        onDone={({ remindInvoice: { level } }) => onSent(level)}
      >
        {({ errors, isBusy }) => (
          <>
            <TextAreaField
              label={messages.sure.message}
              hint={messages.sure.messageHint}
              name="message"
              rows={4}
              error={errors.message}
            />
            {shown?.missingBaseRateFrom && (
              <Notice variant="warn">{messages.sure.baseRateMissing(formatDate(shown.missingBaseRateFrom))}</Notice>
            )}
            {shown?.isUndelivered && (
              <>
                <Notice variant="danger">{messages.sure.undelivered}</Notice>
                <Checkbox label={messages.sure.despite} name="despiteFailedDelivery" required />
              </>
            )}
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy} disabled={!shown}>
                {messages.sure.submit}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** The amounts of the next reminder as calculated by the service, or why none can be sent. */
function ReminderSums({ answer }: { answer: QueryState<NextReminderQuery> }) {
  const { sure } = messages
  if (answer.problem?.code === 'invalid_state') return <Notice variant="warn">{answer.problem.message}</Notice>
  return (
    <QueryResult query={answer} pick={({ reminderPreview }) => reminderPreview}>
      {({ level, defaultSince, openCents, feeCents, flatFeeCents, interestCents, chargesCents, totalCents }) => {
        const rows: [string, number][] = [
          [sure.fee, feeCents],
          [sure.flatFee, flatFeeCents],
          [sure.interest, interestCents],
          [sure.charges, chargesCents],
        ]
        return (
          <>
            <dl className="totals" aria-label={sure.sums}>
              <div>
                <dt>{sure.level}</dt>
                <dd>{formatLevel(level)}</dd>
              </div>
              <div>
                <dt>{sure.defaultSince}</dt>
                <dd>{formatDate(defaultSince)}</dd>
              </div>
              <div>
                <dt>{sure.open}</dt>
                <dd>{formatMoney(openCents)}</dd>
              </div>
              {rows
                .filter(([label, cents]) => cents > 0 || label === sure.fee)
                .map(([label, cents]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{formatMoney(cents)}</dd>
                  </div>
                ))}
              <div className="sum">
                <dt>{sure.total}</dt>
                <dd>{formatMoney(totalCents)}</dd>
              </div>
            </dl>
            {chargesCents !== feeCents + flatFeeCents + interestCents && <p className="quiet">{sure.chargesHint}</p>}
          </>
        )
      }}
    </QueryResult>
  )
}
