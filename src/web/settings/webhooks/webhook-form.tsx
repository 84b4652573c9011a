import { useState } from 'react'
import type { Outcome } from '../../graphql/fetch-graphql.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EventsField } from './events-field.tsx'
import { messages } from './webhooks.messages.ts'

interface WebhookSettings {
  url: string
  description: string | null
  events: string[]
}

interface WebhookFormProps<R> {
  initial?: { url: string; description?: string | null; events: readonly string[] }
  submit: string
  send: (settings: WebhookSettings) => Promise<Outcome<R> | undefined>
  onDone: (data: R) => void
  onClose: () => void
}

export function WebhookForm<R>({ initial, submit, send, onDone, onClose }: WebhookFormProps<R>) {
  const [events, setEvents] = useState([...(initial?.events ?? ['*'])])
  return (
    <Form
      send={async ({ url = '', description = '' }): Promise<Outcome<R> | undefined> =>
        events.length === 0
          ? {
              problem: {
                code: 'validation_failed',
                message: messages.nothingChosen,
                fields: { events: messages.nothingChosen, scope: messages.nothingChosen },
              },
            }
          : send({ url, description: description || null, events })
      }
      onDone={onDone}
    >
      {({ errors, isBusy }) => (
        <>
          <TextField
            label={messages.url}
            name="url"
            type="url"
            inputMode="url"
            placeholder="https://example.com/kontor"
            hint={messages.urlHint}
            defaultValue={initial?.url}
            required
            autoFocus
            error={errors.url}
          />
          <TextField
            label={messages.description}
            name="description"
            hint={messages.descriptionHint}
            defaultValue={initial?.description ?? ''}
            maxLength={500}
            error={errors.description}
          />
          <EventsField events={events} onChange={setEvents} error={errors.events} />
          <div className="actions">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

/** Shows a secret. It cannot be shown again. */
export const SecretDisplay = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <>
    <Notice variant="warn">{messages.made.text}</Notice>
    <CopyField label={messages.secret} text={secret} />
    <div className="actions">
      <Button variant="primary" onClick={onClose}>
        {messages.made.done}
      </Button>
    </div>
  </>
)
