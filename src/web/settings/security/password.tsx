import { useState } from 'react'
import { ChangePasswordDocument, DeleteOwnTokensDocument, WorksWithoutPasswordDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { RemainingCredentials, remainingCredentials } from '../../ui/remaining-credentials.tsx'
import { SecondFactorField, trimCode } from './second-factor-field.tsx'
import { messages as page } from './security.messages.ts'

export function PasswordForm() {
  const [changePassword] = useMutation(ChangePasswordDocument)
  const [changes, setChanges] = useState(0)
  const { password: messages } = page
  const send = ({ currentPassword = '', newPassword = '', code }: FormValues) =>
    changePassword({ currentPassword, newPassword, code: trimCode(code) })
  return (
    <section className="group" aria-labelledby="password">
      <h2 id="password">{messages.title}</h2>
      <div className="card narrow">
        <div className="part form">
          <StatusMessage text={changes > 0 ? t.setPassword.changed : undefined} />
          {changes > 0 && <RemainingAccess key={changes} />}
          <Form key={changes} send={send} onDone={() => setChanges(changes + 1)}>
            {({ errors, isBusy }) => (
              <>
                <TextField
                  label={messages.current}
                  name="currentPassword"
                  type="password"
                  autoComplete="current-password"
                  required
                  error={errors.currentPassword}
                />
                <SecondFactorField error={errors.code} />
                <TextField
                  label={messages.next}
                  name="newPassword"
                  type="password"
                  autoComplete="new-password"
                  hint={t.setPassword.hint}
                  required
                  error={errors.newPassword}
                />
                <div className="actions">
                  <Button type="submit" isBusy={isBusy}>
                    {messages.submit}
                  </Button>
                </div>
              </>
            )}
          </Form>
        </div>
      </div>
    </section>
  )
}

function RemainingAccess() {
  const { data } = useQuery(WorksWithoutPasswordDocument, {})
  const [endTokens] = useMutation(DeleteOwnTokensDocument)
  return data ? <RemainingCredentials remaining={remainingCredentials(data)} endTokens={() => endTokens({})} /> : null
}
