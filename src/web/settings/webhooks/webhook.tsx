import '../integrations.css'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, History, KeyRound, Pause, Pencil, Play, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  DeleteWebhookDocument,
  ReplayWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookQuery,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { type Outcome, pickField } from '../../graphql/fetch-graphql.ts'
import { formatCount, formatTimestampDate } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { parseDateTimeInput, toDateTimeInput } from '../../i18n/service-time.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { VersionedForm } from '../../ui/versioned-form.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretDisplay, WebhookForm } from './webhook-form.tsx'
import { StateBadge, webhookName, webhookState } from './webhook-state.tsx'
import { messages } from './webhooks.messages.ts'

type Webhook = NonNullable<WebhookQuery['webhook']>

export function WebhookPage() {
  const { webhookId: id } = useParams({ from: '/settings/webhooks/$webhookId' })
  const answer = useQuery(WebhookDocument, { id })
  const back = (
    <Link to="/settings/webhooks" className="back">
      <ArrowLeft size={16} aria-hidden />
      {messages.back}
    </Link>
  )
  if (answer.problem?.code === 'not_found')
    return (
      <EmptyState icon={WebhookIcon} title={messages.missing.title} action={back}>
        {messages.missing.text}
      </EmptyState>
    )
  return (
    <QueryResult query={answer} pick={({ webhook }) => webhook}>
      {(webhook) => <WebhookContent webhook={webhook} back={back} onChanged={answer.retry} />}
    </QueryResult>
  )
}

type OpenDialog = 'edit' | 'rotate' | 'replay' | 'delete'

