import { useState } from 'react'
import { UpdateClientDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { MissingFields, MissingSenderNotice, missingFields, useSaveMissingFields } from '../invoices/missing-fields.tsx'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, TextAreaField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'

/** Labels of the dialog. */
interface SendingMessages {
  title: (client: string) => string
  again: (number: string) => string
  aboutAgain: string
  email: string
  message: string
  messageHint: string
  noMail: string
  noMailHint: string
  submit: string
  sent: (number: string, email: string) => string
  locked: (number: string) => string
}

interface SentDocument {
  number?: string | null
}

/** By mail, or locked without sending. */
type SendingInput = { channel: 'none' } | { message: string | null; to: string[] }

interface SendToSignDialogProps {
  document: { id: string; number?: string | null; client: { id: string; name: string; email?: string | null } }
  messages: SendingMessages
  /** Explains what happens next. */
  about: string
  send: (input: SendingInput) => Promise<Outcome<SentDocument>>
  /** Fields of organization and client that are missing. */
  missing?: readonly string[]
  /** Called after a refusal, as more fields may be missing than expected. */
  onRefused?: () => void
  /** Resends the archived version. */
  isAgain?: boolean
  onClose: () => void
  onSent: (text: string) => void
}

/** Confirms sending a document to be signed: recipient and message. */
export function SendToSignDialog(given: SendToSignDialogProps) {
  const { document, messages, about, send, missing = [], onRefused, isAgain = false, onClose, onSent } = given
  const may = useMay()
  const [isUnmailed, setUnmailed] = useState(false)
  const [updateClient] = useMutation(UpdateClientDocument)
  const { client, number } = document
  const complete = useSaveMissingFields(client.id)
  const { ours, theirs } = missingFields(missing)
  const isStuck = ours.length > 0 && !may('updateOrganization')
  const submit = async ({
    email = '',
    message,
    ...filled
  }: FormValues): Promise<Outcome<{ sent: SentDocument; to: string }>> => {
    const refused = await complete(filled)
    if (refused) return { problem: refused }
    const to = email.trim()
    // Saves a missing email address with the client.
    if (to && !client.email && may('updateClient')) {
      const { problem } = await updateClient({ id: client.id, input: { email: to } })
      if (problem) return { problem }
    }
    const { data, problem } = await send(
      isUnmailed ? { channel: 'none' } : { message: message?.trim() || null, to: [to] },
    )
    if (data) return { data: { sent: data, to } }
    onRefused?.()
    return { problem: { ...problem, fields: { ...problem.paths, ...problem.fields } } }
  }
  return (
    <Dialog
      title={isAgain ? messages.again(number ?? '') : messages.title(client.name)}
      isOpen
      onClose={onClose}
      isQuestion
      isWide
    >
      <p className="quiet">{isAgain ? messages.aboutAgain : about}</p>
      {isStuck ? (
        <MissingSenderNotice names={ours} onClose={onClose} />
      ) : (
        <Form
          send={submit}
          onDone={({ sent, to }) =>
            onSent(isUnmailed ? messages.locked(sent.number ?? '') : messages.sent(sent.number ?? '', to))
          }
        >
          {({ errors, isBusy }) => (
            <>
              <MissingFields {...{ ours, theirs, errors }} clientName={client.name} />
              {!isUnmailed && (
                <>
                  <TextField
                    label={messages.email}
                    name="email"
                    type="email"
                    required
                    autoFocus={!client.email && missing.length === 0}
                    defaultValue={client.email ?? ''}
                    error={errors.email ?? errors['to.0'] ?? errors['client.email']}
                  />
                  <TextAreaField
                    label={messages.message}
                    hint={messages.messageHint}
                    name="message"
                    maxLength={5000}
                    error={errors.message}
                  />
                </>
              )}
              {!isAgain && (
                <Checkbox
                  label={messages.noMail}
                  hint={messages.noMailHint}
                  checked={isUnmailed}
                  onChange={({ currentTarget }) => setUnmailed(currentTarget.checked)}
                />
              )}
              <div className="actions">
                <Button onClick={onClose}>{t.cancel}</Button>
                <Button
                  type="submit"
                  variant="primary"
                  isBusy={isBusy}
                  autoFocus={Boolean(client.email) && missing.length === 0}
                >
                  {messages.submit}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}
