import { useState } from 'react'
import { RequestPasswordResetDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

/** Requests a reset link. It does not reveal whether the account exists. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const { forgotten, entrance } = t
  const back = (
    <Button variant="plain" onClick={onBack}>
      {forgotten.back}
    </Button>
  )
  if (sentTo)
    return (
      <div className="card form part" role="status">
        <h1>{forgotten.sent.title}</h1>
        <p className="quiet">{forgotten.sent.text(sentTo)}</p>
        {back}
      </div>
    )
  const ask = async ({ email = '' }) => {
    const outcome = await fetchGraphql(RequestPasswordResetDocument, { email })
    if (outcome.data) setSentTo(email)
    return outcome
  }
  return (
    <div className="card form part">
      <div>
        <h1>{forgotten.title}</h1>
        <p className="quiet">{forgotten.text}</p>
      </div>
      <Form send={ask}>
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={entrance.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              error={errors.email}
            />
            <Button type="submit" variant={['primary', 'wide']} isBusy={isBusy}>
              {forgotten.submit}
            </Button>
          </>
        )}
      </Form>
      {back}
    </div>
  )
}
