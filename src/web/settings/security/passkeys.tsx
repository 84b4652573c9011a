import { Plus } from 'lucide-react'
import {
  CreatePasskeyDocument,
  DeletePasskeyDocument,
  PasskeysDocument,
  type PasskeysQuery,
  StartPasskeyDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { formatDateTime, formatTimestampDate } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusMessage, useAction } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { SecondFactorField, trimCode } from './second-factor-field.tsx'
import { messages as page } from './security.messages.ts'

const messages = page.passkeys

type Passkey = NonNullable<PasskeysQuery['passkeys']>[number]

type OpenDialog = { what: 'add' } | { what: 'remove'; passkey: Passkey }

export function Passkeys({ onAdded = () => {} }: { onAdded?: () => void }) {
  const answer = useQuery(PasskeysDocument, {})
  const { pendingAction, begin, feedback, end, close } = useAction<OpenDialog>()
  return (
    <section className="group" aria-labelledby="passkeys">
      <h2 id="passkeys">{messages.title}</h2>
      <StatusMessage {...feedback} />
      <div className="card">
        <QueryResult query={answer} pick={({ passkeys }) => passkeys}>
          {(passkeys) => (
            <>
              {passkeys.length > 0 ? (
                <Table
                  label={messages.title}
                  rows={passkeys}
                  columns={[
                    { label: messages.name, kind: 'main', show: ({ name }) => name },
                    { label: messages.made, kind: 'quiet', show: ({ createdAt }) => formatTimestampDate(createdAt) },
                    {
                      label: messages.lastUsed,
                      show: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : messages.neverUsed),
                    },
                    {
                      label: t.actions,
                      kind: 'act',
                      show: (passkey) => (
                        <Button
                          variant={['plain', 'danger', 'small']}
                          aria-label={messages.removeNamed(passkey.name)}
                          onClick={() => begin({ what: 'remove', passkey })}
                        >
                          {messages.remove}
                        </Button>
                      ),
                    },
                  ]}
                />
              ) : (
                <p className="part quiet">
                  {messages.about} {messages.empty}
                </p>
              )}
              <div className="pager">
                <Button variant="small" onClick={() => begin({ what: 'add' })}>
                  <Plus size={16} aria-hidden />
                  {messages.add}
                </Button>
              </div>
            </>
          )}
        </QueryResult>
      </div>
      {pendingAction?.what === 'add' && (
        <AddPasskeyDialog
          onClose={close}
          onDone={(name) => {
            end(messages.added(name))
            onAdded()
          }}
        />
      )}
      {pendingAction?.what === 'remove' && (
        <RemovePasskeyDialog
          passkey={pendingAction.passkey}
          onClose={close}
          onDone={() => end(messages.removed(pendingAction.passkey.name))}
        />
      )}
    </section>
  )
}

/** Asks for the password and a name, then the browser creates the passkey. */
function AddPasskeyDialog({ onClose, onDone }: { onClose: () => void; onDone: (name: string) => void }) {
  const [start] = useMutation(StartPasskeyDocument)
  const [create] = useMutation(CreatePasskeyDocument)
  const send = async ({ name = '', currentPassword = '', code }: FormValues) => {
    const question = await start({ currentPassword, code: trimCode(code) })
    if (!question.data) return question
    const { options, ticket } = question.data.startPasskey
    const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser')
    const refused = (message: string) => ({ problem: { code: 'passkey', message, fields: {} } })
    if (!browserSupportsWebAuthn()) return refused(messages.impossible)
    type Asked = Parameters<typeof startRegistration>[0]['optionsJSON']
    try {
      const response = await startRegistration({ optionsJSON: options as Asked })
      return await create({ name, ticket, response })
    } catch (error) {
      return refused((error as Error).name === 'InvalidStateError' ? messages.known : messages.cancelled)
    }
  }
  return (
    <Dialog title={messages.add} isOpen onClose={onClose}>
      <p className="quiet">{messages.about}</p>
      <Form
        send={async (filled) => send(filled)}
        onDone={(data) => 'createPasskey' in data && onDone(data.createPasskey.name)}
      >
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.name}
              name="name"
              hint={messages.nameHint}
              required
              maxLength={100}
              autoFocus
              error={errors.name}
            />
            <TextField
              label={page.password.own}
              name="currentPassword"
              type="password"
              autoComplete="current-password"
              required
              error={errors.currentPassword}
            />
            <SecondFactorField error={errors.code} />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.next}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface RemovePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
  onDone: () => void
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose, onDone }: RemovePasskeyDialogProps) {
  const [remove] = useMutation(DeletePasskeyDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(name)}
      text={messages.sure.text}
      label={messages.remove}
      send={() => remove({ id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
