import { createRoot } from 'react-dom/client'
import { CurrentSessionDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { notifyAll } from '../graphql/resource-events.ts'
import { isSigningInAgain, setSigningInAgain } from '../graphql/session-end.ts'
import { SignInFlow } from './sign-in-flow.tsx'

/**
 * Whoever's session has ended signs in over the page, of which nothing is seen meanwhile: what they had typed is there again.
 * Where somebody else has signed in, the page is shown anew, to them.
 */
export async function openSignInOverlay() {
  if (isSigningInAgain()) return
  setSigningInAgain(true)
  // What was asked in the session before may be refused after they have signed in again.
  if ((await fetchGraphql(CurrentSessionDocument)).data?.currentSession) return setSigningInAgain(false)
  if (await hasBrowserSession()) return location.reload()
  const { title, activeElement } = document
  const place = document.createElement('div')
  // Where a dialog is open, it lets nobody but this have the focus.
  place.dataset.reactAriaTopLayer = 'true'
  place.id = 'entrance'
  document.body.append(place)
  const root = createRoot(place)
  const release = captureKeys(place)
  const goOn = async () => {
    const { data, problem } = await fetchGraphql(CurrentSessionDocument)
    if (data?.currentSession?.mustSetUpSecondFactor) return location.reload()
    if (!data?.currentSession) return problem?.code === 'unauthorized' && location.reload()
    removeEventListener('focus', lookAgain)
    release()
    root.unmount()
    place.remove()
    document.title = title
    if (activeElement instanceof HTMLElement) activeElement.focus()
    setSigningInAgain(false)
    notifyAll()
  }
  // They may have signed in in another tab.
  const lookAgain = async () => (await hasBrowserSession()) && goOn()
  addEventListener('focus', lookAgain)
  root.render(<SignInFlow firstRun={null} onSignedIn={goOn} />)
}

/** Until it is ended, what is typed or pasted is for this place alone: nothing of the page beneath hears it. */
function captureKeys(place: HTMLElement): () => void {
  const going = new AbortController()
  const { signal } = going
  for (const kind of ['keydown', 'keypress', 'keyup', 'cut', 'copy', 'paste']) {
    const isForPlace = ({ target }: Event) => target instanceof Node && place.contains(target)
    addEventListener(kind, (event) => isForPlace(event) || event.stopImmediatePropagation(), { capture: true, signal })
    place.addEventListener(kind, (event) => event.stopPropagation(), { signal })
  }
  return () => going.abort()
}

/** Whether the browser has a session, whomever the page was shown to. */
async function hasBrowserSession(): Promise<boolean> {
  const body = JSON.stringify({ query: String(CurrentSessionDocument) })
  const asked = fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await asked.then((found) => found.json()).catch(() => undefined)
  return Boolean(answer?.data?.currentSession)
}
