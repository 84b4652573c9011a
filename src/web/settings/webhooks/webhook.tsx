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
import { fieldOf, type Outcome } from '../../graphql/send.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { Shared } from '../../ui/shared.tsx'
import { Blank, Loaded } from '../../ui/states.tsx'
import { Sure } from '../../ui/sure.tsx'
import { type News, newsOf, Told } from '../../ui/told.tsx'
import { words, writeCount, writeDayOf } from '../../words/words.ts'
import { fieldMoment, momentAt } from '../../words/zone.ts'
import { Deliveries } from './deliveries.tsx'
import { Secret, WebhookForm } from './webhook-form.tsx'
import { nameOf, StateBadge, stateOf } from './webhook-state.tsx'
import { said } from './webhooks.words.ts'

type Webhook = NonNullable<WebhookQuery['webhook']>

export function WebhookPage() {
  const { webhookId: id } = useParams({ from: '/settings/webhooks/$webhookId' })
  const answer = useQuery(WebhookDocument, { id })
  const back = (
    <Link to="/settings/webhooks" className="back">
      <ArrowLeft size={16} aria-hidden />
      {said.back}
    </Link>
  )
  if (answer.problem?.code === 'not_found')
    return (
      <Blank icon={WebhookIcon} title={said.missing.title} action={back}>
        {said.missing.text}
      </Blank>
    )
  return (
    <Loaded answer={answer} pick={({ webhook }) => webhook}>
      {(webhook) => <Shown webhook={webhook} back={back} onChanged={answer.retry} />}
    </Loaded>
  )
}

/** What is done in a dialog over the page. */
type Doing = 'edit' | 'rotate' | 'replay' | 'delete'

