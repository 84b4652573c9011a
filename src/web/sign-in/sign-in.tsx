import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SignInDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { StatusMessage } from '../ui/feedback.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { signInWithPasskey, startPasskeyAutofill, supportsPasskeys } from './passkey.ts'

/** The answers of earlier steps, sent again with the next. */
interface Credentials {
  email: string
  password: string
  organizationId: string | null
  code: string | null
}

type Step =
  | { asks: 'password' }
  | { asks: 'organization'; said: Credentials; organizations: readonly { id: string; name: string }[] }
  | { asks: 'code'; said: Credentials }

/** Email and password; then the organization, if several match; then a code, if there is a second factor. */
export function SignIn({ onSignedIn, onForgotten }: { onSignedIn: () => void; onForgotten: () => void }) {
  const [step, setStep] = useState<Step>({ asks: 'password' })
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    if (step.asks !== 'password') return
    return startPasskeyAutofill(({ problem }) => (problem ? setRefusal(problem.message) : onSignedIn()))
  }, [step.asks, onSignedIn])
  const attempt = async (said: Credentials) => {
    const outcome = await fetchGraphql(SignInDocument, said)
    const { signedIn, codeRequired, organizations = [] } = outcome.data?.signIn ?? {}
    if (signedIn) onSignedIn()
    else if (organizations.length > 0) setStep({ asks: 'organization', said, organizations })
    else if (codeRequired) setStep({ asks: 'code', said })
    return outcome
  }
  const { entrance } = t
  const back = (
    <Button variant="plain" onClick={() => setStep({ asks: 'password' })}>
      {entrance.choose.back}
    </Button>
  )
  if (step.asks === 'organization')
    return (
      <div className="card form part">
        <div>
          <h1>{entrance.choose.title}</h1>
          <p className="quiet">{entrance.choose.text}</p>
        </div>
        <ul className="choices">
          {step.organizations.map(({ id, name }) => (
            <li key={id}>
              <Form send={() => attempt({ ...step.said, organizationId: id })}>
                {({ isBusy }) => (
                  <Button type="submit" variant="wide" isBusy={isBusy}>
                    {name}
                  </Button>
                )}
              </Form>
            </li>
          ))}
        </ul>
        {back}
      </div>
    )
  if (step.asks === 'code')
    return (
      <div className="card form part">
        <div>
          <h1>{entrance.code.title}</h1>
          <p className="quiet">{entrance.code.text}</p>
        </div>
        <Form key="code" send={({ code = '' }: FormValues) => attempt({ ...step.said, code: code.trim() })}>
          {({ errors, isBusy }) => (
            <>
              <TextField
                label={entrance.code.label}
                name="code"
                autoComplete="one-time-code"
                required
                autoFocus
                error={errors.code}
              />
              <Button type="submit" variant={['primary', 'wide']} isBusy={isBusy}>
                {entrance.signIn}
              </Button>
            </>
          )}
        </Form>
        {back}
      </div>
    )
  const begin = ({ email = '', password = '' }: FormValues) =>
    attempt({ email, password, organizationId: null, code: null })
  return (
    <div className="card form part">
      <h1>{entrance.title}</h1>
      <StatusMessage text={refusal} variant="danger" />
      <Form key="password" send={begin}>
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={entrance.email}
              name="email"
              type="email"
              autoComplete="username webauthn"
              required
              autoFocus
              error={errors.email}
            />
            <TextField
              label={entrance.password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              error={errors.password}
            />
            <Button type="submit" variant={['primary', 'wide']} isBusy={isBusy}>
              {entrance.signIn}
            </Button>
          </>
        )}
      </Form>
      {supportsPasskeys() && (
        <Form send={signInWithPasskey} onDone={onSignedIn}>
          {({ isBusy }) => (
            <Button type="submit" variant="wide" isBusy={isBusy}>
              <Fingerprint size={16} aria-hidden />
              {entrance.passkey.signIn}
            </Button>
          )}
        </Form>
      )}
      <Button variant="plain" onClick={onForgotten}>
        {entrance.forgotten}
      </Button>
    </div>
  )
}
