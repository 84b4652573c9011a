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
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { later } from '../ui/later.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Loaded } from '../ui/states.tsx'
import { Sure } from '../ui/sure.tsx'
import { Table } from '../ui/table.tsx'
import { type News, newsOf, Told, useDoing } from '../ui/told.tsx'
import { isUndelivered, ResendDialog, UndeliveredBadge } from '../ui/undelivered.tsx'
import { messages } from './members.messages.ts'
import { SessionList } from './security/sessions.tsx'
import { pages } from './settings.messages.ts'

const MemberErasure = later(() => import('../erasure/erasure-dialog.tsx').then((it) => it.MemberErasure))

type Member = NonNullable<MembersQuery['members']>['members'][number]

/** What is done in a dialog over the list. */
type OpenDialog =
  | { what: 'invite' }
  | { what: 'role' | 'reset factor' | 'sessions' | 'resend' | 'remove' | 'data'; member: Member }

/** Who works here, and what they may. */
export function Members() {
  const [page, setPage] = useState(1)
  const { doing, begin, news, end, close } = useDoing<OpenDialog>()
  const answer = useQuery(MembersDocument, { page }, ['member'])
  const { member: me } = useSession()
  // An admin may everything but owners.
  const mayChange = ({ id, role }: Member) => id !== me.id && (role !== 'owner' || me.role === 'owner')
  const invite = (
    <Button look="primary" onClick={() => begin({ what: 'invite' })}>
      <Plus size={16} aria-hidden />
      {messages.invite}
    </Button>
  )
  return (
    <Page title={pages.members.title} about={pages.members.about} action={invite}>
      <Told {...news} />
      <div className="card">
        <Loaded answer={answer} pick={({ members }) => members}>
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
                          look="small"
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
                              look={['plain', 'small']}
                              aria-label={messages.resendTo(member.name)}
                              onClick={() => begin({ what: 'resend', member })}
                            >
                              {t.delivery.resend}
                            </Button>
                          )}
                          <Button
                            look={['plain', 'small']}
                            aria-label={messages.sessionsOf(member.name)}
                            onClick={() => begin({ what: 'sessions', member })}
                          >
                            {messages.sessions}
                          </Button>
                          <Button
                            look={['plain', 'danger', 'small']}
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
        </Loaded>
      </div>
      <SecondFactorPolicy />
      {doing?.what === 'invite' && <InviteDialog onClose={close} onDone={end} />}
      {doing?.what === 'role' && (
        <ChangeRoleDialog
          member={doing.member}
          onClose={close}
          onDone={end}
          onReset={() => begin({ what: 'reset factor', member: doing.member })}
          onData={() => begin({ what: 'data', member: doing.member })}
        />
      )}
      {doing?.what === 'reset factor' && <ResetSecondFactorDialog member={doing.member} onClose={close} onDone={end} />}
      {doing?.what === 'sessions' && (
        <Dialog title={messages.sessionsOf(doing.member.name)} isWide isOpen onClose={close}>
          <SessionList memberId={doing.member.id} />
          <div className="actions">
            <Button onClick={close}>{t.close}</Button>
          </div>
        </Dialog>
      )}
      {doing?.what === 'resend' && <ResendInvitationDialog member={doing.member} onClose={close} onDone={end} />}
      {doing?.what === 'data' && <MemberErasure {...doing.member} onClose={close} onErased={end} />}
      {doing?.what === 'remove' && <RemoveMemberDialog member={doing.member} onClose={close} onDone={end} />}
    </Page>
  )
}

interface DialogProps {
  onClose: () => void
  /** It is done: what is to be told of it. */
  onDone: (told: string) => void
}

/** The roles that the reader may give. */
function useGrantableRoles() {
  const { member } = useSession()
  const { owner, ...others } = messages.roles
  return member.role === 'owner' ? { ...others, owner } : others
}

function InviteDialog({ onClose, onDone }: DialogProps) {
  const [createMember] = useMutation(CreateMemberDocument)
  const roles = useGrantableRoles()
  const send = async ({ name = '', email = '', role = 'member' }: Filled) => {
    const outcome = await createMember({ input: { name, email, role: role as Role } })
    if (outcome.data) onDone(messages.invited(email))
    return outcome
  }
  return (
    <Dialog title={messages.invite} isOpen onClose={onClose}>
      <Form send={send}>
        {({ wrong, isBusy }) => (
          <>
            <Field label={messages.name} name="name" required autoFocus wrong={wrong.name} />
            <Field
              label={messages.email}
              name="email"
              type="email"
              required
              hint={messages.inviteHint}
              wrong={wrong.email}
            />
            <Choice label={messages.role} name="role" options={roles} defaultValue="member" wrong={wrong.role} />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
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
  const send = ({ role = member.role }: Filled) => changeRole({ id: member.id, role: role as Role })
  return (
    <Dialog title={messages.roleOf(member.name)} isOpen onClose={onClose}>
      <Form send={send} onDone={() => onDone(messages.changed(member.name))}>
        {({ wrong, isBusy }) => (
          <>
            <Choice
              label={messages.role}
              name="role"
              options={roles}
              defaultValue={member.role}
              wrong={wrong.role}
              autoFocus
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
                {t.save}
              </Button>
            </div>
          </>
        )}
      </Form>
      <hr />
      <div className="actions start">
        <Button look="small" onClick={onData}>
          {erasure.show}
        </Button>
        {data?.hasSecondFactor && (
          <Button look={['danger', 'small']} onClick={onReset}>
            {messages.resetFactor}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Whether every member needs a second factor. */
function SecondFactorPolicy() {
  const answer = useQuery(SecondFactorRequiredDocument, {})
  const [requireSecondFactor, isSending] = useMutation(RequireSecondFactorDocument)
  const [news, setNews] = useState<News>()
  return (
    <section className="group" aria-labelledby="second-factor">
      <h2 id="second-factor">{messages.factor.title}</h2>
      <Told {...news} />
      <div className="card">
        <Loaded answer={answer} pick={({ organization }) => organization}>
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
                    setNews(
                      newsOf(
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
        </Loaded>
      </div>
    </section>
  )
}

function ResetSecondFactorDialog({ member, onClose, onDone }: DialogProps & { member: Member }) {
  const [resetSecondFactor] = useMutation(ResetSecondFactorDocument)
  return (
    <Sure
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
    <Sure
      title={messages.sure.title(member.name)}
      text={messages.sure.text}
      label={messages.remove}
      send={() => deleteMember({ id: member.id })}
      onDone={() => onDone(messages.removed(member.name))}
      onClose={onClose}
    />
  )
}
