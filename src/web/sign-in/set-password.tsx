import { useCallback, useEffect, useState } from 'react'
import {
  AcceptInvitationDocument,
  AccountLinkDocument,
  type AccountLinkQuery,
  DeleteOwnTokensDocument,
  ResetPasswordDocument,
  WorksWithoutPasswordDocument,
} from '#schema/web/graphql'
import { fetchGraphql, type Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { RemainingCredentials, remainingCredentials } from '../ui/remaining-credentials.tsx'

interface SetPasswordProps {
  isInvitation: boolean
  onSignedIn: () => void
  onForgotten: () => void
  onSignIn: () => void
}

/** The link is unknown, used or expired. Other errors say nothing about the link. */
const invalidLinkCodes: ReadonlySet<string> = new Set(['not_found', 'expired'])

const documents = { invitation: AcceptInvitationDocument, passwordReset: ResetPasswordDocument }

/** The page of a mailed link: sets a password once. */
export function SetPassword({ isInvitation, onSignedIn, onForgotten, onSignIn }: SetPasswordProps) {
  const [token] = useState(() => location.hash.slice(1))
  const [found, setFound] = useState<Partial<Outcome<AccountLinkQuery>>>({})
  const [remaining, setRemaining] = useState<ReturnType<typeof remainingCredentials>>()
  const [isSet, setSet] = useState(false)
  const fetchLink = useCallback(() => {
    fetchGraphql(AccountLinkDocument, { token }).then(setFound)
  }, [token])
  useEffect(fetchLink, [fetchLink])
  const { setPassword: messages } = t
  if (invalidLinkCodes.has(found.problem?.code ?? ''))
    return (
      <div className="card form part">
        <h1>{messages.bad.title}</h1>
        <p className="quiet">{isInvitation ? messages.bad.invitation : messages.bad.passwordReset}</p>
        {isInvitation ? (
          <Button onClick={onSignIn}>{t.forgotten.back}</Button>
        ) : (
          <Button variant="primary" onClick={onForgotten}>
            {messages.bad.action}
          </Button>
        )}
      </div>
    )
  if (remaining)
    return (
      <div className="card form part">
        <h1>{messages.titles.passwordReset}</h1>
        <Notice variant="good">{messages.changed}</Notice>
        <RemainingCredentials remaining={remaining} endTokens={() => fetchGraphql(DeleteOwnTokensDocument)} />
        <Button variant="primary" onClick={onSignedIn}>
          {messages.next}
        </Button>
      </div>
    )
  if (isSet)
    return (
      <div className="card form part">
        <h1>{messages.titles.passwordReset}</h1>
        <Notice variant="good">{messages.done}</Notice>
        <Button variant="primary" onClick={onSignIn}>
          {t.forgotten.back}
        </Button>
      </div>
    )
  const { accountLink } = found.data ?? {}
  if (!accountLink)
    return (
      <div className="card">
        <QueryResult query={{ data: undefined, problem: found.problem, retry: fetchLink }} pick={() => null}>
          {() => null}
        </QueryResult>
      </div>
    )
  const { kind, email, name, organizationName } = accountLink
  const enter = async () => {
    const { data } = await fetchGraphql(WorksWithoutPasswordDocument)
    const left = data && remainingCredentials(data)
    if (kind === 'passwordReset' && left && left.tokens.length + left.passkeys.length > 0) setRemaining(left)
    else onSignedIn()
  }
  const set = async ({ password = '' }) => {
    const outcome = await fetchGraphql<Record<string, { signedIn: boolean }>, { token: string; password: string }>(
      documents[kind] as never,
      { token, password },
    )
    const [answer] = Object.values(outcome.data ?? {})
    if (answer?.signedIn) await enter()
    // Members with a second factor must sign in.
    else if (answer) setSet(true)
    return outcome
  }
  return (
    <div className="card form part">
      <div>
        <h1>{kind === 'invitation' ? `${messages.titles.invitation}, ${name}` : messages.titles.passwordReset}</h1>
        <p className="quiet">{messages.for(email, organizationName)}</p>
      </div>
      <Form send={set}>
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.password}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={messages.hint}
              required
              autoFocus
              error={errors.password}
            />
            <Button type="submit" variant={['primary', 'wide']} isBusy={isBusy}>
              {messages.submits[kind]}
            </Button>
          </>
        )}
      </Form>
    </div>
  )
}