function WebhookContent({ webhook, back, onChanged }: { webhook: Webhook; back: ReactNode; onChanged: () => void }) {
  const [pendingAction, setPendingAction] = useState<OpenDialog>()
  const [feedback, setFeedback] = useState<Feedback>()
  const [testWebhook, isTesting] = useMutation(TestWebhookDocument)
  const [updateWebhook, isUpdating] = useMutation(UpdateWebhookDocument)
  const name = webhookName(webhook)
  const { id, active } = webhook
  const showFeedback = (outcome: Outcome<unknown>, text: string) => setFeedback(feedbackFor(outcome, text))
  const end = (text?: string) => {
    setPendingAction(undefined)
    if (text) setFeedback({ variant: 'good', text })
  }
  const turn = async () =>
    showFeedback(
      await updateWebhook({ id, input: { active: !active } }),
      active ? messages.nowPaused : messages.nowActive,
    )
  const test = (
    <Button
      variant="primary"
      disabled={!active}
      isBusy={isTesting}
      onClick={async () => showFeedback(await testWebhook({ id }), messages.tested)}
    >
      <Send size={16} aria-hidden />
      {messages.test}
    </Button>
  )
  return (
    <Page title={name} about={<code className="address">{webhook.url}</code>} action={test}>
      <div className="above">{back}</div>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      <div className="card">
        <div className="part webhook">
          <p className="webhook-status">
            <StateBadge of={webhook} />
            <span className="quiet">{describeState(webhook)}</span>
          </p>
          <p className="chosen-events">
            {webhook.events.includes('*') ? (
              <span className="badge">{messages.all}</span>
            ) : (
              webhook.events.map((event) => (
                <code key={event} className="badge">
                  {event}
                </code>
              ))
            )}
          </p>
          <div className="actions">
            <Button variant="small" onClick={() => setPendingAction('edit')}>
              <Pencil size={16} aria-hidden />
              {messages.edit}
            </Button>
            <Button variant="small" isBusy={isUpdating} onClick={turn}>
              {active ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
              {active ? messages.pause : messages.resume}
            </Button>
            <Button variant="small" disabled={!active} onClick={() => setPendingAction('replay')}>
              <History size={16} aria-hidden />
              {messages.replay}
            </Button>
            <Button variant="small" onClick={() => setPendingAction('rotate')}>
              <KeyRound size={16} aria-hidden />
              {messages.rotate}
            </Button>
            <Button variant={['small', 'plain', 'danger']} onClick={() => setPendingAction('delete')}>
              <Trash2 size={16} aria-hidden />
              {messages.delete}
            </Button>
          </div>
        </div>
      </div>
      <Deliveries webhookId={id} onSettled={onChanged} />
      {pendingAction === 'edit' && <EditWebhookDialog webhook={webhook} ask={onChanged} onClose={end} />}
      {pendingAction === 'rotate' && <RotateSecretDialog id={id} onClose={end} />}
      {pendingAction === 'replay' && <ReplayDialog id={id} onClose={end} />}
      {pendingAction === 'delete' && <DeleteWebhookDialog id={id} name={name} onClose={end} />}
    </Page>
  )
}

function describeState(webhook: Webhook): string {
  const { consecutiveFailures, disabledReason, createdAt } = webhook
  const state = webhookState(webhook)
  if (state === 'disabled') return messages.reasons[disabledReason ?? ''] ?? ''
  if (state === 'paused') return messages.paused
  if (state === 'failing')
    return consecutiveFailures === 1 ? messages.failingOnce : messages.failing(formatCount(consecutiveFailures))
  return messages.since_created(formatTimestampDate(createdAt))
}

interface DialogProps {
  id: string
  /** Called with a status message if the action was done. */
  onClose: (text?: string) => void
}

const webhookFieldLabels = () => ({ url: messages.url, description: messages.description, events: messages.events })

function EditWebhookDialog({
  webhook,
  ask,
  onClose,
}: {
  webhook: Webhook
  ask: () => void
  onClose: (text?: string) => void
}) {
  const [update] = useMutation(UpdateWebhookDocument)
  return (
    <Dialog title={messages.edit} isOpen onClose={() => onClose()} isWide>
      <VersionedForm current={webhook} refetch={ask} fieldNames={webhookFieldLabels()}>
        {(initial, save) => (
          <WebhookForm
            initial={initial}
            submit={t.save}
            send={(input) => save((version) => pickField(update({ id: initial.id, version, input }), 'updateWebhook'))}
            onDone={() => onClose(messages.changed)}
            onClose={() => onClose()}
          />
        )}
      </VersionedForm>
    </Dialog>
  )
}

function RotateSecretDialog({ id, onClose }: DialogProps) {
  const [rotate] = useMutation(RotateWebhookSecretDocument)
  const [secret, setSecret] = useState<string>()
  if (secret)
    return (
      <Dialog title={messages.rotated.title} isOpen onClose={() => onClose()} isQuestion>
        <SecretDisplay secret={secret} onClose={() => onClose()} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={messages.rotateSure.title}
      text={messages.rotateSure.text}
      label={messages.rotateSure.submit}
      send={() => rotate({ id })}
      onDone={({ rotateWebhookSecret }) => setSecret(rotateWebhookSecret.secret)}
      onClose={() => onClose()}
      isDangerous={false}
    />
  )
}

function ReplayDialog({ id, onClose }: DialogProps) {
  const [replay] = useMutation(ReplayWebhookDocument)
  return (
    <Dialog title={messages.replay} isOpen onClose={() => onClose()}>
      <p className="quiet">{messages.replayText}</p>
      <Form
        send={async ({ since = '' }) =>
          Number.isNaN(Date.parse(since))
            ? {
                problem: {
                  code: 'validation_failed',
                  message: messages.sinceWrong,
                  fields: { since: messages.sinceWrong },
                },
              }
            : replay({ id, since: new Date(parseDateTimeInput(since)).toISOString() })
        }
        onDone={({ replayWebhook: { deliveries } }) => onClose(messages.replayed(deliveries, formatCount(deliveries)))}
      >
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.since}
              name="since"
              type="datetime-local"
              defaultValue={toDateTimeInput(new Date(Date.now() - 86_400_000).toISOString())}
              hint={messages.sinceHint}
              required
              autoFocus
              error={errors.since}
            />
            <div className="actions">
              <Button onClick={() => onClose()}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.replay}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function DeleteWebhookDialog({ id, name, onClose }: DialogProps & { name: string }) {
  const [deleteWebhook] = useMutation(DeleteWebhookDocument)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={messages.deleteSure.title(name)}
      text={messages.deleteSure.text}
      label={messages.delete}
      send={() => deleteWebhook({ id })}
      onDone={() => navigate({ to: '/settings/webhooks' })}
      onClose={() => onClose()}
    />
  )
}
