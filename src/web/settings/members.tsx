import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import {
  ChangeRoleDocument,
  CreateMemberDocument,
  DeleteMemberDocument,
  HasSecondFactorDocument,
  MembersDocument,
  type MembersQuery,
  RequireSecondFactorDocument,
  ResendInvitationDocument,
  ResetSecondFactorDocument,
  type Role,
  SecondFactorRequiredDocument,
} from '#schema/web/graphql'
import { messages as erasure } from '../erasure/erasure.messages.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Feedback, feedbackFor, StatusMessage, useAction } from '../ui/feedback.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { isUndelivered, ResendDialog, UndeliveredBadge } from '../ui/undelivered.tsx'
import { messages } from './members.messages.ts'
import { SessionList } from './security/sessions.tsx'
import { pages } from './settings.messages.ts'

const MemberErasure = lazyDialog(() => import('../erasure/erasure-dialog.tsx').then((it) => it.MemberErasure))

type Member = NonNullable<MembersQuery['members']>['members'][number]

type OpenDialog =
  | { what: 'invite' }
  | { what: 'role' | 'reset factor' | 'sessions' | 'resend' | 'remove' | 'data'; member: Member }

export function Members() {
  const [page, setPage] = useState(1)
  const { pendingAction, begin, feedback, end, close } = useAction<OpenDialog>()
  const answer = useQuery(MembersDocument, { page })
  const { member: me } = useSession()
  // Admins may change everyone except owners.
  const mayChange = ({ id, role }: Member) => id !== me.id && (role !== 'owner' || me.role === 'owner')
  const invite = (
    <Button variant="primary" onClick={() => begin({ what: 'invite' })}>
      <Plus size={16} aria-hidden />
      {messages.invite}
    </Button>
  )
  return (
    <Page title={pages.members.title} about={pages.members.about} action={invite}>
      <StatusMessage {...feedback} />
      <div className="card">
        <QueryResult query={answer} pick={({ members }) => members}>
          {({ total, members }) => (
            <>
              <Table
                label={pages.members.title}
                rows={members}
                columns={[
                  {
                    label: messages.name,
                    kind: 'main',
                    show: ({ id, name }) => (id === me.id ? `${name} (${messages.you})` : name),
                  },
                  {
                    label: messages.email,
                    kind: 'quiet',
                    show: ({ email, delivery }) => (
                      <>
                        {email}
                        <UndeliveredBadge delivery={delivery} />
                      </>
                    ),
                  },
                  {
                    label: messages.role,
                    show: (member) =>
                      mayChange(member) ? (
                        <Button
                          variant="small"
                          aria-label={`${messages.roles[member.role]}, ${messages.roleOf(member.name)}`}
                          onClick={() => begin({ what: 'role', member })}
                        >
                          {messages.roles[member.role]}
                        </Button>
                      ) : (
                        messages.roles[member.role]
                      ),
                  },
                  {
                    label: t.actions,
                    kind: 'act',
                    show: (member) =>
                      mayChange(member) && (
                        <>
                          {isUndelivered(member.delivery) && (
                            <Button
                              variant={['plain', 'small']}
                              aria-label={messages.resendTo(member.name)}
                              onClick={() => begin({ what: 'resend', member })}
                            >
                              {t.delivery.resend}
                            </Button>
                          )}
                          <Button
                            variant={['plain', 'small']}
                            aria-label={messages.sessionsOf(member.name)}
                            onClick={() => begin({ what: 'sessions', member })}
                          >
                            {messages.sessions}
                          </Button>
                          <Button
                            variant={['plain', 'danger', 'small']}
                            aria-label={messages.removeNamed(member.name)}
                            onClick={() => begin({ what: 'remove', member })}
                          >
                            {messages.remove}
                          </Button>
                        </>
                      ),
                  },
                ]}
              />
              <Pager page={page} total={total} onTurn={setPage} />
            </>
          )}
        </QueryResult>
      </div>
      <SecondFactorPolicy />
      {pendingAction?.what === 'invite' && <InviteDialog onClose={close} onDone={end} />}
      {pendingAction?.what === 'role' && (
        <ChangeRoleDialog
          member={pendingAction.member}
          onClose={close}
          onDone={end}
          onReset={() => begin({ what: 'reset factor', member: pendingAction.member })}
          onData={() => begin({ what: 'data', member: pendingAction.member })}
        />
      )}
      {pendingAction?.what === 'reset factor' && (
        <ResetSecondFactorDialog member={pendingAction.member} onClose={close} onDone={end} />
      )}
      {pendingAction?.what === 'sessions' && (
        <Dialog title={messages.sessionsOf(pendingAction.member.name)} isWide isOpen onClose={close}>
          <SessionList memberId={pendingAction.member.id} />
          <div className="actions">
            <Button onClick={close}>{t.close}</Button>
          </div>
        </Dialog>
      )}
      {pendingAction?.what === 'resend' && (
        <ResendInvitationDialog member={pendingAction.member} onClose={close} onDone={end} />
      )}
      {pendingAction?.what === 'data' && <MemberErasure {...pendingAction.member} onClose={close} onErased={end} />}
      {pendingAction?.what === 'remove' && (
        <RemoveMemberDialog member={pendingAction.member} onClose={close} onDone={end} />
      )}
    </Page>
  )
}