function Shown({ webhook, back, onChanged }: { webhook: Webhook; back: ReactNode; onChanged: () => void }) {
  const [doing, setDoing] = useState<Doing>()
  const [told, setTold] = useState<News>()
  const [testWebhook, isTesting] = useMutation(TestWebhookDocument)
  const [updateWebhook, isUpdating] = useMutation(UpdateWebhookDocument)
  const name = nameOf(webhook)
  const { id, active } = webhook
  const tell = (outcome: Outcome<unknown>, text: string) => setTold(newsOf(outcome, text))
  const end = (text?: string) => {
    setDoing(undefined)
    if (text) setTold({ look: 'good', text })
  }
  const turn = async () =>
    tell(await updateWebhook({ id, input: { active: !active } }), active ? said.nowPaused : said.nowActive)
  const test = (
    <Button
      look="primary"
      disabled={!active}
      isBusy={isTesting}
      onClick={async () => tell(await testWebhook({ id }), said.tested)}
    >
      <Send size={16} aria-hidden />
      {said.test}
    </Button>
  )
  return (
    <Page title={name} about={<code className="address">{webhook.url}</code>} action={test}>
      <div className="above">{back}</div>
      <Told text={told?.text} look={told?.look} />
      <div className="card">
        <div className="part webhook">
          <p className="standing">
            <StateBadge of={webhook} />
            <span className="quiet">{standingOf(webhook)}</span>
          </p>
          <p className="chosen-events">
            {webhook.events.includes('*') ? (
              <span className="badge">{said.all}</span>
            ) : (
              webhook.events.map((event) => (
                <code key={event} className="badge">
                  {event}
                </code>
              ))
            )}
          </p>
          <div className="actions">
            <Button look="small" onClick={() => setDoing('edit')}>
              <Pencil size={16} aria-hidden />
              {said.edit}
            </Button>
            <Button look="small" isBusy={isUpdating} onClick={turn}>
              {active ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
              {active ? said.pause : said.resume}
            </Button>
            <Button look="small" disabled={!active} onClick={() => setDoing('replay')}>
              <History size={16} aria-hidden />
              {said.replay}
            </Button>
            <Button look="small" onClick={() => setDoing('rotate')}>
              <KeyRound size={16} aria-hidden />
              {said.rotate}
            </Button>
            <Button look={['small', 'plain', 'danger']} onClick={() => setDoing('delete')}>
              <Trash2 size={16} aria-hidden />
              {said.delete}
            </Button>
          </div>
        </div>
      </div>
      <Deliveries webhookId={id} onSettled={onChanged} />
      {doing === 'edit' && <Edit webhook={webhook} ask={onChanged} onClose={end} />}
      {doing === 'rotate' && <Rotate id={id} onClose={end} />}
      {doing === 'replay' && <Replay id={id} onClose={end} />}
      {doing === 'delete' && <Delete id={id} name={name} onClose={end} />}
    </Page>
  )
}

function standingOf(webhook: Webhook): string {
  const { consecutiveFailures, disabledReason, createdAt } = webhook
  const state = stateOf(webhook)
  if (state === 'disabled') return said.reasons[disabledReason ?? ''] ?? ''
  if (state === 'paused') return said.paused
  if (state === 'failing')
    return consecutiveFailures === 1 ? said.failingOnce : said.failing(writeCount(consecutiveFailures))
  return said.since_created(writeDayOf(createdAt))
}

interface DoingProps {
  id: string
  /** It is over; what is to be told where it is done. */
  onClose: (told?: string) => void
}

const namesOfWebhook = () => ({ url: said.url, description: said.description, events: said.events })

function Edit({ webhook, ask, onClose }: { webhook: Webhook; ask: () => void; onClose: (told?: string) => void }) {
  const [update] = useMutation(UpdateWebhookDocument)
  return (
    <Dialog title={said.edit} isOpen onClose={() => onClose()} isWide>
      <Shared now={webhook} ask={ask} names={namesOfWebhook()}>
        {(begun, save) => (
          <WebhookForm
            from={begun}
            submit={words.save}
            send={(input) => save((version) => fieldOf(update({ id: begun.id, version, input }), 'updateWebhook'))}
            onDone={() => onClose(said.changed)}
            onClose={() => onClose()}
          />
        )}
      </Shared>
    </Dialog>
  )
}

function Rotate({ id, onClose }: DoingProps) {
  const [rotate] = useMutation(RotateWebhookSecretDocument)
  const [secret, setSecret] = useState<string>()
  return (
    <Dialog
      title={secret ? said.rotated.title : said.rotateSure.title}
      isOpen
      onClose={() => onClose()}
      isQuestion
      key={secret}
    >
      {secret ? (
        <Secret secret={secret} onClose={() => onClose()} />
      ) : (
        <>
          <p className="quiet">{said.rotateSure.text}</p>
          <Form send={() => rotate({ id })} onDone={({ rotateWebhookSecret }) => setSecret(rotateWebhookSecret.secret)}>
            {({ isBusy }) => (
              <div className="actions">
                <Button onClick={() => onClose()} autoFocus>
                  {words.cancel}
                </Button>
                <Button type="submit" look="primary" isBusy={isBusy}>
                  {said.rotateSure.submit}
                </Button>
              </div>
            )}
          </Form>
        </>
      )}
    </Dialog>
  )
}

function Replay({ id, onClose }: DoingProps) {
  const [replay] = useMutation(ReplayWebhookDocument)
  return (
    <Dialog title={said.replay} isOpen onClose={() => onClose()}>
      <p className="quiet">{said.replayText}</p>
      <Form
        send={async ({ since = '' }) =>
          Number.isNaN(Date.parse(since))
            ? { problem: { code: 'validation_failed', message: said.sinceWrong, fields: { since: said.sinceWrong } } }
            : replay({ id, since: new Date(momentAt(since)).toISOString() })
        }
        onDone={({ replayWebhook: { deliveries } }) => onClose(said.replayed(deliveries, writeCount(deliveries)))}
      >
        {({ wrong, isBusy }) => (
          <>
            <Field
              label={said.since}
              name="since"
              type="datetime-local"
              defaultValue={fieldMoment(new Date(Date.now() - 86_400_000).toISOString())}
              hint={said.sinceHint}
              required
              autoFocus
              wrong={wrong.since}
            />
            <div className="actions">
              <Button onClick={() => onClose()}>{words.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
                {said.replay}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function Delete({ id, name, onClose }: DoingProps & { name: string }) {
  const [deleteWebhook] = useMutation(DeleteWebhookDocument)
  const navigate = useNavigate()
  return (
    <Sure
      title={said.deleteSure.title(name)}
      text={said.deleteSure.text}
      label={said.delete}
      send={() => deleteWebhook({ id })}
      onDone={() => navigate({ to: '/settings/webhooks' })}
      onClose={() => onClose()}
    />
  )
}
