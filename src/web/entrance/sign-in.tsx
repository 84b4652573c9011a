import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SignInDocument } from '#schema/web/graphql'
import { send } from '../graphql/send.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { Told } from '../ui/told.tsx'
import { canHavePasskeys, offerPasskeys, signInWithPasskey } from './passkey.ts'

/** What was said so far: it is sent again with what is asked for next. */
interface Said {
  email: string
  password: string
  organizationId: string | null
  code: string | null
}

type Step =
  | { asks: 'password' }
  | { asks: 'organization'; said: Said; organizations: readonly { id: string; name: string }[] }
  | { asks: 'code'; said: Said }

/** Address and password; then which organization, where the password fits in several; then a code, where there is a second factor. */
export function SignIn({ onSignedIn, onForgotten }: { onSignedIn: () => void; onForgotten: () => void }) {
  const [step, setStep] = useState<Step>({ asks: 'password' })
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    if (step.asks !== 'password') return
    return offerPasskeys(({ problem }) => (problem ? setRefusal(problem.message) : onSignedIn()))
  }, [step.asks, onSignedIn])
  const attempt = async (said: Said) => {
    const outcome = await send(SignInDocument, said)
    const { signedIn, codeRequired, organizations = [] } = outcome.data?.signIn ?? {}
    if (signedIn) onSignedIn()
    else if (organizations.length > 0) setStep({ asks: 'organization', said, organizations })
    else if (codeRequired) setStep({ asks: 'code', said })
    return outcome
  }
  const { entrance } = t
  const back = (
    <Button look="plain" onClick={() => setStep({ asks: 'password' })}>
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
                  <Button type="submit" look="wide" isBusy={isBusy}>
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
        <Form key="code" send={({ code = '' }: Filled) => attempt({ ...step.said, code: code.trim() })}>
          {({ wrong, isBusy }) => (
            <>
              <Field
                label={entrance.code.label}
                name="code"
                autoComplete="one-time-code"
                required
                autoFocus
                wrong={wrong.code}
              />
              <Button type="submit" look={['primary', 'wide']} isBusy={isBusy}>
                {entrance.signIn}
              </Button>
            </>
          )}
        </Form>
        {back}
      </div>
    )
  const begin = ({ email = '', password = '' }: Filled) =>
    attempt({ email, password, organizationId: null, code: null })
  return (
    <div className="card form part">
      <h1>{entrance.title}</h1>
      <Told text={refusal} look="danger" />
      <Form key="password" send={begin}>
        {({ wrong, isBusy }) => (
          <>
            <Field
              label={entrance.email}
              name="email"
              type="email"
              autoComplete="username webauthn"
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
      {canHavePasskeys() && (
        <Form send={signInWithPasskey} onDone={onSignedIn}>
          {({ isBusy }) => (
            <Button type="submit" look="wide" isBusy={isBusy}>
              <Fingerprint size={16} aria-hidden />
              {entrance.passkey.signIn}
            </Button>
          )}
        </Form>
      )}
      <Button look="plain" onClick={onForgotten}>
        {entrance.forgotten}
      </Button>
    </div>
  )
}
