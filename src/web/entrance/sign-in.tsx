import { useState } from 'react'
import { SignInDocument } from '../../../schema/web/graphql.ts'
import { send } from '../graphql/send.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { words } from '../words/words.ts'

interface Step {
  email: string
  password: string
  organizations: readonly { id: string; name: string }[]
}

/** Address and password; then, where the password fits in several organizations, which one. */
export function SignIn({ onSignedIn, onForgotten }: { onSignedIn: () => void; onForgotten: () => void }) {
  const [step, setStep] = useState<Step>()
  const begin = async ({ email = '', password = '' }: Filled, organizationId?: string) => {
    const outcome = await send(SignInDocument, { email, password, organizationId: organizationId ?? null })
    const { signedIn, organizations = [] } = outcome.data?.signIn ?? {}
    if (signedIn) onSignedIn()
    else if (organizations.length > 0) setStep({ email, password, organizations })
    return outcome
  }
  const { entrance } = words
  if (step)
    return (
      <div className="card form part">
        <div>
          <h1>{entrance.choose.title}</h1>
          <p className="quiet">{entrance.choose.text}</p>
        </div>
        <ul className="choices">
          {step.organizations.map(({ id, name }) => (
            <li key={id}>
              <Form send={() => begin({ email: step.email, password: step.password }, id)}>
                {({ isBusy }) => (
                  <Button type="submit" look="wide" isBusy={isBusy}>
                    {name}
                  </Button>
                )}
              </Form>
            </li>
          ))}
        </ul>
        <Button look="plain" onClick={() => setStep(undefined)}>
          {entrance.choose.back}
        </Button>
      </div>
    )
  return (
    <div className="card form part">
      <h1>{entrance.title}</h1>
      <Form send={(filled) => begin(filled)}>
        {({ wrong, isBusy }) => (
          <>
            <Field
              label={entrance.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              wrong={wrong.email}
            />
            <Field
              label={entrance.password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              wrong={wrong.password}
            />
            <Button type="submit" look={['primary', 'wide']} isBusy={isBusy}>
              {entrance.signIn}
            </Button>
          </>
        )}
      </Form>
      <Button look="plain" onClick={onForgotten}>
        {entrance.forgotten}
      </Button>
    </div>
  )
}
