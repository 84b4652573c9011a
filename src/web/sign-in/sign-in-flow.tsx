import { type ReactNode, useState } from 'react'
import { language, t } from '../i18n/locale.ts'
import { saveLanguage } from '../preferences.ts'
import { KontorLogo } from '../ui/logo.tsx'
import { FirstRun } from './first-run.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { SetPassword } from './set-password.tsx'
import { SignIn } from './sign-in.tsx'

type Step = 'sign-in' | 'forgotten' | 'set-password'

/** Pages of mailed links. The secret is in the URL fragment. */
const mailedLinkPath = /^\/app\/(invitation|reset-password)\/?$/
const isInvitation = () => mailedLinkPath.exec(location.pathname)?.[1] === 'invitation'

interface SignInFlowProps {
  /** Set if the installation has no organization yet. */
  firstRun: { offersDemo: boolean } | null
  onSignedIn: () => void
}

/** All pages before sign-in. */
export function SignInFlow({ firstRun, onSignedIn }: SignInFlowProps) {
  const isLinked = mailedLinkPath.test(location.pathname)
  const [errand, setErrand] = useState<Step>(isLinked ? 'set-password' : 'sign-in')
  const enter = () => {
    // The link is used up, and its path is no route of the app.
    if (isLinked) history.replaceState(null, '', '/app')
    onSignedIn()
  }
  const signIn = () => setErrand('sign-in')
  if (firstRun)
    return (
      <SignInLayout title={t.firstRun.title}>
        <FirstRun {...firstRun} onSignedIn={enter} />
      </SignInLayout>
    )
  if (errand === 'set-password')
    return (
      <SignInLayout title={t.setPassword.titles[isInvitation() ? 'invitation' : 'passwordReset']}>
        <SetPassword
          isInvitation={isInvitation()}
          onSignedIn={enter}
          onForgotten={() => setErrand('forgotten')}
          onSignIn={signIn}
        />
      </SignInLayout>
    )
  if (errand === 'forgotten')
    return (
      <SignInLayout title={t.forgotten.title}>
        <ForgotPassword onBack={signIn} />
      </SignInLayout>
    )
  return (
    <SignInLayout title={t.entrance.title}>
      <SignIn onSignedIn={enter} onForgotten={() => setErrand('forgotten')} />
    </SignInLayout>
  )
}

const other = { de: 'en', en: 'de' } as const

export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  document.title = `${title} – ${t.app}`
  const change = () => {
    saveLanguage(other[language])
    location.reload()
  }
  return (
    <div className="entrance">
      <header>
        <span className="brand">
          <KontorLogo /> {t.app}
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
