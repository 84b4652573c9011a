import { useEffect, useState } from 'react'
import {
  AcceptInvitationDocument,
  AccountLinkDocument,
  type AccountLinkQuery,
  ResetPasswordDocument,
} from '../../../schema/web/graphql.ts'
import { send } from '../graphql/send.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/words.ts'

interface SetPasswordProps {
  onSignedIn: () => void
  onForgotten: () => void
  onSignIn: () => void
}

const documents = { invitation: AcceptInvitationDocument, passwordReset: ResetPasswordDocument }

/** What a mailed link leads to: a password is set with it, once. */
export function SetPassword({ onSignedIn, onForgotten, onSignIn }: SetPasswordProps) {
  const [token] = useState(() => location.hash.slice(1))
  const [found, setFound] = useState<AccountLinkQuery['accountLink'] | 'bad'>()
  const [isSet, setSet] = useState(false)
  useEffect(() => {
    send(AccountLinkDocument, { token }).then(({ data }) => setFound(data?.accountLink ?? 'bad'))
  }, [token])
  const { setPassword: said } = words
  if (found === undefined || found === null) return null
  if (found === 'bad') {
    const isInvitation = location.pathname.includes('invitation')
    return (
      <div className="card form part">
        <h1>{said.bad.title}</h1>
        <p className="quiet">{isInvitation ? said.bad.invitation : said.bad.passwordReset}</p>
        {isInvitation ? (
          <Button onClick={onSignIn}>{words.forgotten.back}</Button>
        ) : (
          <Button look="primary" onClick={onForgotten}>
            {said.bad.action}
          </Button>
        )}
      </div>
    )
  }
  if (isSet)
    return (
      <div className="card form part">
        <h1>{said.titles.passwordReset}</h1>
        <Notice look="good">{said.done}</Notice>
        <Button look="primary" onClick={onSignIn}>
          {words.forgotten.back}
        </Button>
      </div>
    )
  const { kind, email, name, organizationName } = found
  const set = async ({ password = '' }) => {
    const outcome = await send<Record<string, { signedIn: boolean }>, { token: string; password: string }>(
      documents[kind] as never,
      { token, password },
    )
    const [answer] = Object.values(outcome.data ?? {})
    if (answer?.signedIn) onSignedIn()
    // Whoever has a second factor signs in by themselves.
    else if (answer) setSet(true)
    return outcome
  }
  return (
    <div className="card form part">
      <div>
        <h1>{kind === 'invitation' ? `${said.titles.invitation}, ${name}` : said.titles.passwordReset}</h1>
        <p className="quiet">{said.for(email, organizationName)}</p>
      </div>
      <Form send={set}>
        {({ wrong, isBusy }) => (
          <>
            <Field
              label={said.password}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={said.hint}
              required
              autoFocus
              wrong={wrong.password}
            />
            <Button type="submit" look={['primary', 'wide']} isBusy={isBusy}>
              {said.submits[kind]}
            </Button>
          </>
        )}
      </Form>
    </div>
  )
}
