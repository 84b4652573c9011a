import { useEffect, useRef, useState } from 'react'
import {
  ConfirmIdentityDocument,
  ConfirmIdentityWithPasskeyDocument,
  PasskeysDocument,
  SecondFactorDocument,
} from '#schema/web/graphql'
import { canHavePasskeys, requestPasskey } from '../entrance/passkey.ts'
import { useQuery } from '../graphql/client.ts'
import { onIdentityRequired } from '../graphql/identity.ts'
import { send } from '../graphql/send.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { messages } from './identity-dialog.messages.ts'

/** Asks for password, code or passkey when a change answers `reauthentication_required`. */
export function IdentityDialog() {
  const [pending, setPending] = useState<{ resolve: (isConfirmed: boolean) => void }>()
  useEffect(() => onIdentityRequired(() => new Promise((resolve) => setPending({ resolve }))), [])
  const close = (isConfirmed: boolean) => {
    setPending(undefined)
    pending?.resolve(isConfirmed)
  }
  return (
    <Dialog title={messages.title} isOpen={pending !== undefined} onClose={() => close(false)} isQuestion>
      <Confirmation onConfirmed={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  )
}

async function confirmWithPasskey() {
  const answer = await requestPasskey({ isOffer: false })
  return answer.data ? send(ConfirmIdentityWithPasskeyDocument, answer.data) : answer
}

function Confirmation({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const { data } = useQuery(SecondFactorDocument, {})
  const hasCode = data?.secondFactor?.totp ?? false
  const passkeys = useQuery(PasskeysDocument, {}).data?.passkeys ?? []
  const hasPasskey = canHavePasskeys() && passkeys.length > 0
  const fields = useRef<HTMLDivElement>(null)
  // A dialog beneath keeps the focus until this one has mounted. The field of the code replaces that of the password.
  useEffect(() => fields.current?.querySelector('input')?.focus(), [hasCode])
  return (
    <>
      <p className="quiet">{messages.text}</p>
      <div ref={fields}>
        <Form
          key={String(hasCode)}
          send={({ currentPassword = null, code = null }) => send(ConfirmIdentityDocument, { currentPassword, code })}
          onDone={onConfirmed}
        >
          {({ wrong, isBusy }) => (
            <>
              {hasCode ? (
                <Field
                  label={messages.code}
                  name="code"
                  hint={messages.codeHint}
                  autoComplete="one-time-code"
                  required
                  wrong={wrong.code}
                />
              ) : (
                <Field
                  label={messages.password}
                  name="currentPassword"
                  type="password"
                  autoComplete="current-password"
                  required
                  wrong={wrong.currentPassword}
                />
              )}
              <div className="actions">
                <Button onClick={onCancel}>{t.cancel}</Button>
                <Button type="submit" look="primary" isBusy={isBusy}>
                  {messages.submit}
                </Button>
              </div>
            </>
          )}
        </Form>
      </div>
      {hasPasskey && (
        <Form send={confirmWithPasskey} onDone={onConfirmed}>
          {({ isBusy }) => (
            <Button type="submit" isBusy={isBusy}>
              {messages.passkey}
            </Button>
          )}
        </Form>
      )}
    </>
  )
}
