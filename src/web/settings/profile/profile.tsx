import { useState } from 'react'
import { ChangeOwnEmailDocument, ChangeProfileDocument, ProfileDocument, type ProfileQuery } from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { pickField } from '../../graphql/fetch-graphql.ts'
import { type Language, t } from '../../i18n/locale.ts'
import { saveLanguage } from '../../preferences.ts'
import { useMay, useUpdateSessionMember } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './profile.messages.ts'

type Me = NonNullable<ProfileQuery['me']>

export function ProfilePage() {
  const answer = useQuery(ProfileDocument, {})
  return (
    <Page title={pages.profile.title} about={pages.profile.about}>
      <QueryResult query={answer} pick={({ me }) => me}>
        {(me) => (
          <>
            <PersonForm me={me} />
            <EmailForm email={me.email ?? ''} />
          </>
        )}
      </QueryResult>
    </Page>
  )
}

const isLanguage = (text: string): text is Language => text === 'de' || text === 'en'

function PersonForm({ me }: { me: Me }) {
  const [changeProfile] = useMutation(ChangeProfileDocument)
  const [isSaved, setSaved] = useState(false)
  const change = useUpdateSessionMember()
  const send = async ({ name = '', language = '' }: FormValues) => {
    const chosen = isLanguage(language) ? language : null
    return pickField(changeProfile({ id: me.id, name, language: chosen }), 'updateMember')
  }
  const done = ({ name, language: chosen }: Pick<Me, 'name' | 'language'>) => {
    change({ name })
    setSaved(true)
    if (chosen === me.language) return
    if (chosen && isLanguage(chosen)) saveLanguage(chosen)
    location.reload()
  }
  return (
    <section className="group" aria-labelledby="person">
      <h2 id="person">{messages.you}</h2>
      <div className="card narrow">
        <div className="part form">
          <StatusMessage text={isSaved ? t.saved : undefined} />
          <Form send={send} onDone={done}>
            {({ errors, isBusy }) => (
              <>
                <TextField
                  label={messages.name}
                  name="name"
                  autoComplete="name"
                  hint={messages.nameHint}
                  defaultValue={me.name}
                  required
                  maxLength={100}
                  error={errors.name}
                />
                <SelectField
                  label={messages.language}
                  name="language"
                  hint={messages.languageHint}
                  options={messages.languages}
                  defaultValue={me.language ?? 'none'}
                  error={errors.language}
                />
                <div className="actions">
                  <Button type="submit" isBusy={isBusy}>
                    {t.save}
                  </Button>
                </div>
              </>
            )}
          </Form>
        </div>
      </div>
    </section>
  )
}

/** Whoever controls the email address can reset the password, so changing it takes the password. */
function EmailForm({ email }: { email: string }) {
  const [changeEmail] = useMutation(ChangeOwnEmailDocument)
  const [changes, setChanges] = useState(0)
  const mayChange = useMay()('changeOwnEmail')
  const change = useUpdateSessionMember()
  return (
    <section className="group" aria-labelledby="email">
      <h2 id="email">{messages.email}</h2>
      <div className="card narrow">
        <div className="part form">
          <StatusMessage text={changes > 0 ? messages.changed : undefined} />
          <p className="quiet">{mayChange ? messages.current(email) : messages.byOthers(email)}</p>
          {mayChange && (
            <Form
              key={changes}
              send={({ email: wanted = '', currentPassword = '' }) => changeEmail({ email: wanted, currentPassword })}
              onDone={({ changeOwnEmail }) => {
                change({ email: changeOwnEmail.email })
                setChanges(changes + 1)
              }}
            >
              {({ errors, isBusy }) => (
                <>
                  <TextField
                    label={messages.newEmail}
                    name="email"
                    type="email"
                    autoComplete="email"
                    required
                    maxLength={254}
                    error={errors.email}
                  />
                  <TextField
                    label={messages.password}
                    name="currentPassword"
                    type="password"
                    autoComplete="current-password"
                    required
                    error={errors.currentPassword}
                  />
                  <div className="actions">
                    <Button type="submit" isBusy={isBusy}>
                      {messages.change}
                    </Button>
                  </div>
                </>
              )}
            </Form>
          )}
        </div>
      </div>
    </section>
  )
}
