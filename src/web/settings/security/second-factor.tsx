import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import {
  ConfirmTotpDocument,
  CreateRecoveryCodesDocument,
  DisableTotpDocument,
  SecondFactorDocument,
  SetUpTotpDocument,
  type SetUpTotpMutation,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import type { Outcome } from '../../graphql/fetch-graphql.ts'
import { formatCount } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusMessage, useAction } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import { messages as page } from './security.messages.ts'

const messages = page.secondFactor

type OpenDialog = 'set up' | 'renew' | 'turn off'

export function SecondFactor({ onSetUp = () => {} }: { onSetUp?: () => void }) {
  const answer = useQuery(SecondFactorDocument, {})
  const { pendingAction, begin, feedback, end, close } = useAction<OpenDialog>()
  return (
    <section className="group" aria-labelledby="second-factor">
      <h2 id="second-factor">{messages.title}</h2>
      <StatusMessage {...feedback} />
      <div className="card">
        <QueryResult query={answer} pick={({ secondFactor }) => secondFactor}>
          {({ totp, recoveryCodesLeft }) => (
            <div className="fact">
              <ShieldCheck size={20} aria-hidden />
              <div>
                <p>
                  <span className={totp ? 'badge good' : 'badge'}>{totp ? messages.isOn : messages.isOff}</span>
                </p>
                <p className="quiet">{totp ? messages.left(formatCount(recoveryCodesLeft)) : messages.about}</p>
              </div>
              <div className="actions">
                {totp ? (
                  <>
                    <Button onClick={() => begin('renew')}>{messages.renew}</Button>
                    <Button variant="danger" onClick={() => begin('turn off')}>
                      {messages.turnOff}
                    </Button>
                  </>
                ) : (
                  <Button onClick={() => begin('set up')}>{messages.setUp}</Button>
                )}
              </div>
            </div>
          )}
        </QueryResult>
      </div>
      {pendingAction === 'set up' && (
        <SetUpDialog
          onClose={close}
          onDone={() => {
            end(messages.turnedOn)
            onSetUp()
          }}
        />
      )}
      {pendingAction === 'renew' && <RenewCodesDialog onClose={close} />}
      {pendingAction === 'turn off' && <TurnOffDialog onClose={close} onDone={() => end(messages.turnedOff)} />}
    </section>
  )
}

/** Sets up TOTP: password, QR code with a first code, recovery codes. */
function SetUpDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [setUp] = useMutation(SetUpTotpDocument)
  const [confirm] = useMutation(ConfirmTotpDocument)
  const [made, setMade] = useState<SetUpTotpMutation['setUpTotp']>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodesDialog codes={codes} onDone={onDone} />
  if (!made)
    return (
      <Dialog title={messages.title} isOpen onClose={onClose}>
        <p className="quiet">{messages.about}</p>
        <Form
          send={({ currentPassword = '' }) => setUp({ currentPassword })}
          onDone={({ setUpTotp }) => setMade(setUpTotp)}
        >
          {({ errors, isBusy }) => (
            <>
              <TextField
                label={page.password.own}
                name="currentPassword"
                type="password"
                autoComplete="current-password"
                required
                autoFocus
                error={errors.currentPassword}
              />
              <DialogActions label={messages.next} isBusy={isBusy} onClose={onClose} />
            </>
          )}
        </Form>
      </Dialog>
    )
  return (
    <Dialog title={messages.title} isOpen onClose={onClose} isQuestion>
      <p className="quiet">{messages.scan}</p>
      <QrCode label={messages.qr} text={made.otpauthUrl} />
      <CopyField label={messages.secret} text={made.secret} isLabelled />
      <CodeForm
        submit={messages.setUp}
        send={(code) => confirm({ code })}
        onDone={({ confirmTotp }) => setCodes(confirmTotp)}
        onClose={onClose}
      />
    </Dialog>
  )
}

function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [create] = useMutation(CreateRecoveryCodesDocument)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodesDialog codes={codes} onDone={onClose} />
  return (
    <Dialog title={messages.renew} isOpen onClose={onClose}>
      <CodeForm
        submit={messages.next}
        hint={messages.codeHint}
        send={(code) => create({ code })}
        onDone={({ createRecoveryCodes }) => setCodes(createRecoveryCodes)}
        onClose={onClose}
      />
    </Dialog>
  )
}

function TurnOffDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [disable] = useMutation(DisableTotpDocument)
  return (
    <Dialog title={messages.turnOff} isOpen onClose={onClose} isQuestion>
      <p className="quiet">{messages.sure}</p>
      <CodeForm
        submit={messages.turnOff}
        isDangerous
        hint={messages.codeHint}
        send={(code) => disable({ code })}
        onDone={onDone}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface CodeFormProps<R> {
  submit: string
  hint?: string
  isDangerous?: boolean
  send: (code: string) => Promise<Outcome<R>>
  onDone: (data: R) => void
  onClose: () => void
}

const CodeForm = <R,>({ submit, hint, isDangerous = false, send, onDone, onClose }: CodeFormProps<R>) => (
  <Form send={({ code = '' }: FormValues) => send(code.trim())} onDone={onDone}>
    {({ errors, isBusy }) => (
      <>
        <TextField
          label={messages.code}
          name="code"
          hint={hint}
          autoComplete="one-time-code"
          required
          autoFocus
          error={errors.code}
        />
        <DialogActions label={submit} isBusy={isBusy} isDangerous={isDangerous} onClose={onClose} />
      </>
    )}
  </Form>
)

interface DialogActionsProps {
  label: string
  isBusy: boolean
  isDangerous?: boolean
  onClose: () => void
}

const DialogActions = ({ label, isBusy, isDangerous = false, onClose }: DialogActionsProps) => (
  <div className="actions">
    <Button onClick={onClose}>{t.cancel}</Button>
    <Button type="submit" variant={isDangerous ? ['danger', 'primary'] : 'primary'} isBusy={isBusy}>
      {label}
    </Button>
  </div>
)
