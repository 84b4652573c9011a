import './shell.css'
import { CatchBoundary, Matches, RouterContextProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Provider } from 'urql'
import { createGraphqlClient } from '../graphql/client.ts'
import { language } from '../i18n/locale.ts'
import { ErrorPage } from '../routing/page-states.tsx'
import { type Session, SessionContext } from '../session.ts'
import { featureCaches } from './feature-caches.ts'
import { createAppRouter } from './router.ts'
import { Shell } from './shell.tsx'

const locales = { de: 'de-DE', en: 'en-US' } as const

interface AppProps {
  session: Session
  /** The newest event at start, if any. */
  latest: string | undefined
}

/** The app after sign-in. */
export function App({ session: initial, latest }: AppProps) {
  const [session, setSession] = useState(initial)
  const [client] = useState(() => createGraphqlClient(featureCaches))
  const [router] = useState(createAppRouter)
  useEffect(() => {
    let end = () => {}
    let isOver = false
    // Not needed for the first paint.
    import('../graphql/subscribe-to-events.ts').then(({ subscribeToEvents }) => {
      if (!isOver) end = subscribeToEvents(latest)
    })
    return () => {
      isOver = true
      end()
    }
  }, [latest])
  const change = (member: Partial<Session['member']>) =>
    setSession((known) => ({ ...known, member: { ...known.member, ...member } }))
  return (
    <SessionContext value={{ session, updateMember: change }}>
      <Provider value={client}>
        <I18nProvider locale={locales[language]}>
          <RouterContextProvider router={router}>
            {/* Around the pages, so that it is visible before a page's code has loaded. */}
            <CatchBoundary getResetKey={() => 0} errorComponent={ErrorPage}>
              <Shell>
                <Matches />
              </Shell>
            </CatchBoundary>
          </RouterContextProvider>
        </I18nProvider>
      </Provider>
    </SessionContext>
  )
}
