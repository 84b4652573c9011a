import '../../assets/design/tokens.css'
import '../../assets/design/base.css'
import '../../assets/design/components.css'
import './web.css'
import { createRoot, type Root } from 'react-dom/client'
import { CurrentSessionDocument, FirstRunDocument } from '#schema/web/graphql'
import { fetchGraphql } from './graphql/fetch-graphql.ts'
import { fetchLatestEventId } from './graphql/latest-event-id.ts'
import { setShownMember } from './graphql/post-graphql.ts'
import { setSessionEndHandler } from './graphql/session-end.ts'
import { type Language, loadLocale } from './i18n/locale.ts'

const toLanguage = (text: string): Language => (text === 'en' ? 'en' : 'de')

/** Shows the app after sign-in, else the sign-in pages. */
async function show(root: Root) {
  setShownMember(undefined)
  const { data, problem } = await fetchGraphql(CurrentSessionDocument)
  const session = data?.currentSession
  setShownMember(session?.member.id)
  // An ended session is none.
  if (problem && problem.code !== 'unauthorized') {
    const { ServiceUnreachable } = await import('./sign-in/service-unreachable.tsx')
    root.render(<ServiceUnreachable problem={problem} retry={() => show(root)} />)
  } else if (session?.mustSetUpSecondFactor) {
    const [{ SecondFactorSetup }] = await Promise.all([
      import('./sign-in/second-factor-setup.tsx'),
      loadLocale(toLanguage(session.language)),
    ])
    root.render(<SecondFactorSetup session={session} onDone={() => show(root)} />)
  } else if (session) {
    const [{ App }, latest] = await Promise.all([
      import('./shell/app.tsx'),
      fetchLatestEventId(),
      loadLocale(toLanguage(session.language)),
    ])
    root.render(<App session={session} latest={latest} />)
  } else {
    const [{ data: found }, { SignInFlow }] = await Promise.all([
      fetchGraphql(FirstRunDocument),
      import('./sign-in/sign-in-flow.tsx'),
    ])
    const firstRun = found?.firstRun?.open ? found.firstRun : null
    root.render(<SignInFlow firstRun={firstRun} onSignedIn={() => show(root)} />)
  }
}

setSessionEndHandler(async () => (await import('./sign-in/sign-in-overlay.tsx')).openSignInOverlay())

// The service has negotiated the language.
await loadLocale(toLanguage(document.documentElement.lang))
const place = document.getElementById('app')
if (place) await show(createRoot(place))
