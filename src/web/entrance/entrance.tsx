import { type ReactNode, useState } from 'react'
import { chooseLanguage } from '../choices.ts'
import { language, t } from '../i18n/locale.ts'
import { Mark } from '../ui/mark.tsx'
import { FirstRun } from './first-run.tsx'
import { Forgotten } from './forgotten.tsx'
import { SetPassword } from './set-password.tsx'
import { SignIn } from './sign-in.tsx'

/** What somebody who has not signed in came for. */
type Errand = 'sign-in' | 'forgotten' | 'set-password'

/** Where mailed links lead to; their secret stands behind the `#`. */
const linked = /^\/app\/(invitation|reset-password)\/?$/
const isInvitation = () => linked.exec(location.pathname)?.[1] === 'invitation'

interface EntranceProps {
  /** What an installation without an organization offers; null where there is one. */
  firstRun: { offersDemo: boolean } | null
  onSignedIn: () => void
}

/** What there is before anybody has signed in. */
export function Entrance({ firstRun, onSignedIn }: EntranceProps) {
  const isLinked = linked.test(location.pathname)
  const [errand, setErrand] = useState<Errand>(isLinked ? 'set-password' : 'sign-in')
  const enter = () => {
    // The link is spent, and its page is none of the console's.
    if (isLinked) history.replaceState(null, '', '/app')
    onSignedIn()
  }
  const signIn = () => setErrand('sign-in')
  if (firstRun)
    return (
      <EntrancePage title={t.firstRun.title}>
        <FirstRun {...firstRun} onSignedIn={enter} />
      </EntrancePage>
    )
  if (errand === 'set-password')
    return (
      <EntrancePage title={t.setPassword.titles[isInvitation() ? 'invitation' : 'passwordReset']}>
        <SetPassword
          isInvitation={isInvitation()}
          onSignedIn={enter}
          onForgotten={() => setErrand('forgotten')}
          onSignIn={signIn}
        />
      </EntrancePage>
    )
  if (errand === 'forgotten')
    return (
      <EntrancePage title={t.forgotten.title}>
        <Forgotten onBack={signIn} />
      </EntrancePage>
    )
  return (
    <EntrancePage title={t.entrance.title}>
      <SignIn onSignedIn={enter} onForgotten={() => setErrand('forgotten')} />
    </EntrancePage>
  )
}

const other = { de: 'en', en: 'de' } as const

export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  document.title = `${title} – ${t.app}`
  const change = () => {
    chooseLanguage(other[language])
    location.reload()
  }
  return (
    <div className="entrance">
      <header>
        <span className="brand">
          <Mark /> {t.app}
        </span>
        <button type="button" className="button plain small" lang={other[language]} onClick={change}>
          {t.entrance.language}
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="quiet">{t.entrance.aside}</footer>
    </div>
  )
}