interface DialogProps {
  onClose: () => void
  /** Called with a status message. */
  onDone: (text: string) => void
}

/** The roles that the user may grant. */
function useGrantableRoles() {
  const { member } = useSession()
  const { owner, ...others } = messages.roles
  return member.role === 'owner' ? { ...others, owner } : others
}

function InviteDialog({ onClose, onDone }: DialogProps) {
  const [createMember] = useMutation(CreateMemberDocument)
  const roles = useGrantableRoles()
  const send = async ({ name = '', email = '', role = 'member' }: FormValues) => {
    const outcome = await createMember({ input: { name, email, role: role as Role } })
    if (outcome.data) onDone(messages.invited(email))
    return outcome
  }
  return (
    <Dialog title={messages.invite} isOpen onClose={onClose}>
      <Form send={send}>
        {({ errors, isBusy }) => (
          <>
            <TextField label={messages.name} name="name" required autoFocus error={errors.name} />
            <TextField
              label={messages.email}
              name="email"
              type="email"
              required
              hint={messages.inviteHint}
              error={errors.email}
            />
            <SelectField label={messages.role} name="role" options={roles} defaultValue="member" error={errors.role} />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.invite}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface ChangeRoleDialogProps extends DialogProps {
  member: Member
  onReset: () => void
  onData: () => void
}

function ChangeRoleDialog({ member, onClose, onDone, onReset, onData }: ChangeRoleDialogProps) {
  const [changeRole] = useMutation(ChangeRoleDocument)
  const { data } = useQuery(HasSecondFactorDocument, { memberId: member.id })
  const roles = useGrantableRoles()
  const send = ({ role = member.role }: FormValues) => changeRole({ id: member.id, role: role as Role })
  return (
    <Dialog title={messages.roleOf(member.name)} isOpen onClose={onClose}>
      <Form send={send} onDone={() => onDone(messages.changed(member.name))}>
        {({ errors, isBusy }) => (
          <>
            <SelectField
              label={messages.role}
              name="role"
              options={roles}
              defaultValue={member.role}
              error={errors.role}
              autoFocus
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t.save}
              </Button>
            </div>
          </>
        )}
      </Form>
      <hr />
      <div className="actions start">
        <Button variant="small" onClick={onData}>
          {erasure.show}
        </Button>
        {data?.hasSecondFactor && (
          <Button variant={['danger', 'small']} onClick={onReset}>
            {messages.resetFactor}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Whether all members need a second factor. */
function SecondFactorPolicy() {
  const answer = useQuery(SecondFactorRequiredDocument, {})
  const [requireSecondFactor, isSending] = useMutation(RequireSecondFactorDocument)
  const [feedback, setFeedback] = useState<Feedback>()
  return (
    <section className="group" aria-labelledby="second-factor">
      <h2 id="second-factor">{messages.factor.title}</h2>
      <StatusMessage {...feedback} />
      <div className="card">
        <QueryResult query={answer} pick={({ organization }) => organization}>
          {({ secondFactorRequired }) => (
            <div className="fact">
              <ShieldCheck size={20} aria-hidden />
              <div>
                <p>
                  <span className={secondFactorRequired ? 'badge good' : 'badge'}>
                    {secondFactorRequired ? messages.factor.isRequired : messages.factor.isOptional}
                  </span>
                </p>
                <p className="quiet">{messages.factor.about}</p>
              </div>
              <div className="actions">
                <Button
                  isBusy={isSending}
                  onClick={async () =>
                    setFeedback(
                      feedbackFor(
                        await requireSecondFactor({ required: !secondFactorRequired }),
                        secondFactorRequired ? messages.factor.madeOptional : messages.factor.madeRequired,
                      ),
                    )
                  }
                >
                  {secondFactorRequired ? messages.factor.makeOptional : messages.factor.require}
                </Button>
              </div>
            </div>
          )}
        </QueryResult>
      </div>
    </section>
  )
}

function ResetSecondFactorDialog({ member, onClose, onDone }: DialogProps & { member: Member }) {
  const [resetSecondFactor] = useMutation(ResetSecondFactorDocument)
  return (
    <ConfirmDialog
      title={messages.sureOfReset.title(member.name)}
      text={messages.sureOfReset.text}
      label={messages.resetFactor}
      send={() => resetSecondFactor({ memberId: member.id })}
      onDone={() => onDone(messages.factorReset(member.name))}
      onClose={onClose}
    />
  )
}

function ResendInvitationDialog({ member: { id, email }, ...given }: DialogProps & { member: Member }) {
  const [resend] = useMutation(ResendInvitationDocument)
  return <ResendDialog to={email ?? ''} send={() => resend({ id })} {...given} />
}

function RemoveMemberDialog({ member, onClose, onDone }: DialogProps & { member: Member }) {
  const [deleteMember] = useMutation(DeleteMemberDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(member.name)}
      text={messages.sure.text}
      label={messages.remove}
      send={() => deleteMember({ id: member.id })}
      onDone={() => onDone(messages.removed(member.name))}
      onClose={onClose}
    />
  )
}
