import { useEffect, useRef, useState } from 'react'
import {
  ConfirmIdentityDocument,
  ConfirmIdentityWithPasskeyDocument,
  PasskeysDocument,
  SecondFactorDocument,
} from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { setIdentityPrompt } from '../graphql/confirm-identity.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { requestPasskey, supportsPasskeys } from '../sign-in/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { messages } from './identity-dialog.messages.ts'

/** Asks for password, code or passkey when a change answers `reauthentication_required`. */
export function IdentityDialog() {
  const [pending, setPending] = useState<{ resolve: (isConfirmed: boolean) => void }>()
  useEffect(() => setIdentityPrompt(() => new Promise((resolve) => setPending({ resolve }))), [])
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
  return answer.data ? fetchGraphql(ConfirmIdentityWithPasskeyDocument, answer.data) : answer
}

function Confirmation({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const { data } = useQuery(SecondFactorDocument, {})
  const hasCode = data?.secondFactor?.totp ?? false
  const passkeys = useQuery(PasskeysDocument, {}).data?.passkeys ?? []
  const hasPasskey = supportsPasskeys() && passkeys.length > 0
  const fields = useRef<HTMLDivElement>(null)
  // A dialog underneath keeps the focus until this one has mounted. The code field replaces the password field.
  useEffect(() => fields.current?.querySelector('input')?.focus(), [hasCode])
  return (
    <>
      <p className="quiet">{messages.text}</p>
      <div ref={fields}>
        <Form
          key={String(hasCode)}
          send={({ currentPassword = null, code = null }) =>
            fetchGraphql(ConfirmIdentityDocument, { currentPassword, code })
          }
          onDone={onConfirmed}
        >
          {({ errors, isBusy }) => (
            <>
              {hasCode ? (
                <TextField
                  label={messages.code}
                  name="code"
                  hint={messages.codeHint}
                  autoComplete="one-time-code"
                  required
                  error={errors.code}
                />
              ) : (
                <TextField
                  label={messages.password}
                  name="currentPassword"
                  type="password"
                  autoComplete="current-password"
                  required
                  error={errors.currentPassword}
                />
              )}
              <div className="actions">
                <Button onClick={onCancel}>{t.cancel}</Button>
                <Button type="submit" variant="primary" isBusy={isBusy}>
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
