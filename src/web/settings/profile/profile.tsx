import { useState } from 'react'
import { ChangeOwnEmailDocument, ChangeProfileDocument, ProfileDocument, type ProfileQuery } from '#schema/web/graphql'
import { chooseLanguage } from '../../choices.ts'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { fieldOf } from '../../graphql/send.ts'
import { useChangeOfMember, useMay } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import { type Filled, Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Told } from '../../ui/told.tsx'
import { type Language, words } from '../../words/words.ts'
import { pages } from '../settings.words.ts'
import { said } from './profile.words.ts'

type Me = NonNullable<ProfileQuery['me']>

/** What the reader is called, and how they sign in. */
export function Profile() {
  const answer = useQuery(ProfileDocument, {})
  return (
    <Page title={pages.profile.title} about={pages.profile.about}>
      <Loaded answer={answer} pick={({ me }) => me}>
        {(me) => (
          <>
            <Person me={me} />
            <Email email={me.email ?? ''} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const isLanguage = (text: string): text is Language => text === 'de' || text === 'en'

function Person({ me }: { me: Me }) {
  const [changeProfile] = useMutation(ChangeProfileDocument)
  const [isSaved, setSaved] = useState(false)
  const change = useChangeOfMember()
  const send = async ({ name = '', language = '' }: Filled) => {
    const chosen = isLanguage(language) ? language : null
    return fieldOf(changeProfile({ id: me.id, name, language: chosen }), 'updateMember')
  }
  const done = ({ name, language: chosen }: Pick<Me, 'name' | 'language'>) => {
    change({ name })
    setSaved(true)
    if (chosen === me.language) return
    if (chosen && isLanguage(chosen)) chooseLanguage(chosen)
    location.reload()
  }
  return (
    <section className="group" aria-labelledby="person">
      <h2 id="person">{said.you}</h2>
      <div className="card narrow">
        <div className="part form">
          <Told text={isSaved ? words.saved : undefined} />
          <Form send={send} onDone={done}>
            {({ wrong, isBusy }) => (
              <>
                <Field
                  label={said.name}
                  name="name"
                  autoComplete="name"
                  hint={said.nameHint}
                  defaultValue={me.name}
                  required
                  maxLength={100}
                  wrong={wrong.name}
                />
                <Choice
                  label={said.language}
                  name="language"
                  hint={said.languageHint}
                  options={said.languages}
                  defaultValue={me.language ?? 'none'}
                  wrong={wrong.language}
                />
                <div className="actions">
                  <Button type="submit" isBusy={isBusy}>
                    {words.save}
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

/** Whoever has the address sets the password: changing it takes the password. */
function Email({ email }: { email: string }) {
  const [changeEmail] = useMutation(ChangeOwnEmailDocument)
  const [changes, setChanges] = useState(0)
  const mayChange = useMay()('changeOwnEmail')
  const change = useChangeOfMember()
  return (
    <section className="group" aria-labelledby="email">
      <h2 id="email">{said.email}</h2>
      <div className="card narrow">
        <div className="part form">
          <Told text={changes > 0 ? said.changed : undefined} />
          <p className="quiet">{mayChange ? said.current(email) : said.byOthers(email)}</p>
          {mayChange && (
            <Form
              key={changes}
              send={({ email: wanted = '', currentPassword = '' }) => changeEmail({ email: wanted, currentPassword })}
              onDone={({ changeOwnEmail }) => {
                change({ email: changeOwnEmail.email })
                setChanges(changes + 1)
              }}
            >
              {({ wrong, isBusy }) => (
                <>
                  <Field
                    label={said.newEmail}
                    name="email"
                    type="email"
                    autoComplete="email"
                    required
                    maxLength={254}
                    wrong={wrong.email}
                  />
                  <Field
                    label={said.password}
                    name="currentPassword"
                    type="password"
                    autoComplete="current-password"
                    required
                    wrong={wrong.currentPassword}
                  />
                  <div className="actions">
                    <Button type="submit" isBusy={isBusy}>
                      {said.change}
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
