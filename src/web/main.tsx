import '../../assets/design/tokens.css'
import '../../assets/design/base.css'
import '../../assets/design/components.css'
import './web.css'
import { createRoot, type Root } from 'react-dom/client'
import { CurrentSessionDocument, FirstRunDocument } from '#schema/web/graphql'
import { latestEvent } from './graphql/latest-event.ts'
import { showTo } from './graphql/post.ts'
import { send } from './graphql/send.ts'
import { onSessionEnd } from './graphql/session-end.ts'
import { type Language, loadLocale } from './i18n/locale.ts'

const languageOf = (text: string): Language => (text === 'en' ? 'en' : 'de')

/** Shows the app to whoever has signed in, the entrance to everybody else. */
async function show(root: Root) {
  showTo(undefined)
  const { data, problem } = await send(CurrentSessionDocument)
  const session = data?.currentSession
  showTo(session?.member.id)
  // A session that has just ended is as none.
  if (problem && problem.code !== 'unauthorized') {
    const { Unreachable } = await import('./entrance/unreachable.tsx')
    root.render(<Unreachable problem={problem} retry={() => show(root)} />)
  } else if (session?.mustSetUpSecondFactor) {
    const [{ SecondFactorSetup }] = await Promise.all([
      import('./entrance/second-factor-setup.tsx'),
      loadLocale(languageOf(session.language)),
    ])
    root.render(<SecondFactorSetup session={session} onDone={() => show(root)} />)
  } else if (session) {
    const [{ Console }, latest] = await Promise.all([
      import('./console/console.tsx'),
      latestEvent(),
      loadLocale(languageOf(session.language)),
    ])
    root.render(<Console session={session} latest={latest} />)
  } else {
    const [{ data: found }, { Entrance }] = await Promise.all([
      send(FirstRunDocument),
      import('./entrance/entrance.tsx'),
    ])
    const firstRun = found?.firstRun?.open ? found.firstRun : null
    root.render(<Entrance firstRun={firstRun} onSignedIn={() => show(root)} />)
  }
}

onSessionEnd(async () => (await import('./entrance/sign-in-again.tsx')).signInAgain())

// The service has found out which one the reader wants.
await loadLocale(languageOf(document.documentElement.lang))
const place = document.getElementById('app')
if (place) await show(createRoot(place))
