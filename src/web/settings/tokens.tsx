import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  CreateTokenDocument,
  DeleteOwnTokensDocument,
  DeleteTokenDocument,
  TokensDocument,
  type TokensQuery,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { formatDateTime, formatTimestampDate } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StatusMessage, useAction } from '../ui/feedback.tsx'
import { Checkbox, SelectField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { EmptyState, QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { pages } from './settings.messages.ts'
import { messages } from './tokens.messages.ts'

type Token = NonNullable<TokensQuery['tokens']>['tokens'][number]

type OpenDialog = { what: 'create' | 'revoke all' } | { what: 'revoke'; token: Token }

export function Tokens() {
  const [page, setPage] = useState(1)
  const { pendingAction, begin, feedback, end, close } = useAction<OpenDialog>()
  const [deleteOwnTokens] = useMutation(DeleteOwnTokensDocument)
  const answer = useQuery(TokensDocument, { page })
  const create = (
    <Button variant="primary" onClick={() => begin({ what: 'create' })}>
      <Plus size={16} aria-hidden />
      {messages.create}
    </Button>
  )
  return (
    <Page title={pages.tokens.title} about={pages.tokens.about} action={create}>
      <StatusMessage {...feedback} />
      <div className="card">
        <QueryResult query={answer} pick={({ tokens }) => tokens}>
          {({ total, tokens }) =>
            tokens.length === 0 ? (
              <EmptyState icon={KeyRound} title={messages.empty.title}>
                {messages.empty.text}
              </EmptyState>
            ) : (
              <>
                <Table
                  label={pages.tokens.title}
                  rows={tokens}
                  columns={[
                    { label: messages.name, kind: 'main', show: ({ name }) => name },
                    { label: messages.token, kind: 'quiet', show: ({ lastFour }) => <code>…{lastFour}</code> },
                    { label: messages.scope, show: formatScope },
                    { label: messages.lastUsed, show: renderLastUse },
                    { label: messages.expires, show: renderExpiry },
                    {
                      label: t.actions,
                      kind: 'act',
                      show: (token) => (
                        <Button
                          variant={['plain', 'danger', 'small']}
                          aria-label={messages.revokeNamed(token.name)}
                          onClick={() => begin({ what: 'revoke', token })}
                        >
                          {messages.revoke}
                        </Button>
                      ),
                    },
                  ]}
                />
                <Pager page={page} total={total} onTurn={setPage} />
                {total > 1 && (
                  <div className="pager">
                    <Button variant={['danger', 'small']} onClick={() => begin({ what: 'revoke all' })}>
                      {messages.revokeAll}
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </QueryResult>
      </div>
      {pendingAction?.what === 'create' && <CreateTokenDialog onClose={close} />}
      {pendingAction?.what === 'revoke' && (
        <RevokeTokenDialog
          token={pendingAction.token}
          onClose={close}
          onDone={() => end(messages.revoked(pendingAction.token.name))}
        />
      )}
      {pendingAction?.what === 'revoke all' && (
        <ConfirmDialog
          {...messages.sureOfAll}
          label={messages.revokeAll}
          send={() => deleteOwnTokens({})}
          onDone={() => end(messages.allRevoked)}
          onClose={close}
        />
      )}
    </Page>
  )
}

const formatScope = ({ scope }: Token) => messages.scopes[scope as 'full' | 'read']

const renderLastUse = ({ lastUsedAt }: Token) =>
  lastUsedAt ? <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt)}</time> : messages.neverUsed

function renderExpiry({ expiresAt }: Token) {
  if (!expiresAt) return messages.forever
  if (Date.parse(expiresAt) < Date.now()) return <span className="badge warn">{messages.expired}</span>
  return <time dateTime={expiresAt}>{messages.expiry(formatTimestampDate(expiresAt))}</time>
}

const dayMs = 86_400_000

function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [createToken] = useMutation(CreateTokenDocument)
  const [made, setMade] = useState<string>()
  const send = ({ name = '', scope = 'full', lifetime = '' }: FormValues) =>
    createToken({
      input: { name, scope, expiresAt: Number(lifetime) ? daysFromNow(Number(lifetime)) : null },
    })
  return (
    <Dialog title={made ? messages.made.title : messages.create} isOpen onClose={onClose} isQuestion={Boolean(made)}>
      {made ? (
        <>
          <Notice variant="warn">{messages.made.text}</Notice>
          <CopyField label={messages.token} text={made} />
          <div className="actions">
            <Button variant="primary" onClick={onClose}>
              {messages.made.done}
            </Button>
          </div>
        </>
      ) : (
        <Form send={send} onDone={({ createToken: { token } }) => setMade(token)}>
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
              <fieldset className="field">
                <legend>{messages.scope}</legend>
                {(['full', 'read'] as const).map((scope) => (
                  <Checkbox
                    key={scope}
                    type="radio"
                    name="scope"
                    value={scope}
                    defaultChecked={scope === 'full'}
                    label={messages.scopes[scope]}
                    hint={messages.scopeHints[scope]}
                  />
                ))}
              </fieldset>
              <SelectField
                label={messages.expires}
                name="lifetime"
                options={messages.lifetimes}
                error={errors.expiresAt}
                defaultValue="365"
              />
              <div className="actions">
                <Button onClick={onClose}>{t.cancel}</Button>
                <Button type="submit" variant="primary" isBusy={isBusy}>
                  {messages.submit}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

function RevokeTokenDialog({ token, onClose, onDone }: { token: Token; onClose: () => void; onDone: () => void }) {
  const [deleteToken] = useMutation(DeleteTokenDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(token.name)}
      text={messages.sure.text}
      label={messages.revoke}
      send={() => deleteToken({ id: token.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
