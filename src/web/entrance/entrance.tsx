import type { ReactNode } from 'react'
import { chooseLanguage } from '../choices.ts'
import { Mark } from '../ui/mark.tsx'
import { language, words } from '../words/words.ts'
import { SignIn } from './sign-in.tsx'

/** What there is before anybody has signed in. */
export const Entrance = ({ onSignedIn }: { onSignedIn: () => void }) => (
  <Doorway title={words.entrance.title}>
    <SignIn onSignedIn={onSignedIn} />
  </Doorway>
)

const other = { de: 'en', en: 'de' } as const

function Doorway({ title, children }: { title: string; children: ReactNode }) {
  document.title = `${title} – ${words.app}`
  const change = () => {
    chooseLanguage(other[language])
    location.reload()
  }
  return (
    <div className="entrance">
      <header>
        <span className="brand">
          <Mark /> {words.app}
        </span>
        <button type="button" className="button plain small" lang={other[language]} onClick={change}>
          {words.entrance.language}
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="quiet">{words.entrance.aside}</footer>
    </div>
  )
}
